import { describe, expect, it } from 'vitest';
import { cleanRichText, textOfRichText } from './rich-text.ts';

describe('rich text', () => {
  it('keeps the editor’s markup', () => {
    const html =
      '<h2>Plan</h2><p><strong>One</strong> <em>two</em> <u>three</u></p><ul><li><p>a</p></li></ul><blockquote><p>b</p></blockquote>';
    expect(cleanRichText(html)).toBe(html);
    expect(cleanRichText('<a href="https://a.example/x?y=1&amp;z=2">here</a>')).toBe(
      '<a href="https://a.example/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer">here</a>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)" style="position:fixed">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>*{display:none}</style>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form action="https://evil.example"><input name=a><button>x</button></form>',
    '<p class="a" id="b" data-c="d">x</p>',
  ])('loses everything in %j that runs, loads or styles', (hostile) => {
    expect(cleanRichText(hostile)).not.toMatch(
      /<(?!\/?(?:p|a)\b)|on\w+=|style|script:|evil|class=|data-|id=|srcdoc/i,
    );
  });

  it('does not change when cleaned again', () => {
    const odd = '<p>a &amp;lt;script&gt; <b>b</p><p>c & d <a href="mailto:x@y.example">e</a>';
    expect(cleanRichText(cleanRichText(odd))).toBe(cleanRichText(odd));
  });

  it('is converted to text, each block separately', () => {
    expect(
      textOfRichText('<p>Fees &amp; rates</p><ul><li><p>5 &lt; 6</p></li><li>b<br>c</li></ul>'),
    ).toBe('Fees & rates 5 < 6 b c');
    expect(textOfRichText('<p></p>')).toBe('');
  });
});
