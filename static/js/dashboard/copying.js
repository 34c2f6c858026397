// Links and tokens that are shown once can be copied with a click.
import { listenForCopying, showCopyButtons } from "../copy.js";

showCopyButtons();
listenForCopying();
