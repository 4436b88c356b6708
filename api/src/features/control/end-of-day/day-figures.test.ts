import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { meetAt } from '../../../testing/while-held.ts';
import { closeDays } from './close-days.ts';

/** The test clock is fixed at 15 June 2026. */
const first = await openOffice({ tag: 'first' });
const { test } = first;
const { owner, database } = test;

const close = (portfolioId: string, instant = '2026-06-15T12:00:00Z') =>
  closeDays(database, { now: new Date(instant), portfolioId });

const bucketsOf = async (portfolioId: string) => {
  const rows = await owner<{ day: string; bucket: string; loans: number }[]>`
    select day, bucket, loans from end_of_day_buckets
    where portfolio_id = ${portfolioId} order by day, bucket`;
  return rows.map((row) => ({ ...row }));
};

it('a loan that is written off while its close counts is counted as on the closed day', async () => {
  const { portfolio, arrangeHeld } = await openOffice({ test, tag: 'meanwhile' });
  await arrangeHeld();
  const lost = await arrangeHeld();
  await meetAt(
    owner,
    async (transaction) => {
      await transaction`
        insert into loan_write_offs (portfolio_id, id, loan_id, event, value_date, principal_minor,
          reason, made_by, made_at)
        values (${portfolio.id}, ${uuidv7()}, ${lost.id}, 'write-off-loan', '2026-06-15', 120000,
          'Bankrupt', ${portfolio.manager.id}, now())`;
      await transaction`
        update loan_state set status = 'written_off', outstanding_principal_minor = 0,
          written_off_principal_minor = 120000
        where loan_id = ${lost.id}`;
      // The close reads this table after most others.
      await transaction`lock table loan_totals in access exclusive mode`;
    },
    [() => close(portfolio.id)],
  );
  expect(await bucketsOf(portfolio.id)).toEqual([{ day: '2026-06-14', bucket: '1-30', loans: 2 }]);
});

it('dues of a loan that was written off after the day are in the day’s sums', async () => {
  const { portfolio, arrangeHeld, signIn } = first;
  await arrangeApprovalRule(owner, portfolio, { kind: 'write-off-loan', required: false });
  await arrangeHeld({ disbursedOn: '2026-05-13' });
  await arrangeHeld({ disbursedOn: '2026-05-14' });
  const lost = await arrangeHeld({ disbursedOn: '2026-05-14' });
  const again = await arrangeHeld({ disbursedOn: '2026-05-15' });
  const manager = await signIn('manager');
  for (const { id } of [lost, again]) {
    const writeOff = { id: uuidv7(), reason: 'Bankrupt', principalMinor: 120_000 };
    const { status } = await manager.post(`/api/loans/${id}/write-off`, writeOff);
    expect(status).toBe(200);
  }
  await close(portfolio.id);
  await close(portfolio.id, '2026-06-16T12:00:00Z');
  const sums = await owner<{ day: string; dueInstalments: number; dueOpenMinor: number }[]>`
    select day, due_instalments, due_open_minor from end_of_day_sums
    where portfolio_id = ${portfolio.id} order by day`;
  expect(sums.map((row) => ({ ...row }))).toEqual([
    { day: '2026-06-14', dueInstalments: 2, dueOpenMinor: 2 * 10_662 },
    // The loan due on the 15th was written off on that day.
    { day: '2026-06-15', dueInstalments: 0, dueOpenMinor: 0 },
  ]);
});
