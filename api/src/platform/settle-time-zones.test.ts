import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../testing/arrange.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { settleTimeZones } from './settle-time-zones.ts';

const { owner } = await createTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');
let tag = 0;
let portfolio: Awaited<ReturnType<typeof arrangePortfolio>>;
beforeEach(async () => {
  await owner`update portfolios set time_zone = 'UTC'`;
  await owner`update accounts set time_zone = null`;
  portfolio = await arrangePortfolio(owner, String((tag += 1)));
});

/** Stores a time-zone name that earlier releases of Bursar accepted. */
async function storeOld(timeZone: string, table: 'portfolios' | 'accounts' = 'portfolios') {
  const id = table === 'portfolios' ? portfolio.id : portfolio.manager.id;
  const constraint = `${table}_time_zone_check`;
  const [found] = await owner<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${constraint}`;
  await owner`alter table ${owner(table)} drop constraint ${owner(constraint)}`;
  await owner`update ${owner(table)} set time_zone = ${timeZone} where id = ${id}`;
  await owner.unsafe(`alter table ${table} add constraint ${constraint} ${found?.text}`);
}
const zoneOf = async () => {
  const [row] = await owner`
    select portfolio.time_zone as of_portfolio, account.time_zone as of_manager
    from portfolios portfolio join accounts account on account.id = ${portfolio.manager.id}
    where portfolio.id = ${portfolio.id}`;
  return { ...row };
};
const settleAs = (answers: [string, string][] = []) =>
  settleTimeZones(owner, { answers: new Map(answers), now });

describe('a stored time zone name', () => {
  it('is kept if it is a region and a city, and refused otherwise', async () => {
    await owner`update portfolios set time_zone = 'Asia/Kolkata' where id = ${portfolio.id}`;
    expect(await settleAs()).toEqual({ ok: true, sentences: [] });
    expect(await zoneOf()).toMatchObject({ ofPortfolio: 'Asia/Kolkata' });
    for (const table of ['portfolios', 'accounts']) {
      const update = owner`update ${owner(table)} set time_zone = 'IST'`;
      await expect(update).rejects.toThrow(`${table}_time_zone_check`);
    }
  });

  it.each([
    ['US/Eastern', 'America/New_York'],
    ['GMT', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
  ])(
    'becomes canonical if %s means the same zone to PostgreSQL and JavaScript',
    async (old, canonical) => {
      await storeOld(old);
      expect(await settleAs()).toMatchObject({
        ok: true,
        sentences: [expect.stringContaining(old)],
      });
      expect(await zoneOf()).toMatchObject({ ofPortfolio: canonical });
      const audited = await owner`
      select before, after from audit_events
      where event = 'settle-time-zone' and subject_id = ${portfolio.id}`;
      expect([...audited]).toEqual([{ before: { timeZone: old }, after: { timeZone: canonical } }]);
    },
  );

  it.each(['NST', 'IST', 'BST', 'CST'])(
    'must be chosen by the operator if it is %s',
    async (old) => {
      await storeOld(old);
      const { id } = portfolio;
      const asked = { ok: false, problem: expect.stringContaining(`BURSAR_TIME_ZONES=${id}=`) };
      expect(await settleAs()).toMatchObject(asked);
      expect(await settleAs([[id, 'IST']])).toMatchObject(asked);
      expect(await zoneOf()).toMatchObject({ ofPortfolio: old });
      expect(await settleAs([[id, 'America/St_Johns']])).toMatchObject({ ok: true });
      expect(await zoneOf()).toMatchObject({ ofPortfolio: 'America/St_Johns' });
      expect(await settleAs()).toEqual({ ok: true, sentences: [] });
    },
  );

  it('is replaced by the portfolio’s zone if an account’s zone is ambiguous', async () => {
    await storeOld('IST', 'accounts');
    expect(await settleAs()).toMatchObject({ ok: true });
    expect(await zoneOf()).toEqual({ ofPortfolio: 'UTC', ofManager: null });
  });
});
