import { describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../../../testing/tape-files.ts';
import { readBankFile } from '../read-bank-file.ts';

async function read(rows: readonly string[], answers = {}, businessDate: string | null = null) {
  const file = await tapeFileOf(rows.join('\n'));
  try {
    const outcome = await readBankFile(file, { currency: 'IDR', answers, businessDate });
    if (!outcome.ok) return { refused: outcome.refusal.code };
    if (!('lines' in outcome.value)) {
      return {
        asked: outcome.value.questions.map(({ key, choices }) => [
          key,
          ...choices.map(({ choice }) => choice),
        ]),
      };
    }
    const { lines, reading } = outcome.value;
    const basis = reading?.columns.find(({ format }) => format?.kind === 'dates')?.format?.basis;
    return { days: lines.map(({ bookedOn }) => bookedOn), basis };
  } finally {
    await file.handle.close();
  }
}

const heading = 'Tanggal,Keterangan,Jumlah,,Saldo';
const rowsOf = (...days: readonly string[]) =>
  days.map((day, at) => `${day},TRSF LN00012${at},100000.00,CR,${at + 1}00000.00`);
/** Rows without balances, which would prove the direction of the list. */
const creditsOf = (...days: readonly string[]) => [
  'Tanggal,Keterangan,Kredit',
  ...days.map((day, at) => `${day},TRSF LN00012${at},100000.00`),
];
const january = 'Periode,:,01/01/2026 - 31/01/2026';

describe('days without a year', () => {
  it.each([
    ['numbers', ["'05/01", "'06/01"]],
    ['names of months', ['05/JAN', '06 Jan']],
    ['numbers with points', ['05.01.', '06.01.']],
  ])('have that of the period above the table: %s', async (_kind, days) => {
    const { basis, ...found } = await read([january, heading, ...rowsOf(...days)]);
    expect(found).toEqual({ days: ['2026-01-05', '2026-01-06'] });
    expect(basis).toBe('year-above');
  });

  it('are in two years if the period is', async () => {
    const period = 'Periode,:,15/12/2025 - 14/01/2026';
    const { days } = await read([period, heading, ...rowsOf('31/12', '02/01')]);
    expect(days).toEqual(['2025-12-31', '2026-01-02']);
  });

  const today = '2026-11-27';
  const yearRound = ['Periode,:,02/03/2024 - 02/03/2025', 'Dicetak,:,31/12/2024'];

  it('follow from the order of the list if the period begins and ends on the same day', async () => {
    const oldestFirst = [...yearRound, heading, ...rowsOf('02/03', '15/08', '15/12', '02/03')];
    const days = ['2024-03-02', '2024-08-15', '2024-12-15', '2025-03-02'];
    expect(await read(oldestFirst)).toEqual({ days, basis: 'year-above' });
    const newestFirst = [...yearRound, ...creditsOf('02/MAR', '16/JAN', '15/JUN', '02/MAR')];
    expect(await read(newestFirst)).toEqual({
      days: ['2025-03-02', '2025-01-16', '2024-06-15', '2024-03-02'],
      basis: 'year-above',
    });
    const between = await read([...yearRound, heading, ...rowsOf('15/JUN', '16/JAN')], {}, today);
    expect(between).toEqual({ days: ['2024-06-15', '2025-01-16'], basis: 'year-above' });
  });

  it('are asked about if the list can run in both directions', async () => {
    const asked = { asked: [['year', '2025', '2024']] };
    const before = [...yearRound, ...creditsOf('02/MAR', '15/JUN')];
    expect(await read(before, {}, today)).toEqual(asked);
    expect(await read(before, { year: '2025' }, today)).toEqual({
      days: ['2025-03-02', '2024-06-15'],
      basis: 'year-answered',
    });
    const alone = [...yearRound, heading, ...rowsOf('02/MAR', '02/MAR')];
    expect(await read(alone, {}, today)).toEqual(asked);
    expect((await read(alone, { year: '2024' }, today)).days).toEqual(['2024-03-02', '2024-03-02']);
    // Read month first, 02/03 is in the period only once, but no other row shows that order.
    const inTwoOrders = [...yearRound, ...creditsOf('02/03', '04/05')];
    const choices = ['day-first', 'month-first'];
    expect(await read(inTwoOrders, {}, today)).toEqual({ asked: [['day-order', ...choices]] });
    expect(await read(inTwoOrders, { 'day-order': 'day-first' }, today)).toEqual(asked);
    expect((await read(inTwoOrders, { 'day-order': 'month-first' }, today)).days).toEqual([
      '2025-02-03',
      '2024-04-05',
    ]);
  });

  it('are refused if one answer cannot place them, or nobody can be asked', async () => {
    const refused = { refused: 'bank_line_not_read' };
    const inBoth = [...yearRound, heading, ...rowsOf('02/MAR', '15/JUN', '02/MAR')];
    expect(await read(inBoth, {}, today)).toEqual(refused);
    const mixed = [...yearRound, heading, ...rowsOf('15/JUN', '02/MAR', '16/JAN', '02/MAR')];
    expect(await read(mixed, {}, today)).toEqual(refused);
    expect(await read([...yearRound, heading, ...rowsOf('02/MAR', '15/JUN')])).toEqual(refused);
  });

  it('are asked about if the period does not contain them, or may be in two orders', async () => {
    const outside = await read([january, heading, ...rowsOf('13/03', '14/03')], {}, today);
    expect(outside).toEqual({ asked: [['year', '2026', '2025', '2024']] });
    const year = 'Periode,:,01/01/2026 - 31/12/2026';
    const late = await read([heading, ...rowsOf('13/12', '14/12')], {}, today);
    expect(late).toEqual({ asked: [['year', '2025', '2024', '2023']] });
    const turned = await read([year, heading, ...rowsOf('05/01', '06/01')], {}, today);
    expect(turned).toEqual({ asked: [['day-order', 'day-first', 'month-first']] });
    const answered = await read(
      [year, heading, ...rowsOf('05/01', '06/01')],
      { 'day-order': 'month-first' },
      today,
    );
    expect(answered.days).toEqual(['2026-05-01', '2026-06-01']);
  });

  it('have the year of the answer, and the one before it where the list passes its end', async () => {
    const rows = [heading, ...rowsOf('30/DEC', '31/DEC', '02/JAN')];
    expect(await read(rows, { year: '2026' }, '2026-11-27')).toEqual({
      days: ['2025-12-30', '2025-12-31', '2026-01-02'],
      basis: 'year-answered',
    });
    const newestFirst = creditsOf('02/JAN', '31/DEC', '30/DEC');
    const { days } = await read(newestFirst, { year: '2026' }, '2026-11-27');
    expect(days).toEqual(['2026-01-02', '2025-12-31', '2025-12-30']);
  });

  it('are refused if nothing can show the year, or a day is not in it', async () => {
    const forthAndBack = [heading, ...rowsOf('30/DEC', '02/JAN', '31/DEC', '03/JAN')];
    expect(await read(forthAndBack, {}, '2026-11-27')).toEqual({ refused: 'bank_line_not_read' });
    const leap = [heading, ...rowsOf('29/FEB', '01/MAR')];
    expect(await read(leap, { year: '2026' }, '2026-11-27')).toEqual({
      refused: 'bank_line_not_read',
    });
    const mixed = [january, heading, ...rowsOf('05/01', '06/01/2026')];
    expect(await read(mixed, {}, '2026-11-27')).toEqual({ refused: 'bank_line_not_read' });
  });
});

describe('the order of days', () => {
  it('follows from a date above the table that is written alike', async () => {
    const to = 'Kepada,31/01/2026';
    const shown = await read([to, heading, ...rowsOf('05/01/2026', '06/01/2026')]);
    expect(shown).toEqual({ days: ['2026-01-05', '2026-01-06'], basis: 'not-by-itself' });
    const otherSign = 'Kepada,31-01-2026';
    const asked = await read([otherSign, heading, ...rowsOf('05/01/2026', '06/01/2026')]);
    expect(asked).toEqual({ asked: [['day-order', 'day-first', 'month-first']] });
  });

  it('follows its own rows, whatever is above the table', async () => {
    const to = 'Printed,31/01/2026';
    const { days } = await read([to, heading, ...rowsOf('01/25/2026', '01/26/2026')]);
    expect(days).toEqual(['2026-01-25', '2026-01-26']);
  });
});
