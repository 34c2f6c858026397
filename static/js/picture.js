// When a card's picture can be seen. The server believes only so much of the delay.
// Resolves with the milliseconds it took; never, if the picture fails.
export function whenShown(face, onFailed) {
  const image = face.querySelector("[data-picture]");
  if (!image) return Promise.resolve(0);
  const arrived = performance.now();
  const longest = Number(face.dataset.believedSeconds) * 1000;
  return new Promise((resolve) => {
    const shown = () => resolve(Math.min(longest, performance.now() - arrived));
    const waiting = setTimeout(shown, longest);
    image.decode().then(shown, () => {
      clearTimeout(waiting);
      if (!image.isConnected) return;
      image.hidden = true;
      face.querySelector("[data-enlarge]")?.remove();
      face.querySelector("[data-picture-failed]").hidden = false;
      onFailed();
    });
  });
}
