import { describe, expect, it } from 'vitest';
import { pageViewOf } from './page-view.ts';

const viewOf = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
  pageViewOf({ cookies, headers });

describe('the view of a rendered page', () => {
  it('is that of the last page, by its cookie', () => {
    expect(viewOf({ view: 'ae 390x844 dark' }, { 'accept-language': 'en' })).toEqual({
      language: 'ae',
      theme: 'dark',
      screen: { width: 390, height: 844 },
    });
  });

  it('is unknown if the reader has changed the display settings', () => {
    expect(viewOf({ view: 'en 1440x900 own' })).toBeNull();
  });

  it.each([
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ae'],
    ['ae', 'ae'],
    ['fr-FR, en-US', 'en'],
    ['area', 'en'],
    ['', 'en'],
  ])('has the first known language of %j without a cookie', (accepted, language) => {
    expect(viewOf({}, { 'accept-language': accepted })?.language).toBe(language);
  });

  it('has the size of a phone if the browser says that it is one', () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/150 Mobile Safari' };
    expect(viewOf({}, headers)?.screen.width).toBe(390);
    expect(viewOf({}, { 'user-agent': 'Mozilla/5.0 (X11)' })?.screen.width).toBe(1440);
  });

  it.each(['en 0x0 dark', 'en 12345x900 dark', 'fr 1440x900 dark', '%', 'en 1440x900 dark; x'])(
    'ignores the odd cookie %j',
    (view) => {
      expect(viewOf({ view })?.screen.width).toBe(1440);
    },
  );
});
