import i18next from 'i18next';
import type { ResourceKey } from 'i18next';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findingCodes } from '@bursar/contracts/intake/finding-codes';
import type { Finding } from '@bursar/contracts/intake/imports';
import { findingSentence } from './finding-sentence.ts';

const texts = (language: string): ResourceKey =>
  JSON.parse(
    readFileSync(new URL(`../../public/locales/${language}/imports.json`, import.meta.url), 'utf8'),
  );

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    ns: ['imports'],
    resources: { en: { imports: texts('en') }, ae: { imports: texts('ae') } },
    interpolation: { escapeValue: false },
  });
});

/** All details that findings may contain. */
const details = {
  tape: '14.07',
  books: '15.00',
  owed: '120.00',
  missing: '10.00',
  bytes: 60_000_000,
  limitBytes: 50_000_000,
  limit: 500,
  year: 9999,
  cutOffOn: '2026-01-31',
  days: 60,
  loans: 7,
  found: 'pdf',
  explanation: 'The id.',
  position: 3,
  cells: 4,
  columns: 5,
  min: 0,
  max: 100,
  decimals: 6,
  length: 300,
  choices: 'a, b',
  latest: '2026-11-21',
  disbursedOn: '2026-01-01',
  firstRow: 2,
  rows: 1,
  reference: 'L-000123',
  balance: '5.00',
  expected: '6.00',
  total: '7.00',
  paid: '8.00',
  principal: '9.00',
  instalment: '652.53',
  rounded: '21.10',
  point: '12.5',
  comma: '12500',
  currency: 'USD',
  stated: 'EUR',
  other: 'Balance',
  sheet: 'Loans',
  count: 3,
  files: 'a.csv, b.csv',
  others: 'Cover',
  first: '2026-01',
};

function sentence(finding: Partial<Finding>, language = 'en'): string {
  const whole = {
    code: 'file_empty',
    value: '250',
    column: 'rate',
    message: 'fallback',
    details,
  } as const;
  return findingSentence({ ...whole, ...finding }, i18next.getFixedT(language, 'imports'));
}

describe('the sentence of a finding', () => {
  it.each(['en', 'ae'])('has words for every code in %s, with no figure left out', (language) => {
    for (const code of findingCodes) {
      const text = sentence({ code }, language);
      expect(text, code).not.toBe('fallback');
      expect(text, code).not.toMatch(/\{\{|finding\./);
    }
  });

  it('quotes the tape in its own direction', () => {
    expect(sentence({ code: 'value_not_positive', value: '-5' })).toBe(
      '“\u2066-5\u2069” is not above zero. Expected an amount above zero.',
    );
  });

  it.each([
    [{ code: 'value_missing', value: '' }, 'The cell is empty. Expected a value.'],
    [{ code: 'value_missing', value: 'NA' }, '“NA” means an empty value. Expected a value.'],
    [
      { code: 'value_not_a_date', value: 'x', details: { form: 'month' } },
      '“x” is not a date. Expected a month such as Mar-2018.',
    ],
    [
      { code: 'value_out_of_range', value: '-1', details: { min: 0 } },
      '“-1” is out of range. Expected 0 or more.',
    ],
    [
      { code: 'column_unknown', column: '', details: { position: 3 } },
      'Column 3 has no name and is not imported.',
    ],
    [
      { code: 'file_too_large', details: { bytes: 60_000_000, limitBytes: 50_000_000 } },
      'The file has 60.0\u00a0MB; the limit is 50.0\u00a0MB. Split it and import each part.',
    ],
  ] satisfies [Partial<Finding>, string][])('of %o fits what was found', (finding, expected) => {
    expect(sentence(finding).replaceAll(/[\u2066\u2069]/g, '')).toBe(expected);
  });

  it("is the server's own if this page does not know the code", () => {
    // The server may be newer than the open page and know more codes.
    const code = 'value_of_tomorrow' as Finding['code'];
    expect(sentence({ code })).toBe('fallback');
  });
});
