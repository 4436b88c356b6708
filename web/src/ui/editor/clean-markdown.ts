import DOMPurify from 'dompurify';
import { parse } from 'marked';

/** HTML of Markdown without anything that could run, load or leave the page unseen. */
export function htmlOfMarkdown(markdown: string): string {
  const html = parse(markdown, { async: false, gfm: true, breaks: true });
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: (
      'p br strong em del code pre blockquote ul ol li h1 h2 h3 h4 hr a ' +
      'table thead tbody tr th td'
    ).split(' '),
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
  });
}
