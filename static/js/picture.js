// When a card's picture can be seen. The server believes at most five seconds of it.
const LONGEST_DELAY_MS = 5000;

// Resolves with the milliseconds it took; never, if the picture fails.
export function whenShown(face, onFailed) {
  const image = face.querySelector("[data-picture]");
  if (!image) return Promise.resolve(0);
  const arrived = performance.now();
  return new Promise((resolve) => {
    const shown = () => resolve(Math.min(LONGEST_DELAY_MS, performance.now() - arrived));
    const waiting = setTimeout(shown, LONGEST_DELAY_MS);
    image.decode().then(shown, () => {
      clearTimeout(waiting);
      if (!image.isConnected) return;
      image.hidden = true;
      face.querySelector("[data-picture-failed]").hidden = false;
      onFailed();
    });
  });
}
