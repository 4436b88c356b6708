import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { readContent } from '../../../../testing/bank-content.ts';

type Options = { readonly currency?: string; readonly answers?: FileAnswers };

async function read(name: string, { currency = 'USD', answers = {} }: Options = {}) {
  const content = await readFile(new URL(`fixtures/${name}`, import.meta.url));
  return readContent(content, { currency, answers });
}

/** Returns the amounts of payments, or for other lines the reason why they are left out. */
async function amountsOf(name: string, options?: Options) {
  const { lines, ...other } = await read(name, options);
  if (!lines) throw new Error(`${name}: ${JSON.stringify(other)}`);
  return lines.map(({ amountMinor, leftOut }) => leftOut ?? amountMinor);
}

async function keysAsked(name: string, options?: Options) {
  const { asked } = await read(name, options);
  return asked?.map(({ key }) => key);
}

const received = { direction: 'received' };
const eur = { currency: 'EUR' };

describe('the decimal mark of a whole file', () => {
  it.each([
    ['mixed-proof.csv', eur, [95_075, 150_000, 1_234_567]],
    ['dots.csv', eur, [150_000, 1_250_000, 125_000_000]],
    ['dkb-4digit-year.csv', eur, [150_000]],
    ['hdfc4.csv', {}, ['debit', 12_000_000]],
    ['arabic-digits.csv', {}, [150_000]],
    ['ing-nl-amount.csv', {}, ['debit']],
  ])('is proven by %s', async (name, options, amounts) => {
    expect(await amountsOf(name, { answers: received, ...options })).toEqual(amounts);
  });

  it.each([
    ['post-dots.csv', 'comma', [150_000]],
    ['baddecimal.csv', 'comma', [150_000, 275_000]],
    ['commas.csv', 'point', [150_000]],
  ])('is asked for %s and read as answered', async (name, mark, amounts) => {
    expect(await keysAsked(name, { answers: received })).toEqual(['decimal-mark']);
    const answers = { ...received, 'decimal-mark': mark };
    expect(await amountsOf(name, { answers })).toEqual(amounts);
  });

  it('is asked with the first values as each mark reads them', async () => {
    const { asked } = await read('baddecimal.csv', { answers: received });
    expect(asked).toMatchObject([
      {
        column: 'Amount',
        values: ['1.500', '2.750'],
        choices: [
          { choice: 'point', readings: ['1.500', '2.750'] },
          { choice: 'comma', readings: ['1500', '2750'] },
        ],
      },
    ]);
  });
});

describe('the direction of a line', () => {
  it.each([
    ['post-type.csv', {}, ['debit']],
    ['mint.csv', {}, [25_000, 'debit']],
    ['crsuffix.csv', {}, [25_000]],
    ['paren.csv', {}, [150_000, 'debit']],
    ['chase.csv', {}, [30_065, 'debit']],
    ['wise.csv', {}, [21_127, 'debit']],
    ['barclays.csv', {}, [25_000, 'debit']],
    ['alrajhi.csv', {}, [150_000, 'debit']],
    ['ing-nl.csv', eur, [25_000]],
    ['n26.csv', eur, [100_000, 'debit']],
    ['stripe.csv', {}, [60_000, 'debit']],
    ['rf-dkb-test.csv', eur, [250_000, 'debit', 119_000, 'debit', 'debit', 85_000]],
    ['rf-ing-test.csv', eur, [178_500, 'debit', 89_250, 'debit', 'debit']],
    ['rf-sparkasse-camt-test.csv', eur, [297_500, 'debit', 'debit', 11_900, 'debit', 476_000]],
    ['rf-volksbank-test.csv', eur, [357_000, 'debit', 'debit', 154_750, 'debit']],
  ])('is what %s says by signs, words and columns', async (name, options, amounts) => {
    expect(await amountsOf(name, options)).toEqual(amounts);
  });

  it.each(['again-1.csv', 'again-2.csv', 'extid.csv', 'utf16.csv'])(
    'is asked for %s, which has only amounts without a sign',
    async (name) => {
      expect(await keysAsked(name)).toEqual(['direction']);
      expect(await read(name, { answers: { direction: 'not-all' } })).toMatchObject({
        refusal: { code: 'bank_direction_unknown' },
      });
    },
  );

  it('is shown by the running balance where a sign and a word contradict each other', async () => {
    expect(await read('oca-debit_credit.csv')).toMatchObject({
      lines: [
        { amountMinor: 3_350, leftOut: 'debit' },
        { amountMinor: 153_350, leftOut: null },
      ],
    });
  });

  it('is asked about if the balance contradicts the columns, as in a ledger', async () => {
    const name = 'oca-debit_credit_amount.csv';
    expect(await keysAsked(name)).toEqual(['ledger']);
    const answers = { ledger: 'accounting-ledger' };
    expect(await amountsOf(name, { answers })).toEqual(['debit', 'debit', 3_350, 150_000]);
    expect(await read(name, { answers: { ledger: 'bank-statement' } })).toMatchObject({
      refusal: { code: 'bank_balance_contradictory' },
    });
  });
});

describe('the status of a line', () => {
  it.each([
    ['status.csv', {}, ['failed', 'not-booked', 5_000, 'reversal']],
    ['revolut.csv', eur, [40_000, 'not-booked', 'reversal']],
    ['post-eur.csv', eur, ['not-booked']],
  ])('decides in %s what is money', async (name, options, amounts) => {
    expect(await amountsOf(name, { answers: received, ...options })).toEqual(amounts);
  });

  it('is asked if the bank uses an unknown term for it', async () => {
    const name = 'status-reversal.xml';
    expect(await keysAsked(name)).toEqual(['status:special']);
    const others = ['not-booked', 'not-booked', 'not-booked', 'not-booked', 5_000];
    expect(await amountsOf(name, { answers: { 'status:special': 'not-booked' } })).toEqual([
      ...others,
      'not-booked',
      'reversal',
      'reversal',
    ]);
    const booked = await amountsOf(name, { answers: { 'status:special': 'booked' } });
    expect(booked[5]).toBe(6_000);
  });
});

describe('a currency other than the portfolio’s', () => {
  it.each([
    ['post-eur.csv', 'USD', 'EUR'],
    ['monzo.csv', 'USD', 'GBP'],
    ['n26.csv', 'USD', 'EUR'],
    ['ing-nl.csv', 'USD', 'EUR'],
    ['dkb-4digit-year.csv', 'USD', 'EUR'],
    ['rf-ing-test.csv', 'USD', 'EUR'],
    ['stripe.csv', 'EUR', 'USD'],
  ])('refuses %s, which states it for all lines', async (name, expected, currency) => {
    expect(await read(name, { currency: expected })).toMatchObject({
      refusal: { code: 'bank_currency_differs', details: { currency, expected } },
    });
  });

  it('leaves out the lines that are in it', async () => {
    const foreign = 'other-currency';
    expect(await amountsOf('multi-ccy.xml', eur)).toEqual([
      foreign,
      2_000,
      foreign,
      foreign,
      foreign,
    ]);
  });
});

describe('exports of German banks', () => {
  it.each([
    ['rf-dkb.csv', 8, [20_000, 15_000, 7_500], 'Max Mustermann'],
    ['rf-gls-bank.csv', 6, [128_400], 'Max Mustermann'],
    ['rf-postbank.csv', 5, [80_695], 'Bundesagentur für Arbeit-Service-Ha us'],
    ['rf-sparda-bank-west.csv', 10, [51_000], ''],
    ['rf-sparkasse-lzo-camt-v8.csv', 10, [6_750, 11_900, 15_890, 3_590], 'Eva Schmidt'],
    ['rf-sparkasse-lzo-mt940.csv', 10, [6_750, 11_900, 15_890, 3_590], 'Eva Schmidt'],
    ['rf-vr-teilhaberbank.csv', 5, [17_500], 'Max Mustermann'],
  ])('are read line by line: %s', async (name, count, amounts, payer) => {
    const { lines } = await read(name, eur);
    expect(lines).toHaveLength(count);
    const money = lines?.filter(({ leftOut }) => leftOut === null) ?? [];
    expect(money.map(({ amountMinor }) => amountMinor)).toEqual(amounts);
    expect(money[0]?.debtorName).toBe(payer);
    expect(new Set(lines?.map(({ account }) => account)).size).toBe(1);
    expect(lines?.every(({ bookedOn }) => /^202[56]-/.test(bookedOn))).toBe(true);
  });
});

describe('camt messages', () => {
  it.each([
    ['genkgo-camt053.v2.minimal.xml', eur, [885]],
    ['genkgo-camt053.v2.multi.statement.xml', eur, [885, 'debit']],
    ['genkgo-camt053.v4.xml', eur, [885]],
    ['genkgo-camt053.v8.xml', eur, [885]],
    [
      'oca-test-camt053_02.xml',
      { ...eur, answers: { balance: 'read-lines' } },
      ['debit', 'reversal', 140_531],
    ],
    ['enc-ISO-8859-15.xml', {}, [1_100]],
    ['camt.zip', {}, [100_000, 20_005, 3_450]],
    ['genkgo-camt052.v2.xml', { currency: 'SEK' }, ['debit']],
    ['genkgo-camt054.v2.xml', { currency: 'SEK' }, ['debit']],
    ['genkgo-camt054.v4.xml', { currency: 'SEK' }, ['debit']],
    ['batch-amtdtls.xml', {}, [10_000, 20_000]],
    ['batch-qr.xml', {}, [100_000, 20_005, 3_450]],
    ['batch-undetailed.xml', {}, [30_000, 30_000]],
  ])('of other versions and with batches are read: %s', async (name, options, amounts) => {
    expect(await amountsOf(name, options)).toEqual(amounts);
  });

  it('ask about balances that do not agree with the lines', async () => {
    const { asked } = await read('oca-test-camt053_02.xml', eur);
    expect(asked).toMatchObject([
      {
        key: 'balance',
        values: ['NL77ABNA0574908765 · 15568.27 + 57.01 = 15625.28 ≠ 15121.12 EUR'],
        choices: [{ choice: 'read-lines' }, { choice: 'refuse-file' }],
      },
    ]);
    const options = { ...eur, answers: { balance: 'refuse-file' } };
    expect((await read('oca-test-camt053_02.xml', options)).refusal).toEqual({
      code: 'bank_balance_differs',
      details: {
        account: 'NL77ABNA0574908765',
        currency: 'EUR',
        opening: '15568.27',
        moved: '57.01',
        closing: '15121.12',
      },
    });
  });

  it('have the payer in the encoding that the file declares', async () => {
    const { lines } = await read('enc-ISO-8859-15.xml');
    expect(lines).toMatchObject([{ debtorName: 'Müller', remittance: 'LN' }]);
  });

  it('that notify of credits have the same statuses as a statement', async () => {
    expect(await keysAsked('camt054.xml')).toEqual(['status:special']);
    const answers = { 'status:special': 'not-booked' };
    expect(await amountsOf('camt054.xml', { answers })).toEqual(
      await amountsOf('status-reversal.xml', { answers }),
    );
  });

  it('name the payers of a batch', async () => {
    const { lines } = await read('batch-qr.xml');
    expect(lines).toMatchObject([
      { debtorName: 'Müller AG', remittance: '210000000003139471430009017' },
      { debtorName: 'Zoë Käser', remittance: '210000000003139471430009018' },
      { debtorName: 'Anna', remittance: 'LN' },
    ]);
  });
});

describe('statements in other formats', () => {
  it.each([
    ['rf-vr-teilhaberbank.mta', eur, ['debit', 'debit', 'debit', 'debit', 17_500]],
    ['oca-test_ofx.ofx', {}, ['debit', 'debit', 'debit', 'debit']],
    ['oca-test_qif.qif', {}, ['debit', 'debit', 'debit', 'debit', 'debit']],
  ])('are read line by line: %s', async (name, options, amounts) => {
    expect(await amountsOf(name, options)).toEqual(amounts);
  });

  it('name payer and account', async () => {
    const { lines } = await read('rf-vr-teilhaberbank.mta', eur);
    expect(lines?.[4]).toMatchObject({
      debtorName: 'Max Mustermann',
      payerAccount: 'DE89370400440532013000',
      remittance: 'Rate',
      bookedOn: '2025-12-01',
    });
    expect(lines?.[1]).toMatchObject({ bookedOn: '2025-11-28', valueOn: '2025-11-30' });
    expect(lines?.[0]?.debtorName).toBe('PayPal Europe S.a.r.l. et Cie S.C.A');
  });

  it.each([
    'mt940_tests_betterplace_amount_formats.sta',
    'mt940_tests_betterplace_currency_in_25.sta',
  ])('without lines are refused: %s', async (name) => {
    expect((await read(name)).refusal?.code).toBe('bank_file_has_no_lines');
  });
});

describe('letters', () => {
  it('are those by which the headings are words', async () => {
    const { lines } = await read('arabic-1256.csv');
    expect(lines).toMatchObject([
      { amountMinor: 150_000, remittance: 'تحويل من محمد LN000123', leftOut: null },
    ]);
    const german = await read('rf-ing-test.csv', eur);
    expect(german.lines?.[0]?.debtorName).toBe('Muster GmbH');
  });

  it('are asked for if the headings are plain, each encoding with what it reads', async () => {
    const { asked } = await read('cp1256-text.csv', { answers: received });
    expect(asked).toMatchObject([{ key: 'encoding', kind: 'encoding' }]);
    const choice = asked?.[0]?.choices.find((one) => one.choice === 'windows-1256');
    expect(choice?.readings).toEqual(['محمد علي', 'تحويل']);
    const answers = { ...received, encoding: 'windows-1256' };
    expect((await read('cp1256-text.csv', { answers })).lines).toMatchObject([
      { debtorName: 'محمد علي', amountMinor: 150_000 },
    ]);
  });
});

describe('the account of a line', () => {
  it.each([
    ['rf-dkb-test.csv', eur, ''],
    ['rf-volksbank-test.csv', eur, ''],
    ['dkb-4digit-year.csv', eur, 'DE42120300001033738756'],
    ['rf-sparkasse-camt-test.csv', eur, 'DE12345678901234567890'],
    ['barclays.csv', {}, '20-00-00 12345678'],
  ])('is never the payer’s: %s', async (name, options, account) => {
    const { lines } = await read(name, options);
    expect(new Set(lines?.map((line) => line.account))).toEqual(new Set([account]));
  });
});

describe('the days of a file', () => {
  it.each([
    ['hijri.csv', ['2026-09-25']],
    ['hsbc.csv', ['2026-10-04', '2026-10-05']],
  ])('are read: %s', async (name, days) => {
    const { lines } = await read(name);
    expect(lines?.map(({ bookedOn }) => bookedOn)).toEqual(days);
  });

  it('are asked for if 26/11/25 can be in 2025 or in 2026', async () => {
    const url = new URL('fixtures/hdfc.csv', import.meta.url);
    const text = (await readFile(url, 'utf8')).replace('Value Dat,', 'Value Date,');
    const { asked } = await readContent(text, { currency: 'USD' });
    expect(asked).toMatchObject([
      {
        key: 'day-order',
        values: ['26/11/25', '06/11/25'],
        choices: [
          { choice: 'day-first', readings: ['2025-11-26', '2025-11-06'] },
          { choice: 'year-first', readings: ['2026-11-25', '2006-11-25'] },
        ],
      },
    ]);
  });

  it('have the day first in a file of a bank that always writes it so', async () => {
    expect((await read('hdfc.csv')).lines).toMatchObject([
      { bookedOn: '2025-11-26', amountMinor: 700_000, leftOut: null },
      { bookedOn: '2025-11-06', leftOut: 'debit' },
    ]);
  });
});

describe('a table between balances', () => {
  it('is read without them', async () => {
    const name = 'oca-meta_data_separated_credit_debit.csv';
    expect(await keysAsked(name, eur)).toEqual(['day-order']);
    const answers = { 'day-order': 'day-first' };
    expect(await amountsOf(name, { ...eur, answers })).toEqual([
      'debit',
      'debit',
      'debit',
      130_000,
    ]);
  });
});

describe('the payer and the payer’s account', () => {
  it.each([
    ['ing-nl.csv', eur, 'J Smith', 'NL00RABO0000000002'],
    ['n26.csv', eur, 'MR FRANK ROUSSEAU', 'FR1820041000012683304R02067'],
    ['rf-dkb-test.csv', eur, 'Muster GmbH', 'DE98765432109876543210'],
    ['rf-ing-test.csv', eur, 'Muster GmbH', 'DE98765432109876543210'],
    ['rf-sparkasse-camt-test.csv', eur, 'Muster GmbH', 'DE98765432109876543210'],
    ['rf-volksbank-test.csv', eur, 'Muster GmbH', 'DE98765432109876543210'],
    ['wise.csv', {}, 'Max Muster', ''],
  ])('are those of the line: %s', async (name, options, debtorName, payerAccount) => {
    const { lines } = await read(name, options);
    expect(lines?.[0]).toMatchObject({ debtorName, payerAccount });
  });
});

describe('a file that is not understood', () => {
  it.each([['dup-head.csv', 'bank_file_has_no_lines']])('is refused: %s', async (name, code) => {
    expect((await read(name)).refusal?.code).toBe(code);
  });
});
