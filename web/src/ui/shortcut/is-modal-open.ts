/** Returns whether a dialog has the keyboard; the picture of one, which is inert, has not. */
export const isModalOpen = (): boolean =>
  document.querySelector(':is(dialog[open], [aria-modal="true"]):not([inert] *)') !== null;
