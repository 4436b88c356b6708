import { parse } from 'marked';
import { cleanHtml } from './clean-html.ts';

/** HTML of Markdown without anything that could run, load or leave the page unseen. */
export function htmlOfMarkdown(markdown: string): string {
  const html = parse(markdown, { async: false, gfm: true, breaks: true });
  return cleanHtml(html, ['del', 'table', 'thead', 'tbody', 'tr', 'th', 'td']);
}
