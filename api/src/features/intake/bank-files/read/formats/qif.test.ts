import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const read = (content: string, answers = {}) => readContent(content, { currency: 'EUR', answers });

const file = (...records: string[]) =>
  `!Type:Bank\n${records.map((one) => `${one}\n^\n`).join('')}`;

describe('a QIF file', () => {
  it('has day, amount, payer, text and number in the portfolio’s currency', async () => {
    expect(
      await read(
        file(
          'D13/06/2026\nT1,250.50\nPAda\nMLoan L-000007\nN77\nLIncome',
          "D5/ 7'26\nT-20.00\nPFee",
        ),
      ),
    ).toMatchObject({
      format: 'qif',
      lines: [
        {
          bookedOn: '2026-06-13',
          valueOn: '2026-06-13',
          amountMinor: 125_050,
          currency: 'EUR',
          debtorName: 'Ada',
          remittance: 'Loan L-000007 · 77',
          leftOut: null,
        },
        { bookedOn: '2026-07-05', amountMinor: 2_000, leftOut: 'debit' },
      ],
    });
  });

  it('asks in which order its dates are, if none proves it', async () => {
    const content = file('D03/04/2026\nT10.00');
    expect(await read(content)).toMatchObject({
      asked: [{ key: 'day-order', values: ['03/04/2026'] }],
    });
    expect(await read(content, { 'day-order': 'day-first' })).toMatchObject({
      lines: [{ bookedOn: '2026-04-03' }],
    });
    expect(await read(content, { 'day-order': 'month-first' })).toMatchObject({
      lines: [{ bookedOn: '2026-03-04' }],
    });
  });

  it.each([
    ['2026-06-13', '2026-06-13'],
    ['13.06.26', '2026-06-13'],
    ["6/13'26", '2026-06-13'],
    ['6/13/98', '1998-06-13'],
  ])('reads the day %s', async (day, bookedOn) => {
    expect(await read(file(`D${day}\nT10.00`))).toMatchObject({ lines: [{ bookedOn }] });
  });

  it('asks which decimal mark its amounts have, if none proves it', async () => {
    const content = file('D2026-06-01\nT1.500');
    expect(await read(content)).toMatchObject({ asked: [{ key: 'decimal-mark' }] });
    expect(await read(content, { 'decimal-mark': 'comma' })).toMatchObject({
      lines: [{ amountMinor: 150_000 }],
    });
  });

  it('has several accounts, and lists that are not lines', async () => {
    const content = `!Account\nNGiro\nTBank\n^\n${file('D2026-06-01\nT1.00')}!Type:Cat\nNFood\nE\n^\n!Account\nNCard\n^\n!Type:CCard\nD2026-06-02\nT2.00\n^\n`;
    expect(await read(content)).toMatchObject({
      lines: [
        { account: 'Giro', amountMinor: 100 },
        { account: 'Card', amountMinor: 200 },
      ],
    });
  });

  it.each([
    [
      'dates of both orders',
      file('D13/06/2026\nT1.00', 'D06/13/2026\nT1.00'),
      'bank_dates_ambiguous',
    ],
    ['no day', file('T1.00'), 'bank_line_not_read'],
    ['no amount', file('D2026-06-01\nPAda'), 'bank_line_not_read'],
    ['parts of a cent', file('D2026-06-01\nT1.0055'), 'bank_line_not_read'],
    ['both decimal marks', file('D2026-06-01\nT1.50', 'D2026-06-01\nT1,50'), 'bank_amounts_mixed'],
    [
      'too many lines',
      '!Type:Bank\n' + 'D2026-06-01\nT1.00\n^\n'.repeat(10_001),
      'too_many_bank_lines',
    ],
    ['only other lists', '!Type:Invst\nD2026-06-01\nT1.00\n^\n', 'bank_file_has_no_lines'],
  ])('is refused with %s', async (_name, content, code) => {
    expect(await read(content)).toMatchObject({ refusal: { code } });
  });
});
