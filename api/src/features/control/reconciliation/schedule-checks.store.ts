import { isClaimIn } from '../../servicing/loan-account/instalments.store.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/** Compares schedule versions with each other and with their payments, in minor units. */
export const scheduleChecks: readonly ReconciliationCheck[] = [
  {
    id: 'schedule-versions',
    holds: 'no schedule version is missing, and the last one applies',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        'version ' || coalesce(made.versions, 0) + 1 || ', ' || coalesce(made.latest, 1) - 1
          || ' before it' as expected,
        'version ' || state.schedule_version || ', ' || coalesce(former.versions, 0)
          || ' before it' as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      left join (
        select portfolio_id, loan_id, count(*) as versions, max(version) as latest
        from schedule_versions group by 1, 2
      ) made on made.portfolio_id = state.portfolio_id and made.loan_id = state.loan_id
      left join (
        select portfolio_id, loan_id, count(distinct version) as versions
        from superseded_instalments group by 1, 2
      ) former on former.portfolio_id = state.portfolio_id and former.loan_id = state.loan_id
      where state.schedule_version <> coalesce(made.versions, 0) + 1
        or state.schedule_version <> coalesce(made.latest, 1)
        or state.schedule_version <> coalesce(former.versions, 0) + 1`,
  },
  {
    id: 'schedule-kept',
    holds: 'all versions of a schedule repay the same principal, plus refund claims between them',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', version ' || former.version as subject,
        live.principal::text as expected, former.principal::text as found
      from (
        select portfolio_id, loan_id, version, sum(principal_minor) as principal
        from superseded_instalments group by 1, 2, 3
      ) former
      join loans loan on loan.portfolio_id = former.portfolio_id and loan.id = former.loan_id
      join lateral (
        select sum(principal_minor) as principal from instalments
        where portfolio_id = former.portfolio_id and loan_id = former.loan_id
        having count(*) > 0
      ) live on true
      cross join lateral (
        select coalesce(sum(claim.amount_minor), 0) as minor from refund_claims claim
        where claim.portfolio_id = former.portfolio_id and claim.loan_id = former.loan_id
          and claim.schedule_version > former.version
      ) claimed
      where live.principal <> former.principal + claimed.minor`,
  },
  {
    id: 'agreed-schedule',
    holds: 'payments are replayed on a schedule version that was agreed before them',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', version ' || made.version as subject,
        'version ' || coalesce(former.agreed_version, 1) as expected,
        'version ' || made.agreed_version as found
      from schedule_versions made
      join loans loan on loan.portfolio_id = made.portfolio_id and loan.id = made.loan_id
      left join schedule_versions former on former.portfolio_id = made.portfolio_id
        and former.loan_id = made.loan_id and former.version = made.version - 1
      where made.event in ('settle', 'post-payment', 'reverse-payment')
        and made.agreed_version <> coalesce(former.agreed_version, 1)`,
  },
  {
    id: 'reschedules',
    holds:
      'the effective reschedule, or a tape booked after it, made the version on which payments are replayed, with due dates in order',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', version ' || made.version as subject,
        'version ' || made.version || ' agreed, in order' as expected,
        'version ' || live.agreed_version || ' agreed, ' || stray.rows || ' out of order' as found
      from effective_reschedules made
      join loans loan on loan.portfolio_id = made.portfolio_id and loan.id = made.loan_id
      join loan_state state on state.portfolio_id = made.portfolio_id
        and state.loan_id = made.loan_id
      join schedule_versions live on live.portfolio_id = state.portfolio_id
        and live.loan_id = state.loan_id and live.version = state.schedule_version
      cross join lateral (
        select count(*) as rows from (
          select due_on < max(due_on) over (order by number rows unbounded preceding) as is_stray
          from instalments
          where portfolio_id = made.portfolio_id and loan_id = made.loan_id
            and not ${isClaimIn(sql)}
        ) instalment where is_stray
      ) stray
      where not exists (
          select from effective_reschedules later
          where later.portfolio_id = made.portfolio_id and later.loan_id = made.loan_id
            and later.version > made.version)
        and (stray.rows > 0 or live.agreed_version <> made.version and not exists (
          select from schedule_versions restated
          where restated.portfolio_id = made.portfolio_id and restated.loan_id = made.loan_id
            and restated.version = live.agreed_version and restated.version > made.version
            and restated.event in ('update-from-tape', 'undo-import')))`,
  },
  {
    id: 'payoff-schedule',
    holds: 'nothing is due on a loan that a payoff has closed',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, 'closed, 0' as expected,
        state.status || ', ' || owed.open as found
      from schedule_versions live
      join loan_state state on state.portfolio_id = live.portfolio_id
        and state.loan_id = live.loan_id and state.schedule_version = live.version
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      cross join lateral (
        select sum(principal_minor - principal_paid_minor + interest_minor - interest_paid_minor
          + fees_minor - fees_paid_minor + penalties_minor - penalties_paid_minor) as open
        from instalments
        where portfolio_id = live.portfolio_id and loan_id = live.loan_id
      ) owed
      where live.event = 'settle' and (state.status <> 'closed' or owed.open <> 0)`,
  },
  {
    id: 'allocation-places',
    holds: 'each part of a payment pays an instalment of its own schedule version',
    differences: (sql) => sql`
      select 'payment ' || payment.id as subject,
        'instalment ' || portion.instalment_number || ' of version ' || portion.schedule_version
          as expected, 'none' as found
      from effective_payments payment
      join effective_allocations portion
        on portion.portfolio_id = payment.portfolio_id and portion.payment_id = payment.id
      join loan_state state
        on state.portfolio_id = payment.portfolio_id and state.loan_id = payment.loan_id
      left join instalments live on live.portfolio_id = payment.portfolio_id
        and live.loan_id = payment.loan_id and live.number = portion.instalment_number
        and state.schedule_version = portion.schedule_version
      left join superseded_instalments former on former.portfolio_id = payment.portfolio_id
        and former.loan_id = payment.loan_id and former.number = portion.instalment_number
        and former.version = portion.schedule_version
      where payment.reversal_id is null and live.number is null and former.number is null`,
  },
  {
    id: 'instalment-paid',
    holds: 'the amounts paid on an instalment equal the allocations of payments',
    differences: (sql) => sql`
      select ${referenceOf(sql)} || ', instalment ' || paid.number as subject,
        concat_ws(' + ', paid.principal, paid.interest, paid.fees, paid.penalties) as expected,
        concat_ws(' + ', coalesce(instalment.principal_paid_minor, 0),
          coalesce(instalment.interest_paid_minor, 0), coalesce(instalment.fees_paid_minor, 0),
          coalesce(instalment.penalties_paid_minor, 0)) as found
      from (
        select payment.portfolio_id, payment.loan_id, portion.instalment_number as number,
          sum(portion.principal_minor) as principal, sum(portion.interest_minor) as interest,
          sum(portion.fees_minor) as fees, sum(portion.penalties_minor) as penalties
        from effective_payments payment
        join effective_allocations portion
          on portion.portfolio_id = payment.portfolio_id and portion.payment_id = payment.id
        where payment.reversal_id is null
        group by 1, 2, 3
      ) paid
      join loans loan on loan.portfolio_id = paid.portfolio_id and loan.id = paid.loan_id
      left join instalments instalment on instalment.portfolio_id = paid.portfolio_id
        and instalment.loan_id = paid.loan_id and instalment.number = paid.number
      where coalesce(instalment.principal_paid_minor, 0) < paid.principal
        or coalesce(instalment.interest_paid_minor, 0) < paid.interest
        or coalesce(instalment.fees_paid_minor, 0) < paid.fees
        or coalesce(instalment.penalties_paid_minor, 0) < paid.penalties`,
  },
];
