/**
 * Returns the answer to a read that came with a rendered document, as JSON, once. The server has
 * given the answers to the same session moments ago.
 */
export function takeGivenAnswer(address: string): string | undefined {
  // A written query has no character that would end the quotes.
  const element = document.querySelector(`[data-answer="${address}"]`);
  element?.remove();
  return element?.textContent ?? undefined;
}

/** Returns whether a first view that the server rendered is visible. */
export function isPageRendered(): boolean {
  return document.documentElement.dataset['rendered'] !== undefined;
}

/** Replaces the first view that the server rendered by the app, and drops answers not used yet. */
export function replaceRenderedPage(): void {
  delete document.documentElement.dataset['rendered'];
  for (const element of document.querySelectorAll('#rendered-page, [data-answer]')) {
    element.remove();
  }
}
