import { readCookie } from './cookies.ts';

/** Returns whether a first view that the server rendered is visible. */
export function isPageRendered(): boolean {
  return document.documentElement.dataset['rendered'] !== undefined;
}

/**
 * Returns, once, the JSON answer to a read that the server put into the rendered document. Answers
 * for another account are not used, because another tab may have signed in since then.
 */
export function takeGivenAnswer(address: string): string | undefined {
  // The address is URL-encoded, so it contains no quote that would end the selector's string.
  const element = document.querySelector(`[data-answer="${address}"]`);
  element?.remove();
  const isOwn = document.documentElement.dataset['account'] === readCookie('id');
  return isOwn ? (element?.textContent ?? undefined) : undefined;
}

/**
 * Removes the first view that the server rendered, which the app replaces, and the answers that
 * were not used. The page stays where the reader has scrolled it.
 */
export function replaceRenderedPage(): void {
  if (!document.getElementById('rendered-page')) return;
  const top = isPageRendered() ? scrollY : 0;
  delete document.documentElement.dataset['rendered'];
  for (const element of document.querySelectorAll('#rendered-page, [data-answer]')) {
    element.remove();
  }
  // Later in this commit the router scrolls to the top, as for any page that has just opened.
  if (top > 0) queueMicrotask(() => scrollTo({ top, behavior: 'instant' }));
}
