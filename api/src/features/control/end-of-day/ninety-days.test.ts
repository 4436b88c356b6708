import { addDays, calendarDate } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { generateTape } from '../../../seed/generate-tape.ts';
import { openImportOffice } from '../../../testing/import-office.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { closeDays } from './close-days.ts';

const DAYS = 90;

it('ninety days of payments and promises, closed one by one, reconcile', async () => {
  const { test, portfolio, signIn } = await openOffice();
  const tape = generateTape({ rows: 40, firstMonth: '2025-01-01', months: 12 });
  await openImportOffice(test.database, portfolio).book(tape, { cutOffOn: '2026-05-31' });
  const loans = await test.owner<{ id: string }[]>`
    select loan_id as id from loan_state where status = 'active' order by loan_id limit 12`;
  let day: string = '2026-06-16';
  const answers: { status: number }[] = [];
  const broken: unknown[] = [];
  let verified = 0;
  for (let passed = 0; passed < DAYS; passed += 1) {
    const loan = loans[passed % loans.length];
    const now = `${day}T12:00:00Z`;
    test.clock.moveTo(now);
    const manager = await signIn('manager');
    const path = `/api/loans/${loan?.id}`;
    if (passed % 3 === 0) {
      const promisedOn = addDays(calendarDate(day), 2);
      const promise = {
        id: uuidv7(),
        earlier: 'replace',
        currency: 'USD',
        lines: [{ amountMinor: 400, promisedOn }],
      };
      answers.push(await manager.post(`${path}/promises`, promise));
    }
    // Some borrowers pay the full promise, some a part and some nothing.
    const amountMinor = [500, 100][passed % 7] ?? 0;
    if (amountMinor > 0) {
      const payment = paymentOf({ valueDate: day, amountMinor });
      answers.push(await manager.post(`${path}/payments`, payment));
    }
    day = addDays(calendarDate(day), 1);
    const closed = await closeDays(test.database, { now: new Date(`${day}T00:00:00Z`) });
    expect(closed).toHaveLength(1);
    const checked = await reconcile(test.owner);
    broken.push(...checked.filter(({ count }) => count > 0));
    verified += 1;
  }
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect({ verified, broken }).toEqual({ verified: DAYS, broken: [] });
  const judged = await test.owner<{ state: string }[]>`
    select distinct state from end_of_day_promises where portfolio_id = ${portfolio.id} order by 1`;
  expect(judged.map(({ state }) => state)).toEqual(['broken', 'kept', 'partly-kept']);
  const [fallen] = await test.owner<{ summed: number; scheduled: number }[]>`
    select sum(due_instalments)::int as summed, (
      select count(*)::int from instalments due
      join loan_state state on state.loan_id = due.loan_id and state.status = 'active'
      where due.due_on between '2026-06-16' and '2026-09-13'
    ) as scheduled
    from end_of_day_sums`;
  expect(fallen?.scheduled).toBeGreaterThan(0);
  expect(fallen?.summed).toBe(fallen?.scheduled);
});
