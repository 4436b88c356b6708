import { readFile } from 'node:fs/promises';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

type Options = { readonly currency?: string; readonly answers?: FileAnswers };

async function read(name: string, { currency = 'USD', answers = received }: Options = {}) {
  const content = await readFile(new URL(`../fixtures/${name}`, import.meta.url));
  return readContent(content, { currency, answers });
}

const received = { direction: 'received' };

describe('two amounts with one currency', () => {
  it('are asked about, because the currency may belong to either', async () => {
    expect((await read('oca-original_currency.csv')).asked).toMatchObject([
      {
        key: 'second-amount',
        column: 'Amount Currency',
        word: 'USD',
        values: ['Azure Interior · 1,525.00 · EUR · -1,000.00'],
        choices: [{ choice: 'of-amount' }, { choice: 'of-second-amount' }],
      },
    ]);
    expect((await read('oca-sample_statement_en.xlsx')).asked).toMatchObject([
      { key: 'second-amount' },
    ]);
  });

  it('are read as the user says', async () => {
    const second = { answers: { ...received, 'second-amount': 'of-second-amount' } };
    const first = { answers: { ...received, 'second-amount': 'of-amount' } };
    expect(await read('oca-original_currency.csv', second)).toMatchObject({
      lines: [{ amountMinor: 152_500, currency: 'USD', leftOut: null }],
    });
    expect(await read('oca-original_currency.csv', { ...first, currency: 'EUR' })).toMatchObject({
      lines: [{ amountMinor: 152_500, currency: 'EUR', leftOut: null }],
    });
    expect(await read('oca-original_currency.csv', first)).toMatchObject({
      refusal: { code: 'bank_currency_differs' },
    });
    expect(await read('oca-sample_statement_en.xlsx', second)).toMatchObject({
      lines: [{ leftOut: 'debit' }, { amountMinor: 152_500, leftOut: null }],
    });
    expect(await read('oca-sample_statement_en.xlsx', first)).toMatchObject({
      lines: [{ leftOut: 'debit' }, { leftOut: 'other-currency' }],
    });
  });
});
