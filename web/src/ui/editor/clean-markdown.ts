import { parse } from 'marked';
import { cleanHtml } from './clean-html.ts';

/** Converts Markdown to HTML that contains no script, loads nothing and opens links safely. */
export function htmlOfMarkdown(markdown: string): string {
  const html = parse(markdown, { async: false, gfm: true, breaks: true });
  return cleanHtml(html, ['del', 'table', 'thead', 'tbody', 'tr', 'th', 'td']);
}
