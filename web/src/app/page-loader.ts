const fadeMs = 200;

/** Fades out the loader that `index.html` opens with, once the first page stands behind it. */
export function dismissPageLoader(): void {
  const loader = document.getElementById('loader');
  if (!loader) return;
  loader.dataset['leaving'] = '';
  setTimeout(() => loader.remove(), fadeMs);
}
