import { randomUUID } from 'node:crypto';
import { linesOf } from '@bursar/api/features/servicing/ledger/ledger-entry';
import { copyEntries, type BulkEntry } from '@bursar/api/features/servicing/ledger/ledger.store';
import type { Database } from '@bursar/api/platform/database';

import { seedPeople } from '../lists/seed-book.ts';

/** The amounts of one payment, which pays one instalment. All instalments of a loan are equal. */
export const payable = {
  principalMinor: 1_000_00,
  interestMinor: 360_00,
  instalments: 36,
  /**
   * Number of instalments to pay. The last instalment stays open, because a payment that closes its
   * loan is a different case.
   */
  paid: 35,
} as const;

/** Prefixes of ids that end in a number: loans from 1, agents from 0. */
export const loanIds = '00000000-0000-4000-8000-';
export const agentIds = '00000001-0000-4000-8000-';

export const numbered = (ids: string, number: number): string =>
  `${ids}${String(number).padStart(12, '0')}`;

export const emailOf = (agent: number): string => `payer${agent}@bench.example`;

/**
 * All instalments are due by this day. The payments benchmark dates a loan's payments one day
 * apart, because equal payments on one day count as possible duplicates.
 */
export const firstPaymentDay = '2026-02-01';

/**
 * Creates loans of 36,000.00 at 12 % flat over 36 months, boarded with opening balances. All
 * instalments are due and unpaid, so that every payment has the same allocation. Each agent has
 * `loansEach` loans with consecutive numbers.
 */
export async function seedPayableLoans(
  owner: Database,
  { agents, loansEach }: { readonly agents: number; readonly loansEach: number },
): Promise<void> {
  const loans = agents * loansEach;
  await owner.begin(async (transaction) => {
    await seedPeople(transaction, loans);
    await transaction`select set_config('bench.loans_each', ${String(loansEach)}, true),
      set_config('bench.loan_ids', ${loanIds}, true),
      set_config('bench.agent_ids', ${agentIds}, true)`;
    await transaction.unsafe(books).simple();
    const [by] = await transaction<{ portfolioId: string; managerId: string }[]>`
      select pg_temp.made('portfolio', 1) as portfolio_id, pg_temp.made('manager', 1) as manager_id`;
    if (!by) throw new Error('a select without a table answers a row');
    await copyEntries(
      transaction,
      Array.from({ length: loans }, (_, index) => openingOf(numbered(loanIds, index + 1), by)),
    );
  });
  await owner`vacuum analyze`;
}

function openingOf(
  loanId: string,
  by: { readonly portfolioId: string; readonly managerId: string },
): BulkEntry {
  const principalMinor = payable.principalMinor * payable.instalments;
  return {
    id: randomUUID(),
    portfolioId: by.portfolioId,
    loanId,
    currency: 'USD',
    event: 'board-loan',
    sourceId: loanId,
    valueDate: '2026-01-31',
    postedBy: by.managerId,
    postedAt: '2026-01-31T12:00:00Z',
    lines: linesOf([
      ['loans-receivable', principalMinor],
      ['opening-balances', -principalMinor],
    ]),
  };
}

const books = `
  create temporary table numbered on commit drop as
  select n, agent, pg_temp.made('portfolio', 1) as portfolio_id,
    (current_setting('bench.loan_ids') || lpad(n::text, 12, '0'))::uuid as loan_id,
    (current_setting('bench.agent_ids') || lpad(agent::text, 12, '0'))::uuid as agent_id
  from generate_series(1, current_setting('bench.loans')::int) n
  cross join lateral (select (n - 1) / current_setting('bench.loans_each')::int as agent) held;

  insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
  select distinct agent_id, portfolio_id, pg_temp.made('team', agent % 10), 'agent',
    'payer' || agent || '@bench.example', 'Payer ' || agent, current_setting('bench.password_hash')
  from numbered;

  insert into borrowers (portfolio_id, id, external_id, name)
  select portfolio_id, pg_temp.made('borrower', n), 'B' || n, 'Borrower ' || n from numbered;

  insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
    principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
    schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
    external_id, grade, created_at)
  select portfolio_id, loan_id, n, pg_temp.made('borrower', n), pg_temp.made('product', n % 3), 'car',
    'USD', 3600000, 12, 36, 'months', 1, 'flat', '30/360', 'up', 136000, '2023-01-15', '2023-02-15',
    'X' || n, 'B', now()
  from numbered;

  insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
  select portfolio_id, loan_id, place, (date '2023-01-15' + place * interval '1 month')::date, 100000,
    36000
  from numbered cross join generate_series(1, 36) place;

  insert into loan_state (portfolio_id, loan_id, status, team_id, agent_id,
    outstanding_principal_minor, oldest_unpaid_due_on, oldest_unpaid_minor)
  select portfolio_id, loan_id, 'active', pg_temp.made('team', agent % 10),
    agent_id, 3600000, '2023-02-15', 136000
  from numbered;`;
