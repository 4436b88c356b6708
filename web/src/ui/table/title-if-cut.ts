/**
 * Sets the whole text as the tooltip of a text that is cut off, when the pointer enters it; a text
 * that is not cut off loses its tooltip. One handler per table or page: a tooltip for each text
 * would measure all of them.
 */
export function titleIfCut({ target }: { readonly target: EventTarget | null }): void {
  const text =
    target instanceof Element ? target.closest<HTMLElement>('[data-clip], td, th') : null;
  if (text === null) return;
  if (isCut(text)) text.title = text.innerText.replaceAll(/\s+/g, ' ').trim();
  else text.removeAttribute('title');
}

function isCut(text: HTMLElement): boolean {
  return [text, ...text.querySelectorAll('*')].some(
    (part) =>
      part.clientWidth > 0 &&
      part.scrollWidth > part.clientWidth &&
      getComputedStyle(part).overflowX !== 'visible',
  );
}
