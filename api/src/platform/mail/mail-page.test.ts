import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';

const lender = { legalName: 'Crescent & Sons', address: '1 Quay Road\nTunis', hasLogo: false };
const address = 'https://bursar.test/auth/boxed-password-reset?a=1&token=x';
const shownAddress = address.replace('&', '&amp;');

describe('a mail as an HTML page', () => {
  it('states its language and direction, also where a program drops the html element', () => {
    const mail = { subject: 'A word', body: 'First\n\nSecond', lender };
    expect(mailPage({ ...mail, language: 'en' })).toContain('<html lang="en" dir="ltr">');
    const arabic = mailPage({ ...mail, language: 'ae' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('<table lang="ar" dir="rtl" role="presentation" class="sheet"');
    expect(arabic).toContain('text-align: right');
    expect(arabic).not.toContain('text-align: left');
    expect(arabic).toMatch(/<p [^>]*>First<\/p>\n<p [^>]*>Second<\/p>/);
  });

  it('is at most 560 pixels wide, with the mark and the lender’s name and address', () => {
    const page = mailPage({ subject: 'S', body: 'First', language: 'en', lender });
    expect(page).toContain('max-width: 560px');
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('>Crescent &amp; Sons</td>');
    expect(page).toContain('<span dir="auto">1 Quay Road</span><br><span dir="auto">Tunis</span>');
    expect(page).not.toContain('cid:');
  });

  it('shows the logo of the lender, and its name where pictures are blocked', () => {
    const branded = { ...lender, hasLogo: true };
    const page = mailPage({ subject: 'S', body: 'First', language: 'en', lender: branded });
    expect(page).toContain('<img src="cid:company-logo" alt="Crescent &amp; Sons"');
  });

  it('leaves out a signature that its foot repeats', () => {
    const page = mailPage({
      subject: 'S',
      body: 'First\n\nCrescent & Sons',
      language: 'en',
      lender,
    });
    expect(page).not.toContain('Crescent &amp; Sons</p>');
  });

  it('makes a button of a line of text with a URL below it', () => {
    const page = mailPage({ subject: 'S', body: `Open\n${address}`, language: 'ae', lender });
    expect(page).toContain(`<a class="accent" href="${shownAddress}"`);
    expect(page).toContain('>Open</a>');
    expect(page).toContain(`>${shownAddress}</p>`);
  });

  it('links a URL on its own line, left to right in any language', () => {
    const page = mailPage({ subject: 'S', body: `Here:\n\n${address}`, language: 'ae', lender });
    expect(page).toContain(`<a class="link" dir="ltr" href="${shownAddress}"`);
  });

  it('shows user text as written, and never as markup', () => {
    const body = '<script>alert(1)</script> & "so on" see https://elsewhere.example\nnext line';
    const page = mailPage({ subject: '<b>', body, language: 'en', lender });
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<a ');
    expect(page).toContain(
      '>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so on&quot; see https://elsewhere.example<br>next line</p>',
    );
    expect(page).toContain('<title>&lt;b&gt;</title>');
  });
});
