import type { LedgerAccount } from '../../servicing/ledger/ledger-entry.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/** Compares charges with the schedule, their payments and the ledger, in minor units. */
export const chargeChecks: readonly ReconciliationCheck[] = [
  {
    id: 'charges',
    holds: 'the fees and penalties of an instalment are its charges less waivers',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', instalment ' || charged.instalment_number as subject,
        concat_ws(' + ', charged.fees, charged.penalties) as expected,
        concat_ws(' + ', coalesce(instalment.fees_minor, 0),
          coalesce(instalment.penalties_minor, 0)) as found
      from (
        select portfolio_id, loan_id, instalment_number,
          sum(owed) filter (where portion = 'fee') as fees,
          sum(owed) filter (where portion = 'penalty') as penalties
        from ${currentCharges(sql)} charge group by 1, 2, 3
      ) charged
      join loans loan on loan.portfolio_id = charged.portfolio_id and loan.id = charged.loan_id
      join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
      left join instalments instalment on instalment.portfolio_id = charged.portfolio_id
        and instalment.loan_id = charged.loan_id and instalment.number = charged.instalment_number
      where coalesce(instalment.fees_minor, 0) < coalesce(charged.fees, 0)
        or coalesce(instalment.penalties_minor, 0) < coalesce(charged.penalties, 0)`,
  },
  {
    id: 'charges-paid',
    holds: 'no more is paid on a charge than its amount less waivers',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', charge ' || charged.id as subject,
        'at most ' || charged.owed as expected, charged.paid::text as found
      from ${currentCharges(sql)} charged
      join loans loan on loan.portfolio_id = charged.portfolio_id and loan.id = charged.loan_id
      where charged.paid > charged.owed or charged.owed < 0`,
  },
  {
    id: 'charge-allocations',
    holds: 'a payment pays no more on charges than its fees and penalties',
    differences: (sql) => sql`
      select 'payment ' || payment.id as subject,
        'at most ' || payment.fees_minor || ' + ' || payment.penalties_minor as expected,
        placed.fees || ' + ' || placed.penalties as found
      from (
        select portion.portfolio_id, portion.payment_id,
          coalesce(sum(portion.amount_minor) filter (where charge.portion = 'fee'), 0) as fees,
          coalesce(sum(portion.amount_minor) filter (where charge.portion = 'penalty'), 0)
            as penalties
        from effective_charge_allocations portion
        join charges charge
          on charge.portfolio_id = portion.portfolio_id and charge.id = portion.charge_id
        group by 1, 2
      ) placed
      join effective_payments payment
        on payment.portfolio_id = placed.portfolio_id and payment.id = placed.payment_id
      where placed.fees > payment.fees_minor or placed.penalties > payment.penalties_minor`,
  },
  {
    id: 'charges-receivable',
    holds: 'the open charges of a loan are receivable and deferred in the ledger',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(' + ', coalesce(open.fees, 0), coalesce(open.penalties, 0)) as expected,
        concat_ws(' + ', coalesce(booked.fees, 0), coalesce(booked.penalties, 0))
          || case when coalesce(booked.fees, 0) = coalesce(booked.deferred_fees, 0)
            and coalesce(booked.penalties, 0) = coalesce(booked.deferred_penalties, 0)
            then '' else ', deferred otherwise' end as found
      from loans loan
      left join (
        select portfolio_id, loan_id,
          coalesce(sum(owed - paid) filter (where portion = 'fee'), 0) as fees,
          coalesce(sum(owed - paid) filter (where portion = 'penalty'), 0) as penalties
        from ${currentCharges(sql)} charge group by 1, 2
      ) open on open.portfolio_id = loan.portfolio_id and open.loan_id = loan.id
      left join (
        select booked.portfolio_id, booked.loan_id,
          ${balanceOf(sql, 'fee-receivable')} as fees,
          ${balanceOf(sql, 'penalty-receivable')} as penalties,
          -${balanceOf(sql, 'deferred-fees')} as deferred_fees,
          -${balanceOf(sql, 'deferred-penalties')} as deferred_penalties
        from ledger_transactions booked
        join ledger_lines line
          on line.portfolio_id = booked.portfolio_id and line.transaction_id = booked.id
        where line.account in ('fee-receivable', 'penalty-receivable', 'deferred-fees',
          'deferred-penalties')
        group by 1, 2
      ) booked on booked.portfolio_id = loan.portfolio_id and booked.loan_id = loan.id
      where (coalesce(open.fees, 0), coalesce(open.penalties, 0), coalesce(open.fees, 0),
          coalesce(open.penalties, 0))
        <> (coalesce(booked.fees, 0), coalesce(booked.penalties, 0),
          coalesce(booked.deferred_fees, 0), coalesce(booked.deferred_penalties, 0))`,
  },
];

/** Selects each charge with the amount due after waivers and the amount paid. */
function currentCharges(sql: Queryable): Fragment {
  return sql`(
    select charge.portfolio_id, charge.id, charge.loan_id, charge.instalment_number, charge.portion,
      charge.amount_minor - coalesce((
        select sum(case waiver.event when 'waive-charge' then waiver.amount_minor
          else -waiver.amount_minor end)
        from charge_waivers waiver
        where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id), 0) as owed,
      coalesce((
        select sum(paid.amount_minor) from effective_charge_allocations paid
        where paid.portfolio_id = charge.portfolio_id and paid.charge_id = charge.id), 0) as paid
    from charges charge
  )`;
}

function balanceOf(sql: Queryable, account: LedgerAccount): Fragment {
  return sql`coalesce(sum(line.debit_minor - line.credit_minor)
    filter (where line.account = ${account}), 0)`;
}
