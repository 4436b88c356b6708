import { describe, expect, it } from 'vitest';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tapeFileOf } from '../../../../../testing/tape-files.ts';
import { readBankFile } from '../read-bank-file.ts';

/** The answer that treats all lines without a direction as received. */
const received = { direction: 'received' };

async function read(content: string, answers: FileAnswers = received) {
  const file = await tapeFileOf(content);
  try {
    return await readBankFile(file, { currency: 'EUR', answers });
  } finally {
    await file.handle.close();
  }
}

describe('a bank file', () => {
  it.each([
    ['the day first', ['03/04/2026', '13/04/2026'], '2026-04-03'],
    ['the month first', ['03/04/2026', '04/13/2026'], '2026-03-04'],
    ['one number twice', ['04/04/2026'], '2026-04-04'],
    ['year, month and day', ['20260403'], '2026-04-03'],
  ])('has days with %s where the file itself proves it', async (_name, days, first) => {
    const rows = days.map((day) => `${day},5.00,Ada`).join('\n');
    expect(await read(`Date,Amount,Name\n${rows}`)).toMatchObject({
      value: { lines: days.map((_day, at) => (at === 0 ? { bookedOn: first } : {})) },
    });
  });

  it.each([
    ['day-first', '2026-04-03'],
    ['month-first', '2026-03-04'],
  ] as const)('has days with the %s if the user says so', async (order, day) => {
    const file = 'Date,Amount,Name\n04/04/2026,5.00,Ada\n03/04/2026,5.00,Ada';
    const asked = await read(file);
    expect(asked).toMatchObject({
      value: {
        questions: [
          {
            key: 'day-order',
            kind: 'day-order',
            column: 'Date',
            values: ['03/04/2026'],
            choices: [
              { choice: 'day-first', readings: ['2026-04-03'] },
              { choice: 'month-first', readings: ['2026-03-04'] },
            ],
          },
        ],
      },
    });
    expect(asked).not.toHaveProperty('value.lines');
    const answered = await read(file, { ...received, 'day-order': order });
    expect(answered).toMatchObject({ value: { lines: [{}, { bookedOn: day, valueOn: day }] } });
  });
});
