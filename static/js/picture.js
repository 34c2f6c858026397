// When a card's picture can be seen. The server believes at most five seconds of it.
const LONGEST_DELAY_MS = 5000;

// Resolves with the milliseconds it took.
export function whenShown(face, tell) {
  const image = face.querySelector("[data-picture]");
  if (!image) return Promise.resolve(0);
  const arrived = performance.now();
  return new Promise((resolve) => {
    const done = () => resolve(Math.min(LONGEST_DELAY_MS, performance.now() - arrived));
    const giveUp = setTimeout(done, LONGEST_DELAY_MS);
    watch(face, image, tell, () => {
      clearTimeout(giveUp);
      done();
    });
  });
}

function watch(face, image, tell, onShown) {
  const failed = face.querySelector("[data-picture-failed]");
  const address = image.getAttribute("src");
  let tries = 0;
  const look = () =>
    image.decode().then(
      () => {
        failed.hidden = true;
        image.hidden = false;
        tell("picture_shown");
        onShown();
      },
      () => {
        if (!image.isConnected) return;
        failed.hidden = false;
        image.hidden = true;
        tell("picture_failed");
      },
    );
  failed.querySelector("[data-picture-retry]").addEventListener("click", () => {
    tries += 1;
    image.src = `${address}?again=${tries}`;
    document.getElementById("answer").focus({ preventScroll: true });
    look();
  });
  look();
}
