import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const read = (content: string, answers = {}) => readContent(content, { currency: 'EUR', answers });

/** Puts texts at their positions, which count from 1, into a record of 128 characters. */
function record(start: string, fields: Readonly<Record<number, string>> = {}): string {
  let text = start.padEnd(128);
  for (const [position, field] of Object.entries(fields)) {
    const from = Number(position) - 1;
    text = text.slice(0, from) + field + text.slice(from + field.length);
  }
  return text;
}

const amount = (cents: number) => String(cents * 10).padStart(15, '0');

const header = record('0000002062672505', { 84: '00000', 128: '2' });
const opening = (cents: number, account = 'BE68539007547034', currency = 'EUR') =>
  record('12015', { 6: account, 40: currency, 43: '0', 44: amount(cents), 59: '010626' });
const closing = (cents: number, account = 'BE68539007547034', currency = 'EUR') =>
  record('8015', { 5: account, 39: currency, 42: '0', 43: amount(cents), 58: '020626', 128: '0' });
const trailer = (records: number, debit: number, credit: number, code = '2') =>
  record('9', {
    17: String(records).padStart(6, '0'),
    23: amount(debit),
    38: amount(credit),
    128: code,
  });

type Movement = {
  readonly code?: string;
  readonly sign?: '0' | '1';
  readonly text?: string;
  readonly kind?: '0' | '1';
  readonly reference?: string;
};

function movement(numbers: string, cents: number, options: Movement = {}): string {
  const { code = '00150000', sign = '0', text = '', kind = '0', reference = '' } = options;
  return record(`21${numbers}`, {
    11: reference,
    32: sign,
    33: amount(cents),
    48: '020626',
    54: code,
    62: kind,
    63: text,
    116: '010626',
  });
}
const second = (numbers: string, fields: Readonly<Record<number, string>>) =>
  record(`22${numbers}`, fields);
const third = (numbers: string, account: string, name: string, text = '') =>
  record(`23${numbers}`, { 11: account, 48: name, 83: text });
const file = (...records: string[]) => `${records.join('\r\n')}\r\n`;

const received = [
  movement('00010000', 12_505, { text: 'LOAN L-000007 INSTALMENT', reference: 'REFOFBANK0001' }),
  second('00010000', { 11: 'OF JUNE', 64: 'E2E-7' }),
  third('00010000', 'BE71096123456769                  EUR', 'ADA BYRON', 'AND THANKS'),
];

describe('a CODA file', () => {
  it('has day, value day, amount, direction, payer, account and text', async () => {
    const content = file(
      header,
      opening(100_000),
      ...received,
      movement('00020000', 4_550, { sign: '1', code: '00501000', text: 'ELECTRICITY' }),
      closing(107_955),
      record('4 00010000', { 33: 'The counter is closed on Friday' }),
      trailer(6, 4_550, 12_505),
    );
    expect(await read(content)).toMatchObject({
      format: 'coda',
      lines: [
        {
          account: 'BE68539007547034',
          bankId: 'REFOFBANK0001',
          bookedOn: '2026-06-01',
          valueOn: '2026-06-02',
          amountMinor: 12_505,
          currency: 'EUR',
          debtorName: 'ADA BYRON',
          payerAccount: 'BE71096123456769',
          leftOut: null,
        },
        { amountMinor: 4_550, leftOut: 'debit', remittance: 'ELECTRICITY' },
      ],
    });
  });

  it('joins the parts of a text and the information about the payment', async () => {
    const content = file(
      header,
      opening(0),
      movement('00010000', 100, { text: 'LOAN'.padEnd(50, '.') }),
      second('00010000', { 11: 'L-000007', 64: 'NOTPROVIDED' }),
      record('3100010001', { 40: '1', 41: '001GRACE HOPPER' }),
      record('3200010001', { 11: 'MAIN STREET 1' }),
      record('3100010002', { 40: '0', 41: 'SEE L-000008' }),
      closing(100),
      trailer(7, 0, 100),
    );
    expect(await read(content)).toMatchObject({
      lines: [
        {
          debtorName: 'GRACE HOPPER',
          remittance: `${'LOAN'.padEnd(50, '.')} L-000007 · SEE L-000008`,
        },
      ],
    });
  });

  it('reads information that has the number of its movement', async () => {
    const content = file(
      header,
      opening(0),
      movement('00010000', 100),
      record('3100010000', { 40: '1', 41: '001GRACE HOPPER' }),
      movement('00020000', 100),
      closing(200),
      trailer(5, 0, 200),
    );
    expect(await read(content)).toMatchObject({ lines: [{ debtorName: 'GRACE HOPPER' }, {}] });
  });

  it('writes a structured message as payers know it', async () => {
    const content = file(
      header,
      opening(0),
      movement('00010000', 100, { kind: '1', text: '101090933755493' }),
      closing(100),
      trailer(3, 0, 100),
    );
    expect(await read(content)).toMatchObject({ lines: [{ remittance: '+++090/9337/55493+++' }] });
  });

  it('leaves out money that came back or went back, with its direction', async () => {
    const debit = `127010626110${'BE02ZZZ0123456789'.padEnd(35)}${'MANDATE-7'.padEnd(35)}`;
    const content = file(
      header,
      opening(0),
      movement('00010000', 100, { code: '00154000', text: 'UNEXECUTABLE' }),
      movement('00020000', 200, { code: '00199000', text: 'CORRECTION' }),
      movement('00030000', 300, { text: 'REFUND' }),
      second('00030000', { 113: '3AC04' }),
      movement('00040000', 400, { code: '00550000', kind: '1', text: debit.slice(0, 53) }),
      second('00040000', { 11: debit.slice(53) }),
      movement('00050000', 400, { sign: '1', text: 'UNPAID' }),
      second('00050000', { 113: '3AC04' }),
      closing(600),
      trailer(10, 400, 1_000),
    );
    expect(await read(content)).toMatchObject({
      lines: [
        { leftOut: 'reversal', direction: 'in' },
        { leftOut: 'reversal', direction: 'in' },
        { leftOut: 'reversal', direction: 'in' },
        { leftOut: null, remittance: 'MANDATE-7' },
        { leftOut: 'reversal', direction: 'out' },
      ],
    });
  });

  const batch = (...parts: readonly (readonly [string, number])[]) => [
    movement('00010000', 30_000, { code: '20150000', text: 'TOTAL OF THE DAY' }),
    ...parts.flatMap(([code, cents], place) => [
      movement(`0001000${place + 1}`, cents, { code, text: `LOAN L-00000${place + 1}` }),
      third(`0001000${place + 1}`, 'BE71096123456769', `PAYER ${place + 1}`),
    ]),
  ];

  it('reads the details of a total instead of the total', async () => {
    const content = file(
      header,
      opening(0),
      ...batch(['60150000', 10_000], ['70150000', 20_000], ['90137006', 50]),
      closing(30_000),
      trailer(9, 0, 30_000),
    );
    expect(await read(content)).toMatchObject({
      lines: [
        { amountMinor: 10_000, debtorName: 'PAYER 1', remittance: 'LOAN L-000001' },
        { amountMinor: 20_000, debtorName: 'PAYER 2', remittance: 'LOAN L-000002' },
      ],
    });
  });

  it('reads the total if its details do not add up to it', async () => {
    const content = file(
      header,
      opening(0),
      ...batch(['60150000', 10_000]),
      closing(30_000),
      trailer(5, 0, 30_000),
    );
    expect(await read(content)).toMatchObject({
      lines: [{ amountMinor: 30_000, debtorName: '', remittance: 'TOTAL OF THE DAY' }],
    });
  });

  it('reads an amount with its fees as one payment', async () => {
    const content = file(
      header,
      opening(0),
      movement('00010000', 9_900, { code: '34150000', text: 'L-000001' }),
      movement('00010001', 10_000, { code: '84150100' }),
      movement('00010002', 100, { code: '84137006', sign: '1' }),
      closing(9_900),
      trailer(5, 0, 9_900),
    );
    expect(await read(content)).toMatchObject({ lines: [{ amountMinor: 9_900 }] });
  });

  it('reads several accounts, each in its currency', async () => {
    const content = file(
      header,
      opening(0),
      ...received,
      closing(12_505),
      trailer(5, 0, 12_505, '1'),
      header,
      opening(0, 'BE43068999999501', 'USD'),
      movement('00010000', 100),
      closing(100, 'BE43068999999501', 'USD'),
      trailer(3, 0, 100),
    );
    expect(await read(content)).toMatchObject({
      lines: [
        { account: 'BE68539007547034', leftOut: null },
        { account: 'BE43068999999501', currency: 'USD', leftOut: 'other-currency' },
      ],
    });
  });

  it('reads records whose blanks at the end were cut', async () => {
    const content = file(header, opening(0), ...received, closing(12_505), trailer(5, 0, 12_505));
    const cut = content.replaceAll(/ +\r\n/g, '\n');
    expect(await read(cut)).toEqual(await read(content));
  });

  it('asks if its balances do not agree with its lines', async () => {
    const content = file(header, opening(0), ...received, closing(99), trailer(5, 0, 12_505));
    expect(await read(content)).toMatchObject({
      asked: [{ key: 'balance', values: ['BE68539007547034 · 0.00 + 125.05 = 125.05 ≠ 0.99 EUR'] }],
    });
  });

  const whole = (...movements: string[]) => file(header, opening(0), ...movements, closing(0));
  it.each([
    ['another sum', whole(...received) + trailer(5, 0, 12_506), { stated: '125.060' }],
    ['another count of records', whole(...received) + trailer(6, 0, 12_505), { stated: '6' }],
    [
      'a gap in the sequence',
      whole(movement('00010000', 1), movement('00030000', 1)),
      { stated: '0003', found: '0002' },
    ],
    [
      'a missing detail',
      whole(movement('00010000', 1, { code: '20150000' }), movement('00010002', 1)),
      { stated: '0002', found: '0001' },
    ],
  ])('is refused with %s', async (_name, content, details) => {
    expect(await read(content)).toMatchObject({
      refusal: { code: 'bank_control_differs', details },
    });
  });

  it.each([
    ['no control totals', whole(...received), '9'],
    ['a record that is out of place', file(header, ...received), '1'],
    ['another version', file(header.replace(/2$/, '1')), '128'],
    [
      'more decimals than its currency',
      whole(movement('00010000', 1).replace('10020626', '11020626')),
      '32-47',
    ],
    ['a detail without its amount', whole(movement('00010000', 1, { code: '80150000' })), '54'],
    ['an unknown currency', file(header, opening(0, 'BE1', 'XQQ')), '6-42'],
    ['a longer record', file(`${header}X`), '#129'],
    [
      'a structured message without digits',
      whole(movement('00010000', 1, { kind: '1', text: '101ABC' })),
      '66-77',
    ],
  ])('is refused with %s', async (_name, content, column) => {
    expect(await read(content)).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { column } },
    });
  });
});
