import { expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';
import type { TapeHolder } from '../read/tape-holders.ts';

const teamCalled = (name: string, at: number): TapeHolder => {
  const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  return { kind: 'team', id, name, emails: [], teamId: id, isSuspended: false };
};

const tapeOf = (teams: readonly string[]) => [
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,team',
  ...teams.map((team, at) => `L-${at},Ada B,1000,12,12,2026-05-01,900,${team}`),
];

const names = Array.from({ length: 80 }, (_, at) => `Team ${at}`);

it('gives one finding for a column with more unknown names than a user would map', async () => {
  const { findings } = await readLines(tapeOf([...names, ...names]));
  expect(findings).toMatchObject([
    { row: null, column: 'team', code: 'holders_not_known', details: { count: 80 } },
  ]);
});

it('asks only for the unknown names among many known ones', async () => {
  const holders = names.map(teamCalled);
  const { findings, words } = await readLines(tapeOf([...names, 'Night desk']), { holders });
  expect(findings).toMatchObject([{ column: 'team', code: 'words_not_known' }]);
  expect(words.map((column) => column.words.map(({ word }) => word))).toEqual([['Night desk']]);
});

it('reads more teams than a column of words may have', async () => {
  const { findings, loans } = await readLines(tapeOf(names), { holders: names.map(teamCalled) });
  expect(findings).toEqual([]);
  expect(loans).toHaveLength(80);
});
