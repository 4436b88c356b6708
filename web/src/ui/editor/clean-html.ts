import DOMPurify from 'dompurify';

/** Cleans stored rich text again, because stored HTML is not trusted. */
export const htmlOfRichText = (html: string): string => cleanHtml(html, ['u', 's', 'b', 'i']);

/** Cleans HTML: the result contains no script, loads nothing and opens links safely. */
export function cleanHtml(html: string, moreTags: readonly string[]): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...textTags, ...moreTags],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
  });
}

const textTags = 'p br strong em code pre blockquote ul ol li h1 h2 h3 h4 hr a'.split(' ');
