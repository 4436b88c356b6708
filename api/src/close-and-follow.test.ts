import { uuidv7 } from 'uuidv7';
import { expect, it, onTestFinished } from 'vitest';
import { closeAndFollow } from './close-and-follow.ts';
import { arrangeLoan } from './testing/arrange.ts';
import { openOffice } from './testing/open-office.ts';

const one = await openOffice();
const { test } = one;

it('does what follows a closed day of each portfolio, even if the close of another one fails', async () => {
  const other = await openOffice({ test, tag: 'two' });
  const { team, id: portfolioId } = one.portfolio;
  const manager = await one.signIn('manager');
  const rule = {
    name: 'All loans',
    buckets: [],
    minOutstandingMinor: null,
    maxOutstandingMinor: null,
    language: null,
    teamId: team.id,
    skill: null,
    speaksLanguage: false,
    keepsAgent: true,
    takesHeld: false,
  };
  const rules = { rules: [rule], runsDaily: true, version: 0 };
  expect((await manager.put('/api/distribution-rules', rules)).status).toBe(200);
  const loan = await arrangeLoan(test.owner, one.portfolio);
  await test.owner`
    insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
    values (${portfolioId}, '2026-06-14', ${uuidv7()}, 'closed', now(), now())`;
  await test.owner.unsafe(`
    create function refuse_one() returns trigger language plpgsql as $$
    begin raise exception 'out of order'; end $$;
    create trigger refuse_one before insert on end_of_day_runs for each row
      when (new.portfolio_id = '${other.portfolio.id}') execute function refuse_one()`);
  onTestFinished(async () => {
    await test.owner`drop function refuse_one cascade`;
  });
  await expect(closeAndFollow(test.database, { clock: test.clock })).rejects.toThrow(
    'out of order',
  );
  const [state] = await test.owner<{ teamId: string | null }[]>`
    select team_id from loan_state where loan_id = ${loan.id}`;
  expect(state?.teamId).toBe(team.id);
});
