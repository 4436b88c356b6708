import { heldLedgerCheck } from './held-ledger-check.store.ts';
import type { LedgerAccount } from '../../servicing/ledger/ledger-entry.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/** Checks the ledger against itself, the loans and the payments. Amounts are in minor units. */
export const ledgerChecks: readonly ReconciliationCheck[] = [
  {
    id: 'ledger-balances',
    holds: 'every ledger transaction has lines, and its debits equal its credits',
    differences: (sql) => sql`
      select 'transaction ' || booked.id as subject,
        coalesce(sum(line.debit_minor), 0)::text as expected,
        coalesce(sum(line.credit_minor), 0)::text as found
      from ledger_transactions booked
      left join ledger_lines line
        on line.portfolio_id = booked.portfolio_id and line.transaction_id = booked.id
      group by booked.portfolio_id, booked.id, line.currency
      having coalesce(sum(line.debit_minor), 0) <> coalesce(sum(line.credit_minor), 0)
        or count(line.number) = 0`,
  },
  {
    id: 'ledger-days',
    holds: 'the sums of the ledger by day and account equal its lines',
    differences: (sql) => sql`
      select 'portfolio ' || portfolio_id || ', ' || day || ', ' || account || ' in ' || currency
          as subject,
        concat_ws(' / ', sum(debit_minor) filter (where is_line),
          sum(credit_minor) filter (where is_line), sum(lines) filter (where is_line)) as expected,
        concat_ws(' / ', sum(debit_minor) filter (where not is_line),
          sum(credit_minor) filter (where not is_line), sum(lines) filter (where not is_line))
          as found
      from (
        select true as is_line, entry.portfolio_id, entry.value_date as day, line.account,
          line.currency, sum(line.debit_minor) as debit_minor,
          sum(line.credit_minor) as credit_minor, count(*) as lines
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
        group by 2, 3, 4, 5
        union all
        select false, portfolio_id, day, account, currency, debit_minor, credit_minor, lines
        from ledger_days
        union all
        select false, portfolio_id, day, account, currency, debit_minor, credit_minor, lines
        from ledger_day_changes
      ) part
      group by portfolio_id, day, account, currency
      having sum(case when is_line then debit_minor else -debit_minor end) <> 0
        or sum(case when is_line then credit_minor else -credit_minor end) <> 0
        or sum(case when is_line then lines else -lines end) <> 0`,
  },
  heldLedgerCheck,
  {
    id: 'receivable',
    holds: 'the outstanding principal of each loan equals its receivable in the ledger',
    differences: (sql) => compareStateWith(sql, 'outstanding_principal_minor', 'loans-receivable'),
  },
  {
    id: 'ledger-cash',
    holds: 'the cash of a loan in the ledger equals its payments',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, coalesce(paid.amount, 0)::text as expected,
        coalesce(booked.balance, 0)::text as found
      from loans loan
      left join ${effectiveSums(sql)} paid
        on paid.portfolio_id = loan.portfolio_id and paid.loan_id = loan.id
      left join (
        select booked.portfolio_id, booked.loan_id,
          sum(line.debit_minor - line.credit_minor) as balance
        from ledger_transactions booked
        join ledger_lines line
          on line.portfolio_id = booked.portfolio_id and line.transaction_id = booked.id
        join ledger_events event on event.name = booked.event and event.kind = 'payment'
        where line.account = 'cash'
        group by 1, 2
      ) booked on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
      where coalesce(paid.amount, 0) <> coalesce(booked.balance, 0)`,
  },
  {
    id: 'ledger-losses',
    holds: 'the write-off expense of a loan in the ledger equals its written-off principal',
    differences: (sql) => compareStateWith(sql, 'written_off_principal_minor', 'write-off-expense'),
  },
  {
    id: 'write-offs',
    holds: 'each write-off or undo in the ledger matches one of the loan in amount and day',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        coalesce(loss.event || ', ' || loss.principal_minor || ' on ' || loss.value_date, 'none')
          as expected,
        coalesce(booked.event || ', ' || booked.minor || ' on ' || booked.value_date, 'none')
          as found
      -- A loan that owes charges but no principal is written off without an entry.
      from (select * from loan_write_offs where principal_minor <> 0) loss
      full join (
        select entry.portfolio_id, entry.loan_id, entry.source_id, entry.event, entry.value_date,
          sum(line.debit_minor) as minor
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
        join loans taken on taken.portfolio_id = entry.portfolio_id and taken.id = entry.loan_id
        where entry.event in ('write-off-loan', 'undo-write-off')
          -- A loan that was written off before boarding has ledger lines but no row in
          -- loan_write_offs.
          and entry.source_id <> coalesce(taken.import_id, taken.id)
        group by entry.portfolio_id, entry.id
      ) booked on booked.portfolio_id = loss.portfolio_id and booked.source_id = loss.id
      join loans loan on loan.portfolio_id = coalesce(loss.portfolio_id, booked.portfolio_id)
        and loan.id = coalesce(loss.loan_id, booked.loan_id)
      where (loss.event, loss.principal_minor, loss.value_date)
        is distinct from (booked.event, booked.minor, booked.value_date)`,
  },
  {
    id: 'ledger-recoveries',
    holds: 'the recoveries in the ledger equal the payments on written-off loans',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, coalesce(paid.recovered, 0)::text as expected,
        (-coalesce(booked.balance, 0))::text as found
      from loans loan
      left join ${effectiveSums(sql)} paid
        on paid.portfolio_id = loan.portfolio_id and paid.loan_id = loan.id
      left join ${balances(sql, 'recoveries')} booked
        on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
      where coalesce(paid.recovered, 0) <> -coalesce(booked.balance, 0)`,
  },
  {
    id: 'ledger-credit',
    holds: 'the credit balance of each loan equals the ledger and its payments, refunds and claims',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(' = ', expected.minor, -coalesce(booked.balance, 0)) as expected,
        coalesce(state.credit_minor, 0)::text as found
      from loans loan
      left join loan_state state
        on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
      left join ${effectiveSums(sql)} paid
        on paid.portfolio_id = loan.portfolio_id and paid.loan_id = loan.id
      left join ${balances(sql, 'borrower-credit')} booked
        on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
      left join (
        select portfolio_id, loan_id,
          sum(case event when 'refund-credit' then amount_minor else -amount_minor end) as minor
        from credit_refunds group by 1, 2
      ) refunded on refunded.portfolio_id = loan.portfolio_id and refunded.loan_id = loan.id
      left join (
        select portfolio_id, loan_id, sum(amount_minor) as minor from refund_claims group by 1, 2
      ) claimed on claimed.portfolio_id = loan.portfolio_id and claimed.loan_id = loan.id
      cross join lateral (
        select coalesce(paid.credit, 0) - coalesce(refunded.minor, 0) + coalesce(claimed.minor, 0)
          as minor
      ) expected
      where coalesce(state.credit_minor, 0) <> expected.minor
        or coalesce(state.credit_minor, 0) <> -coalesce(booked.balance, 0)`,
  },
  {
    id: 'refund-claims',
    holds: 'a refund that no payment covers any more is owed in the schedule and in the ledger',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', instalment ' || claim.instalment_number as subject,
        claim.amount_minor::text as expected,
        concat_ws(' / ', coalesce(booked.minor, 0), coalesce(instalment.principal_minor, 0))
          as found
      from refund_claims claim
      join loans loan on loan.portfolio_id = claim.portfolio_id and loan.id = claim.loan_id
      join loan_state state
        on state.portfolio_id = claim.portfolio_id and state.loan_id = claim.loan_id
      left join instalments instalment on instalment.portfolio_id = claim.portfolio_id
        and instalment.loan_id = claim.loan_id and instalment.number = claim.instalment_number
      left join lateral (
        select sum(line.debit_minor) as minor
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
        where entry.portfolio_id = claim.portfolio_id and entry.loan_id = claim.loan_id
          and entry.event = 'claim-refund' and entry.source_id = claim.id
          and line.account = 'loans-receivable'
      ) booked on true
      where coalesce(booked.minor, 0) <> claim.amount_minor
        -- A later reschedule moves the open amount to other instalments.
        or (coalesce(instalment.principal_minor, 0) <> claim.amount_minor and not exists (
          select from loan_reschedules made
          where made.portfolio_id = claim.portfolio_id and made.loan_id = claim.loan_id
            and made.number > claim.number))`,
  },
  {
    id: 'disbursements',
    holds: 'a loan disbursed here is in the ledger with its principal and the withheld fee',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(' - ', loan.principal_minor, made.fee_minor) as expected,
        concat_ws(' - ', coalesce(booked.principal, 0), coalesce(booked.fee, 0)) as found
      from loan_applications application
      join application_events made on made.portfolio_id = application.portfolio_id
        and made.loan_id = application.loan_id and made.event = 'disburse'
      join loans loan
        on loan.portfolio_id = application.portfolio_id and loan.id = application.loan_id
      left join (
        select entry.portfolio_id, entry.loan_id,
          sum(line.debit_minor) filter (where line.account = 'loans-receivable') as principal,
          sum(line.credit_minor) filter (where line.account = 'origination-fees') as fee
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
        where entry.event = 'disburse-loan' group by 1, 2
      ) booked on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
      where (loan.principal_minor, made.fee_minor)
        <> (coalesce(booked.principal, 0), coalesce(booked.fee, 0))`,
  },
  {
    id: 'ledger-income',
    holds: 'the income of a loan in the ledger equals the income in its payments',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(' + ', coalesce(paid.interest, 0), coalesce(paid.fees, 0),
          coalesce(paid.penalties, 0)) as expected,
        concat_ws(' + ', -coalesce(interest.balance, 0), -coalesce(fees.balance, 0),
          -coalesce(penalties.balance, 0)) as found
      from loans loan
      left join ${effectiveSums(sql)} paid
        on paid.portfolio_id = loan.portfolio_id and paid.loan_id = loan.id
      left join ${balances(sql, 'interest-income')} interest
        on interest.portfolio_id = loan.portfolio_id and interest.loan_id = loan.id
      left join ${balances(sql, 'fee-income')} fees
        on fees.portfolio_id = loan.portfolio_id and fees.loan_id = loan.id
      left join ${balances(sql, 'penalty-income')} penalties
        on penalties.portfolio_id = loan.portfolio_id and penalties.loan_id = loan.id
      where (coalesce(paid.interest, 0), coalesce(paid.fees, 0), coalesce(paid.penalties, 0))
        <> (-coalesce(interest.balance, 0), -coalesce(fees.balance, 0),
          -coalesce(penalties.balance, 0))`,
  },
];

/** Finds loans whose state differs from their balance on one ledger account. */
function compareStateWith(
  sql: Queryable,
  column: 'outstanding_principal_minor' | 'written_off_principal_minor',
  account: LedgerAccount,
): Fragment {
  const stored = sql`coalesce(state.${sql(column)}, 0)`;
  return sql`
    select ${referenceOf(sql)} as subject, ${stored}::text as expected,
      coalesce(booked.balance, 0)::text as found
    from loans loan
    left join loan_state state
      on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    left join ${balances(sql, account)} booked
      on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
    where ${stored} <> coalesce(booked.balance, 0)`;
}

/** Selects debits less credits on one account, one row per loan. */
function balances(sql: Queryable, account: LedgerAccount): Fragment {
  return sql`(
    select booked.portfolio_id, booked.loan_id,
      sum(line.debit_minor - line.credit_minor) as balance
    from ledger_transactions booked
    join ledger_lines line
      on line.portfolio_id = booked.portfolio_id and line.transaction_id = booked.id
    where line.account = ${account}
    group by 1, 2
  )`;
}

/** Sums the payments that are not reversed, one row per loan. */
function effectiveSums(sql: Queryable): Fragment {
  return sql`(
    select portfolio_id, loan_id, sum(interest_minor) as interest,
      coalesce(sum(amount_minor) filter (where method <> 'credit'), 0) as amount,
      sum(fees_minor) as fees, sum(penalties_minor) as penalties,
      sum(recovered_minor) as recovered,
      sum(credit_minor - case method when 'credit' then amount_minor else 0 end) as credit
    from effective_payments where reversal_id is null group by 1, 2
  )`;
}
