import { describe, expect, it } from 'vitest';
import { readLines, readSheet } from '../../../../testing/read-whole-tape.ts';

const names =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,first_due_on,balance,principal_paid';

/** Builds the lines of a tape whose rows have these days of disbursement and first due days. */
const tapeOf = (days: readonly (readonly [string, string])[]) => [
  names,
  ...days.map(([paid, due], at) => `V${at},B,1000.00,13.49,24,"${paid}","${due}",1000.00,0`),
];

async function daysOf(days: readonly (readonly [string, string])[], options = {}) {
  const { loans } = await readLines(tapeOf(days), options);
  return loans.map(({ disbursedOn, firstDueOn }) => [disbursedOn, firstDueOn]);
}

describe('the days of a tape', () => {
  it.each([
    [
      [
        ['03/04/2026', '03/05/2026'],
        ['27/03/2026', '27/04/2026'],
      ],
      [
        ['2026-04-03', '2026-05-03'],
        ['2026-03-27', '2026-04-27'],
      ],
    ],
    [[['31 January 2026', '28. Februar 2026']], [['2026-01-31', '2026-02-28']]],
    [[['20260131', '20260228']], [['2026-01-31', '2026-02-28']]],
    [[['31.01.26', '28.02.26']], [['2026-01-31', '2026-02-28']]],
    [[['1447/08/12', '1447/09/12']], [['2026-01-31', '2026-03-01']]],
    [[['2026-01-31T00:00:00+03:00', '2026-02-28 14:30']], [['2026-01-31', '2026-02-28']]],
  ] as const)('are read by what their columns prove: %j', async (days, read) => {
    expect(await daysOf(days)).toEqual(read);
  });

  it('are read by the order of the other columns if their own leaves it open', async () => {
    expect(
      await daysOf([
        ['03/04/2026', '13/05/2026'],
        ['04/04/2026', '14/05/2026'],
      ]),
    ).toEqual([
      ['2026-04-03', '2026-05-13'],
      ['2026-04-04', '2026-05-14'],
    ]);
  });

  it('are shown with the evidence of each column', async () => {
    const { columns } = await readLines(
      tapeOf([
        ['03/04/2026', '03.05.2026'],
        ['27/03/2026', '04.05.2026'],
      ]),
    );
    const format = (name: string) => columns.find((column) => column.name === name)?.format;
    expect(format('disbursed_on')).toEqual({
      kind: 'dates',
      as: 'day-first',
      calendar: null,
      basis: 'proved',
      proofs: 1,
    });
    expect(format('first_due_on')).toMatchObject({ as: 'day-first', basis: 'points' });
    expect(format('principal')).toMatchObject({ kind: 'numbers', as: 'point', proofs: 2 });
    expect(format('instalments')).toMatchObject({ basis: 'one-reading' });
    expect(format('borrower_name')).toBeNull();
  });

  it('are asked about if nothing proves their order, and read as answered', async () => {
    const lines = tapeOf([['03/04/2026', '03/05/2026']]);
    const asked = await readLines(lines);
    expect(asked.loans).toEqual([]);
    expect(asked.findings).toMatchObject([{ code: 'date_order_unproven' }]);
    expect(asked.questions).toMatchObject([
      {
        kind: 'dateOrder',
        columns: ['disbursed_on', 'first_due_on'],
        count: 2,
        cells: [
          {
            value: '03/04/2026',
            readings: [
              { answer: 'day-first', value: '2026-04-03' },
              { answer: 'month-first', value: '2026-03-04' },
            ],
          },
          {},
        ],
        answer: null,
      },
    ]);
    for (const [dateOrder, day] of [
      ['day-first', '2026-04-03'],
      ['month-first', '2026-03-04'],
    ] as const) {
      const { loans } = await readLines(lines, { answers: { dateOrder } });
      expect(loans).toMatchObject([{ disbursedOn: day }]);
    }
  });

  it('are asked about if rows contradict each other, and the rows are named', async () => {
    const lines = tapeOf([
      ['27/03/2026', '2026-04-27'],
      ['03/28/2026', '2026-04-28'],
    ]);
    const { findings, loans } = await readLines(lines);
    expect(loans).toEqual([]);
    expect(findings).toMatchObject([
      {
        code: 'date_order_contradicted',
        details: { cells: '03/28/2026 (3) · 27/03/2026 (2)' },
      },
    ]);
    const answered = await readLines(lines, { answers: { dateOrder: 'day-first' } });
    expect(answered.findings).toMatchObject([{ code: 'value_not_a_date', row: 3 }]);
    expect(answered.loans).toMatchObject([{ disbursedOn: '2026-03-27' }]);
  });

  it('are read in the order that a user sets, and those that do not fit it are named', async () => {
    const lines = tapeOf([
      ['03/04/2026', '2026-05-27'],
      ['27/03/2026', '2026-04-27'],
    ]);
    const proved = await readLines(lines);
    expect(proved.loans.map(({ disbursedOn }) => disbursedOn)).toEqual([
      '2026-04-03',
      '2026-03-27',
    ]);
    const read = await readLines(lines, { dateOrders: { disbursedOn: 'month-first' } });
    expect(read.questions).toEqual([]);
    expect(read.loans).toMatchObject([{ disbursedOn: '2026-03-04' }]);
    expect(read.findings).toMatchObject([
      { code: 'value_not_a_date', row: 3, value: '27/03/2026' },
    ]);
    const column = read.columns.find(({ field }) => field === 'disbursedOn');
    expect(column?.format).toMatchObject({ as: 'month-first', basis: 'chosen' });
  });

  const last = { importId: 'i', fileName: 'may.csv', bookedAt: '2026-05-15T00:00:00Z' };
  const choices = { table: null, columns: null, answers: null, words: null, forAll: null };
  const withOrder = (order: 'day-first' | 'month-first') => ({
    remembered: [
      { ...last, ...choices, header: names.split(','), dateOrders: { disbursedOn: order } },
    ],
  });
  const formatOf = ({ columns }: Awaited<ReturnType<typeof readLines>>) =>
    columns.find(({ field }) => field === 'disbursedOn')?.format;

  it('are read in the order that a user set for the last tape, which is named', async () => {
    const lines = tapeOf([['03/04/2026', '2026-05-04']]);
    const read = await readLines(lines, withOrder('month-first'));
    expect(read.loans).toMatchObject([{ disbursedOn: '2026-03-04' }]);
    expect(formatOf(read)).toMatchObject({ as: 'month-first', basis: 'chosen' });
    expect(read.recalledFrom).toEqual(last);
    const set = { ...withOrder('month-first'), dateOrders: { disbursedOn: 'day-first' } } as const;
    const again = await readLines(lines, set);
    expect(again.loans).toMatchObject([{ disbursedOn: '2026-04-03' }]);
    expect(again.recalledFrom).toBeNull();
  });

  it('are read in the order that the rows prove, whatever a user set for the last tape', async () => {
    const lines = tapeOf([
      ['03/04/2026', '2026-05-04'],
      ['27/03/2026', '2026-04-27'],
    ]);
    for (const order of ['day-first', 'month-first'] as const) {
      const read = await readLines(lines, withOrder(order));
      expect(read.findings).toEqual([]);
      expect(read.loans).toMatchObject([
        { disbursedOn: '2026-04-03' },
        { disbursedOn: '2026-03-27' },
      ]);
      expect(formatOf(read)).toMatchObject({ as: 'day-first', basis: 'proved' });
      expect(read.recalledFrom).toBeNull();
    }
  });

  it('are asked about again if the rows contradict each other, whatever a user set before', async () => {
    const lines = tapeOf([
      ['27/03/2026', '2026-04-27'],
      ['03/28/2026', '2026-04-28'],
    ]);
    const { findings } = await readLines(lines, withOrder('day-first'));
    expect(findings).toMatchObject([{ code: 'date_order_contradicted' }]);
  });

  it('are asked about if the years can be Hijri or Persian', async () => {
    const lines = tapeOf([['1404/10/11', '1404/11/11']]);
    const asked = await readLines(lines);
    expect(asked.questions).toMatchObject([{ kind: 'calendar', answer: null }]);
    const { loans } = await readLines(lines, { answers: { calendar: 'persian' } });
    expect(loans).toMatchObject([{ disbursedOn: '2026-01-01', firstDueOn: '2026-01-31' }]);
  });

  it('are not taken from a sheet that swapped day and month in some cells', async () => {
    const header = names.split(',');
    const rest = ['2026-06-28', 1000, 0] as const;
    const { findings, loans } = await readSheet([
      header,
      ['V1', 'B', 1000, 13.49, 24, { number: 46085, format: 'dd/mm/yyyy' }, ...rest],
      ['V2', 'B', 1000, 13.49, 24, '27/03/2026', ...rest],
    ]);
    expect(loans).toEqual([]);
    expect(findings).toMatchObject([{ code: 'date_order_contradicted' }]);
  });

  it('are asked about without a balance once their order is known', async () => {
    const lines = tapeOf([['03/04/2026', '03/05/2026']]).map((line) =>
      line.replace(/,1000\.00,0$/, ',,'),
    );
    const { questions } = await readLines(lines, { answers: { dateOrder: 'day-first' } });
    expect(questions).toMatchObject([
      { kind: 'dateOrder', answer: 'day-first' },
      { kind: 'missingBalances', count: 1, answer: null },
    ]);
  });
});
