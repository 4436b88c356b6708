import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

/**
 * The tests run on 15 June 2026, noon UTC. Four loans have bitcoin, ether or a coin without prices
 * as collateral.
 */
let test: TestApp;
let portfolio: TestPortfolio;
let manager: TestClient;
const clients: Record<string, TestClient> = {};
const assets = { BTC: uuidv7(), ETH: uuidv7(), DUST: uuidv7() };
const loans: Record<string, string> = {};

beforeAll(async () => {
  test = await createTestApp();
  portfolio = await arrangePortfolio(test.owner);
  const { team } = portfolio;
  manager = await test.signIn(portfolio.manager.email);
  const other = await arrangePortfolio(test.owner, 'two');
  for (const [symbol, id] of Object.entries(assets)) {
    await done(manager.post('/api/collateral/assets', { id, symbol, name: symbol, decimals: 8 }));
  }
  const held = { teamId: team.id, disbursedOn: '2026-01-31' };
  const agents = [team.agent.id, team.agent.id, team.otherAgent.id, team.otherAgent.id];
  for (const [at, name] of ['safe', 'near', 'over', 'unpriced'].entries()) {
    const loan = await arrangeLoan(test.owner, portfolio, { ...held, agentId: agents[at] ?? null });
    loans[name] = loan.id;
  }
  await price('BTC', '60000.5', '2026-05-20', '08:00');
  await price('BTC', '64250.55', '2026-06-15', '08:00');
  // Files that state only days are stored at the start of the day.
  await price('ETH', '3200', '2026-06-05', '00:00');
  await price('ETH', '3300', '2026-06-06', '00:00');
  await price('ETH', '3100.25', '2026-06-14', '23:30');
  await pledge('safe', 'BTC', '0.12345678', '2026-05-10');
  await pledge('near', 'ETH', '0.5', '2026-06-01');
  await pledge('over', 'BTC', '0.01', '2026-06-01');
  await pledge('over', 'ETH', '0.1', '2026-06-02');
  await pledge('unpriced', 'DUST', '1000', '2026-06-01');
  await done(
    manager.post(`/api/loans/${loans['near']}/payments`, {
      id: uuidv7(),
      amountMinor: 21_324,
      currency: 'USD',
      method: 'cash',
      valueDate: '2026-06-10',
    }),
  );
  const stranger = await test.signIn(other.manager.email);
  const strangers = await arrangeLoan(test.owner, other);
  const assetId = uuidv7();
  await done(
    stranger.post('/api/collateral/assets', {
      id: assetId,
      symbol: 'BTC',
      name: 'Other',
      decimals: 8,
    }),
  );
  await done(
    stranger.post(`/api/loans/${strangers.id}/collateral`, move(assetId, '7', '2026-06-01')),
  );
  Object.assign(clients, {
    admin: await test.signIn((await arrangeAdmin(test.owner)).email),
    user: manager,
    team: await test.signIn(team.desk.email),
    agent: await test.signIn(team.agent.email),
  });
});

async function done(call: ReturnType<TestClient['post']>) {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

const move = (assetId: string, quantity: string, valueDate: string, event = 'pledge') => ({
  id: uuidv7(),
  event,
  assetId,
  quantity,
  valueDate,
  custody: 'Vault 7',
});

type Symbol = keyof typeof assets;

const pledge = (loan: string, symbol: Symbol, quantity: string, on: string) =>
  done(manager.post(`/api/loans/${loans[loan]}/collateral`, move(assets[symbol], quantity, on)));

const priced = (symbol: Symbol, amount: string, day: string, time: string) => ({
  id: uuidv7(),
  assetId: assets[symbol],
  currency: 'USD',
  price: amount,
  day,
  time,
  source: 'Custodian',
});

const price = (...of: Parameters<typeof priced>) =>
  done(manager.post('/api/collateral/prices', priced(...of)));

const roles = ['admin', 'user', 'team', 'agent'] as const;
type Who = (typeof roles)[number];
const read = async (who: Who, path: string) => (await clients[who]?.get(path))?.body;

/** Selects the loans that a role can see, independently of Bursar's own scope rule. */
function loansOf(who: Who) {
  const { owner } = test;
  const { team, id } = portfolio;
  return {
    admin: owner`select loan_id from loan_state`,
    user: owner`select loan_id from loan_state where portfolio_id = ${id}`,
    team: owner`select loan_id from loan_state where team_id = ${team.id}`,
    agent: owner`select loan_id from loan_state where agent_id = ${team.agent.id}`,
  }[who];
}

type LoanValue = { loanId: string; owed: number; value: number | null };

/** Calculates each loan's debt and collateral value in plain SQL over all events and prices. */
const calculated = (who: Who) => test.owner<LoanValue[]>`
  select held.loan_id, state.outstanding_principal_minor as owed,
    case when bool_and(price.price is not null)
      then sum(round(held.quantity * price.price * 100))::bigint end as value
  from (
    select loan_id, asset_id, sum(case when event in ('pledge', 'undo-release') then quantity
      else -quantity end) as quantity
    from collateral_events group by 1, 2
  ) held
  join loan_state state on state.loan_id = held.loan_id
  left join lateral (
    select price from asset_prices price
    where price.asset_id = held.asset_id and price.currency = 'USD'
      and price.priced_at between '2026-06-12T12:00:00Z' and '2026-06-15T12:00:00Z'
      and price.id not in (select price_id from asset_price_withdrawals)
    order by priced_at desc, number desc limit 1
  ) price on true
  where held.quantity > 0 and held.loan_id in (${loansOf(who)})
  group by 1, 2`;

describe.each(roles)('collateral for %s', (who) => {
  it('sums, ratio and both sides of the margin line equal plain SQL', async () => {
    const { books } = await read(who, '/api/collateral');
    const book = books.find((one: { currency: string }) => one.currency === 'USD');
    const expected = await calculated(who);
    const known = expected.filter(({ value }) => value !== null);
    const sum = (rows: readonly LoanValue[], of: (row: LoanValue) => number) =>
      rows.reduce((all, row) => all + of(row), 0);
    const owed = sum(known, (row) => row.owed);
    const value = sum(known, (row) => row.value ?? 0);
    const reaches = (percent: number) =>
      known.filter((row) => row.owed * 100 >= (row.value ?? 0) * percent).length;
    expect(book).toMatchObject({
      loans: expected.length,
      outstandingMinor: sum(expected, (row) => row.owed),
      pricedOutstandingMinor: owed,
      valueMinor: value,
      ltvBps: Math.round((owed * 10_000) / value),
      states: {
        within: known.length - reaches(70),
        warning: reaches(70) - reaches(85),
        call: reaches(85),
        unpriced: expected.length - known.length,
      },
    });
    for (const state of ['within', 'warning', 'call', 'unpriced']) {
      const { rows } = await read(who, `/api/collateral/loans?currency=USD&state=${state}`);
      expect(rows, state).toHaveLength(book.states[state]);
    }
    const { rows: over } = await read(who, '/api/collateral/loans?currency=USD&state=over');
    expect(over).toHaveLength(book.states.warning + book.states.call);
  });

  it('the totals of an asset open exactly the loans that they count', async () => {
    const { books } = await read(who, '/api/collateral');
    for (const { assetId, loans: counted, quantity } of books[0].totals) {
      const { rows } = await read(who, `/api/collateral/loans?assetId=${assetId}`);
      expect(rows).toHaveLength(counted);
      const [sum] = await test.owner<{ quantity: string }[]>`
        select trim_scale(sum(change))::text as quantity from collateral_events
        where asset_id = ${assetId} and loan_id in (${loansOf(who)})`;
      expect(quantity).toBe(sum?.quantity);
    }
  });

  it('each day of the history has the debt, holdings and prices at its end', async () => {
    const { days, books } = await read(who, '/api/collateral/history?span=month');
    expect(days).toHaveLength(31);
    for (const point of books[0].points) {
      const expected = await test.owner<{ owed: number; value: number | null }[]>`
        select loan.principal_minor + coalesce((
            select sum(line.debit_minor - line.credit_minor) from ledger_transactions entry
            join ledger_lines line on line.transaction_id = entry.id
            where entry.loan_id = loan.id and line.account = 'loans-receivable'
              and entry.value_date <= ${point.on}), 0)::bigint as owed,
          (select case when bool_and(price.price is not null)
              then sum(round(held.quantity * price.price * 100))::bigint end
            from (
              select asset_id, sum(change) as quantity from collateral_events
              where loan_id = loan.id and value_date <= ${point.on} group by 1
            ) held
            left join lateral (
              select price from asset_prices price
              where price.asset_id = held.asset_id
                and priced_at < ${point.on}::date + 1 and priced_at <= '2026-06-15T12:00:00Z'
                and priced_at >= least(${point.on}::date + 1, '2026-06-15T12:00:00Z'::timestamptz)
                  - interval '72 hours'
              order by priced_at desc limit 1
            ) price on true) as value
        from loans loan where loan.id in (${loansOf(who)})
          and loan.id in (select loan_id from collateral_events where value_date <= ${point.on})`;
      const known = expected.filter(({ value }) => value !== null);
      const { rows } = await read(who, `/api/collateral/loans?currency=USD&on=${point.on}`);
      const listed: { outstandingMinor: number }[] = rows;
      const sum = listed.reduce((all, { outstandingMinor }) => all + outstandingMinor, 0);
      expect([listed.length, sum]).toEqual([point.loans, point.outstandingMinor]);
      expect(point).toMatchObject({
        loans: expected.length,
        unpricedLoans: expected.length - known.length,
        outstandingMinor: expected.reduce((all, { owed }) => all + owed, 0),
        valueMinor: known.reduce((all, { value }) => all + (value ?? 0), 0),
      });
    }
  });

  it('the file has a line for each holding on screen', async () => {
    const file = await clients[who]?.get('/api/collateral/loans.csv');
    const [held] = await test.owner<{ count: number }[]>`
      select count(distinct (loan_id, asset_id))::int as count from collateral_events
      where loan_id in (${loansOf(who)})`;
    expect(String(file?.body).trim().split('\n')).toHaveLength((held?.count ?? 0) + 1);
  });
});

it('pages of collateral continue without gap or repetition', async () => {
  const all = (await read('user', '/api/collateral/loans')).rows;
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { rows, nextCursor }: { rows: { loanId: string }[]; nextCursor: string | null } =
      await read('user', `/api/collateral/loans?limit=1${after && `&after=${after}`}`);
    ids.push(...rows.map(({ loanId }) => loanId));
    after = nextCursor;
  }
  expect(ids).toEqual(all.map(({ loanId }: { loanId: string }) => loanId));
});

describe('a collateral movement', () => {
  const at = () => `/api/loans/${loans['safe']}/collateral`;
  const post = async (body: object) => {
    const { status, body: answer } = await manager.post(at(), body);
    return status === 200 ? answer : answer.error;
  };
  const held = async () => {
    const { secured } = await read('user', at());
    return secured.holdings.find((one: { symbol: string }) => one.symbol === 'BTC')?.quantity;
  };

  it('is booked once, even if sent repeatedly', async () => {
    const sent = move(assets.BTC, '0.00000001', '2026-06-03');
    const answers = await Promise.all([manager.post(at(), sent), manager.post(at(), sent)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await post({ ...sent, quantity: '0.000000010' })).toMatchObject({ replayed: true });
    expect(await post({ ...sent, quantity: '1' })).toBe('id_reused_with_different_content');
    expect(await held()).toBe('0.12345679');
    const release = move(assets.BTC, '0.00000001', '2026-06-03', 'release');
    await done(manager.post(at(), release));
    expect(await held()).toBe('0.12345678');
  });

  it('is refused for more than is held on its day or later, an unknown asset, and too many digits', async () => {
    const release = (quantity: string, on: string) =>
      post(move(assets.BTC, quantity, on, 'release'));
    expect(await release('0.12345679', '2026-06-10')).toBe('more_than_is_held');
    // This quantity is held today, but was not yet held on 9 May.
    expect(await release('0.1', '2026-05-09')).toBe('more_than_is_held');
    expect(await post(move(uuidv7(), '1', '2026-06-01'))).toBe('asset_not_found');
    expect(await post(move(assets.BTC, '0', '2026-06-01'))).toBe('quantity_not_positive');
    expect(await post(move(assets.BTC, '0.123456789', '2026-06-01'))).toBe('quantity_too_exact');
    expect(await post(move(assets.BTC, '1', '2026-06-16'))).toBe('value_date_in_future');
  });

  it('is refused for one of two simultaneous releases of the last quantity', async () => {
    const both = await Promise.all([
      post(move(assets.BTC, '0.1', '2026-06-12', 'release')),
      post(move(assets.BTC, '0.1', '2026-06-12', 'release')),
    ]);
    expect(both.map((one) => (typeof one === 'string' ? one : 'booked')).toSorted()).toEqual([
      'booked',
      'more_than_is_held',
    ]);
    const booked = both.find((one) => typeof one !== 'string');
    const taken = { id: uuidv7(), reason: 'Entered twice' };
    const opposite = `${at()}/${booked.id}/opposite`;
    await done(manager.post(opposite, taken));
    expect((await manager.post(opposite, taken)).body).toMatchObject({ replayed: true });
    const again = await manager.post(opposite, { id: uuidv7(), reason: 'Again' });
    expect(again.body.error).toBe('already_opposed');
    expect(await held()).toBe('0.12345678');
    const { events } = await read('user', at());
    expect(events[0]).toMatchObject({
      event: 'undo-release',
      valueDate: '2026-06-12',
      opposesId: booked.id,
    });
  });

  it('writes an audit event and can never be changed', async () => {
    const [audited] = await test.owner<{ count: number }[]>`
      select count(*)::int as count from audit_events
      where event in ('move-collateral', 'oppose-collateral') and subject_id = ${loans['safe'] ?? ''}`;
    const [booked] = await test.owner<{ count: number }[]>`
      select count(*)::int as count from collateral_events where loan_id = ${loans['safe'] ?? ''}`;
    expect(audited?.count).toBe(booked?.count);
    await expect(test.owner`update collateral_events set quantity = 1`).rejects.toThrow(
      /collateral_events/,
    );
    await expect(test.owner`delete from asset_prices`).rejects.toThrow(/asset_prices/);
  });
});

describe('a collateral price', () => {
  const post = async (body: object) => {
    const { status, body: answer } = await manager.post('/api/collateral/prices', body);
    return status === 200 ? answer : answer.error;
  };

  it('is refused in the future, without a source, and if it differs from the price of the same moment', async () => {
    expect(await post(priced('ETH', '3000', '2026-06-15', '12:01'))).toBe('priced_in_future');
    expect(await post({ ...priced('ETH', '1', '2026-06-01', '08:00'), source: ' ' })).toBe(
      'source_missing',
    );
    expect(await post(priced('ETH', '0.0', '2026-06-01', '08:00'))).toBe('price_not_positive');
    expect(await post(priced('ETH', '1', '2026-06-14', '23:30'))).toBe('price_entered_otherwise');
    expect(await post(priced('ETH', '3100.250', '2026-06-14', '23:30'))).toMatchObject({
      replayed: true,
    });
  });

  it('is withdrawn if it was wrong, and the previous one counts again', async () => {
    const latest = async () => {
      const { assets: shown } = await read('agent', '/api/collateral');
      return shown.find((one: { symbol: string }) => one.symbol === 'ETH').prices[0].price;
    };
    const wrong = priced('ETH', '31002.5', '2026-06-15', '11:00');
    await done(manager.post('/api/collateral/prices', wrong));
    expect(await latest()).toBe('31002.5');
    const taken = { id: uuidv7(), reason: 'A digit too many' };
    const path = `/api/collateral/prices/${wrong.id}/withdrawal`;
    await done(manager.post(path, taken));
    expect((await manager.post(path, taken)).body).toMatchObject({ replayed: true });
    expect((await manager.post(path, { ...taken, id: uuidv7() })).body.error).toBe(
      'price_already_withdrawn',
    );
    expect(await latest()).toBe('3100.25');
    const { rows } = await read('user', `/api/collateral/prices?assetId=${assets.ETH}`);
    expect(rows[0]).toMatchObject({ price: '31002.5', withdrawn: { reason: 'A digit too many' } });
  });

  it('is ignored beyond the maximum age, until that is raised', async () => {
    const stateOf = async () => {
      const { secured } = await read('user', `/api/loans/${loans['unpriced']}/collateral`);
      return [secured.state, secured.holdings[0].price];
    };
    await price('DUST', '2', '2026-06-01', '08:00');
    expect(await stateOf()).toEqual(['unpriced', '2']);
    const line = { warningBps: 6_000, callBps: 7_500, priceMaxAgeHours: 400, version: 0 };
    await done(manager.put('/api/collateral/margin-line', line));
    expect(await stateOf()).toEqual(['warning', '2']);
    const late = await manager.put('/api/collateral/margin-line', line);
    expect(late.body.error).toBe('changed_since');
    const crossed = { ...line, callBps: 6_000, version: 1 };
    expect((await manager.put('/api/collateral/margin-line', crossed)).body.error).toBe(
      'call_below_warning',
    );
  });
});
