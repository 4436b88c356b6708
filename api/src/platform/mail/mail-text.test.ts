import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';
import { composeMail } from './mail-text.ts';

const lender = { legalName: 'Crescent', address: '', hasLogo: false };

/** Matches what mail programs turn into links: URL schemes, domain names and mail addresses. */
const linked = /\w:\/\/|[\p{L}\p{N}][.。．｡]\p{L}|\S@[\p{L}\p{N}]/u;

describe('user text in a mail', () => {
  it.each([
    'https://elsewhere.example/sign-in',
    'First\n\nhttps://elsewhere.example\n\nlast',
    'www.elsewhere.example or elsewhere.example/x?y=1',
    'ftp://10.0.0.1/x',
    'mailto:somebody@elsewhere.example',
    'اتصل عبر https://elsewhere.example أو موقع。مثال',
    '<a href="https://elsewhere.example">Bursar</a>',
  ])('contains no link, in text and HTML: %j', (message) => {
    for (const language of ['en', 'ae'] as const) {
      const content = {
        kind: 'notification',
        event: 'mention',
        subject: message,
        message,
      } as const;
      const { subject, body } = composeMail(content, language);
      const shown = body.split('\n\n').slice(0, -1).join('\n\n');
      expect(shown).not.toMatch(linked);
      expect(subject.slice('Bursar: '.length)).not.toMatch(linked);
      expect(mailPage({ subject, body, language, lender })).not.toContain('<a ');
      // A zero width non-joiner is invisible.
      expect(shown.replaceAll('\u200C', '')).toBe(message);
    }
  });

  it('keeps amounts, times and sentences unchanged', () => {
    const message = 'Paid 1,200.50 at 10:30. Call again e. g. tomorrow: agreed.';
    const content = {
      kind: 'notification',
      event: 'mention',
      subject: 'L-000123',
      message,
    } as const;
    const { subject, body } = composeMail(content, 'en');
    expect(subject).toBe('Bursar: you were mentioned (L-000123)');
    expect(body.startsWith(`${message}\n\n`)).toBe(true);
  });

  it('does not affect the product’s own links', () => {
    const address = 'https://bursar.test/auth/boxed-password-reset?token=x';
    const { subject, body } = composeMail({ kind: 'recovery', address }, 'en');
    expect(mailPage({ subject, body, language: 'en', lender })).toContain(`href="${address}"`);
  });
});
