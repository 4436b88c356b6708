import { useEffect } from 'react';

/** The product's name, the same in every language. */
export const productName = 'Bursar';

/** What the browser's tab says: the page's own words, then the product's name. */
export function documentTitle(text: string): string {
  return text === '' ? productName : `${text} · ${productName}`;
}

/**
 * Names the browser's tab while the page is shown. Every page has the title of its route
 * already; this is for pages that know more, such as a loan's reference.
 */
export function useDocumentTitle(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) document.title = documentTitle(text);
  }, [text]);
}
