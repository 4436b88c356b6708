import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrangePortfolio,
  type TestAccount,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { forgetDevices, isKnownDevice, rememberDevice } from './known-devices.ts';
import { forgetFailures, takeAttempt, type Attempt } from './sign-in-attempts.ts';

const START = Date.parse('2026-06-15T12:00:00Z');
const OFFICE = '203.0.113.7';

describe('the sign-in throttle', () => {
  let databases: TestDatabase;
  let portfolio: TestPortfolio;
  let people: TestAccount[];
  beforeAll(async () => {
    databases = await createTestDatabase();
    portfolio = await arrangePortfolio(databases.owner);
    const { manager, team, otherTeam } = portfolio;
    const ofTeams = [team, otherTeam].flatMap((one) => [one.desk, one.agent, one.otherAgent]);
    people = [manager, ...ofTeams];
  });
  beforeEach(async () => {
    await databases.owner`truncate sign_in_attempts, known_devices`;
  });

  const attempt = (wishes: Partial<Attempt> & { second?: number } = {}): Attempt => ({
    email: portfolio.manager.email,
    address: OFFICE,
    device: null,
    now: new Date(START + (wishes.second ?? 0) * 1000),
    ...wishes,
  });
  const fail = (wishes: Parameters<typeof attempt>[0] = {}) =>
    takeAttempt(databases.database, attempt(wishes));
  const failTimes = async (times: number, wishes: Parameters<typeof attempt>[0] = {}) => {
    for (let done = 0; done < times; done += 1) await fail(wishes);
  };
  const enter = async (wishes: Parameters<typeof attempt>[0] = {}) => {
    const wait = await fail(wishes);
    if (wait === 0) await forgetFailures(databases.database, attempt(wishes));
    return wait;
  };
  const known = (accountId = portfolio.manager.id, device: string | null = null, second = 0) =>
    databases.database.begin((transaction) =>
      rememberDevice(transaction, { accountId, device, now: attempt({ second }).now }),
    );

  it('does not delay an office whose users mistype and then sign in', async () => {
    const waits: number[] = [];
    for (const { email } of people) {
      await failTimes(4, { email });
      waits.push(await enter({ email }));
    }
    // All 28 failures come from one address, more than its free ones, but each sign-in subtracts
    // the failures of its account.
    expect(waits).toEqual(people.map(() => 0));
    expect(await fail({ email: 'somebody@bursar.example' })).toBe(0);
  });

  it('does not delay an earlier free attempt that is counted after later ones', async () => {
    expect(await fail({ second: 1 })).toBe(0);
    expect(await fail({ second: 0.999 })).toBe(0);
    const [, otherAccount] = people;
    expect(await fail({ second: 0.998, email: otherAccount?.email ?? '' })).toBe(0);
  });

  it('delays unknown browsers, but not a browser that signed in before', async () => {
    const device = await known();
    for (const { email } of people.slice(1)) await failTimes(4, { email });
    await fail({ email: 'nobody@bursar.example' });
    expect(await fail({ email: 'nobody@bursar.example' })).toBeGreaterThan(0);
    expect(await fail()).toBeGreaterThan(0);
    expect(await enter({ device })).toBe(0);
    // A device known to one account is unknown to another.
    expect(await fail({ email: portfolio.team.desk.email, device })).toBeGreaterThan(0);
  });

  it('delays one unknown address without delaying the known browser or another address', async () => {
    const device = await known();
    await failTimes(5, { address: '198.51.100.1' });
    expect(await fail({ address: '198.51.100.1' })).toBe(1);
    expect(await enter({ device, address: '198.51.100.1' })).toBe(0);
    expect(await enter({ address: '192.0.2.1' })).toBe(0);
  });

  it('delays many unknown addresses together, but not the known browser', async () => {
    const device = await known();
    for (let host = 1; host <= 10; host += 1) await failTimes(5, { address: `198.51.100.${host}` });
    expect(await fail({ address: '198.51.100.11' })).toBe(1);
    expect(await fail({ email: 'nobody@bursar.example', address: '198.51.100.11' })).toBe(0);
    expect(await enter({ device })).toBe(0);
    // Signing in clears the owner's failures but not those of strangers.
    expect(await fail({ address: '198.51.100.11' })).toBe(1);
  });

  it('delays a known browser without affecting other browsers', async () => {
    const device = await known();
    const other = await known();
    await failTimes(5, { device });
    expect(await fail({ device })).toBe(1);
    expect(await fail({ device: other })).toBe(0);
    expect(await enter()).toBe(0);
    expect(await enter({ device, second: 1 })).toBe(0);
  });

  it('doubles the wait up to fifteen minutes, and allows one attempt after each wait', async () => {
    await failTimes(5);
    let second = 0;
    const waits: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      waits.push(await fail({ second }));
      second += waits.at(-1) ?? 0;
      await fail({ second });
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(waits.slice(-2)).toEqual([900, 900]);
  });

  it('forgets failures over time: one after fifteen minutes, all after a day', async () => {
    await failTimes(5);
    expect(await fail({ second: 0 })).toBe(1);
    await failTimes(2, { second: 30 * 60 });
    expect(await fail({ second: 30 * 60 })).toBe(1);
    await failTimes(5, { second: 26 * 3600 });
    expect(await fail({ second: 26 * 3600 })).toBe(1);
  });

  it('knows a browser for each account that used it, until that account forgets its browsers', async () => {
    const device = await known();
    expect(await known(portfolio.team.desk.id, device)).toBe(device);
    const isKnown = (email: string, second = 0) =>
      isKnownDevice(databases.database, attempt({ email, device, second }));
    expect(await isKnown(portfolio.manager.email.toUpperCase())).toBe(true);
    await databases.database.begin((transaction) =>
      forgetDevices(transaction, { accountId: portfolio.manager.id, except: null }),
    );
    expect(await isKnown(portfolio.manager.email)).toBe(false);
    expect(await isKnown(portfolio.team.desk.email)).toBe(true);
    expect(await isKnown(portfolio.team.desk.email, 181 * 86_400)).toBe(false);
  });

  it('gives a browser an identifier of its own, and ignores a planted one', async () => {
    const planted = 'planted-by-somebody-else';
    expect(await known(portfolio.manager.id, planted)).not.toBe(planted);
  });
});
