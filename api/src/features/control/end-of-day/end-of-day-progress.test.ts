import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeAdmin, arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { closeDays } from './close-days.ts';

/** The test clock is fixed at 15 June 2026. */
const { test, portfolio, signIn } = await openOffice();
const { owner, database } = test;
const admin = await test.signIn((await arrangeAdmin(owner)).email);
const other = await arrangePortfolio(owner, 'other');

const progressFor = async (client = admin) => {
  const { body } = await client.get('/api/closings/progress');
  const of = (id: string) =>
    body.portfolios.find((one: { portfolio: { id: string } }) => one.portfolio.id === id);
  return { count: body.portfolios.length, own: of(portfolio.id), other: of(other.id) };
};

it('an administrator sees the progress, failures and skipped loans of each portfolio', async () => {
  await closeDays(database, { now: test.clock.now(), portfolioId: portfolio.id });
  expect(await progressFor()).toMatchObject({
    own: { lastClosedOn: '2026-06-14', openDays: 0, stoppedAt: null, left: 0 },
    other: { lastClosedOn: null, openDays: 1, stoppedAt: null, left: 0 },
  });
  const loan = await arrangeLoan(owner, other);
  await owner`
    insert into end_of_day_runs (portfolio_id, day, id, started_at, failed_at)
    values (${other.id}, '2026-06-14', ${uuidv7()}, '2026-06-15T00:00:00Z', '2026-06-15T00:01:00Z')`;
  await owner`
    insert into end_of_day_exceptions (portfolio_id, day, loan_id, reason)
    values (${other.id}, '2026-06-14', ${loan.id}, 'unexpected')`;
  expect((await progressFor()).other).toMatchObject({
    stoppedAt: '2026-06-15T00:01:00.000Z',
    openDays: 1,
    left: 1,
  });
});

it('a manager sees only their own portfolio, and other roles nothing', async () => {
  expect(await progressFor(await signIn('manager'))).toMatchObject({
    count: 1,
    own: { portfolio: { id: portfolio.id } },
  });
  expect(await progressFor(await signIn('desk'))).toMatchObject({ count: 0 });
});
