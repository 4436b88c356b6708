import { expect, it } from 'vitest';
import { htmlOfRichText } from './clean-html.ts';
import { htmlOfMarkdown } from './clean-markdown.ts';

it('the editor inserts marks, lists, tables and links as Markdown', () => {
  expect(htmlOfMarkdown('**Paid** [here](https://a.example)\n\n- one')).toContain(
    '<strong>Paid</strong> <a href="https://a.example">here</a>',
  );
  expect(htmlOfMarkdown('|a|\n|-|\n|1|')).toContain('<td>1</td>');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '<a href="data:text/html,x" onclick="alert(1)">a</a>',
  '<style>*{display:none}</style><iframe src="https://a.example"></iframe>',
])('the editor removes everything that runs or loads from %s', (hostile) => {
  for (const html of [htmlOfMarkdown(hostile), htmlOfRichText(hostile)]) {
    expect(html).not.toMatch(/<script|<img|<style|<iframe|<[^>]*( on\w+=|javascript:|data:)/i);
  }
});
