import { useEffect } from 'react';
import { useLanguage } from './languages.ts';

/** The application's name, equal in every language. */
export const productName = 'Bursar';

/** Returns the text of the browser's tab: the page's title, then the application's name. */
export function documentTitle(text: string): string {
  return text === '' ? productName : `${text} · ${productName}`;
}

/**
 * Sets the browser tab's title while the page is shown. The route gives every page a title; use
 * this for a page with a more specific one, such as a loan's reference.
 */
export function useDocumentTitle(text: string | undefined): void {
  const language = useLanguage();
  // A change of language sets the route's title again, so this one must follow.
  useEffect(() => {
    if (text !== undefined) document.title = documentTitle(text);
  }, [text, language]);
}
