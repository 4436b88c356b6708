import DOMPurify from 'dompurify';

/** HTML that the editor made, once more without anything else: whoever kept it is not trusted. */
export const htmlOfRichText = (html: string): string => cleanHtml(html, ['u', 's', 'b', 'i']);

/** HTML of text alone, with nothing that could run, load or leave the page unseen. */
export function cleanHtml(html: string, moreTags: readonly string[]): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...textTags, ...moreTags],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
  });
}

const textTags = 'p br strong em code pre blockquote ul ol li h1 h2 h3 h4 hr a'.split(' ');
