import { expect, it } from 'vitest';
import { linesOfInstalments } from './promise-draft.ts';

const linesOf = (interval: 'week' | 'two-weeks' | 'month') =>
  linesOfInstalments({ count: 3, interval, amountMinor: 100_00, firstOn: '2026-01-31' }).map(
    ({ amountMinor, promisedOn }) => [amountMinor, promisedOn],
  );

it.each([
  ['week', ['2026-01-31', '2026-02-07', '2026-02-14']],
  ['two-weeks', ['2026-01-31', '2026-02-14', '2026-02-28']],
  ['month', ['2026-01-31', '2026-02-28', '2026-03-31']],
] as const)('equal instalments every %s fall on their days', (interval, days) => {
  expect(linesOf(interval)).toEqual(days.map((day) => [100_00, day]));
});
