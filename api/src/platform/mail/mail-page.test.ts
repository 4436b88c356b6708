import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';

describe('a mail as an HTML page', () => {
  it('states its language and direction', () => {
    const mail = { subject: 'A word', body: 'First\n\nSecond' };
    expect(mailPage({ ...mail, language: 'en' })).toContain('<html lang="en" dir="ltr">');
    const arabic = mailPage({ ...mail, language: 'ae' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('<p>First</p>\n<p>Second</p>');
  });

  it('links a URL on its own line, left to right in any language', () => {
    const address = 'https://bursar.test/auth/boxed-password-reset?a=1&token=x';
    const page = mailPage({ subject: 'S', body: `Here:\n\n${address}`, language: 'ae' });
    const shown = address.replace('&', '&amp;');
    expect(page).toContain(`<p><a dir="ltr" href="${shown}">${shown}</a></p>`);
  });

  it('shows user text as written, and never as markup', () => {
    const body = '<script>alert(1)</script> & "so on" see https://elsewhere.example\nnext line';
    const page = mailPage({ subject: '<b>', body, language: 'en' });
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<a ');
    expect(page).toContain(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so on&quot; see https://elsewhere.example<br>next line</p>',
    );
    expect(page).toContain('<title>&lt;b&gt;</title>');
  });
});
