import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { isBookedIn } from '../../servicing/loan-account/arrears.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/** Compares displayed figures with the records that they are derived from, in minor units. */
export const figureChecks: readonly ReconciliationCheck[] = [
  {
    id: 'schedule-principal',
    holds:
      'the outstanding principal of an active loan is open on its instalments; a closed loan owes nothing',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, scheduled.unpaid::text as expected,
        (state.outstanding_principal_minor + state.written_off_principal_minor)::text as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      join ${schedules(sql)} scheduled
        on scheduled.portfolio_id = state.portfolio_id and scheduled.loan_id = state.loan_id
      where ${isBookedIn(sql, 'state')}
        and state.outstanding_principal_minor + state.written_off_principal_minor
          <> scheduled.unpaid`,
  },
  {
    id: 'schedule-paid',
    holds: 'the amounts paid on a loan equal those paid on its instalments',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject,
        concat_ws(' + ', scheduled.principal, scheduled.interest, scheduled.fees,
          scheduled.penalties) as expected,
        concat_ws(' + ', state.principal_paid_minor, state.interest_paid_minor,
          state.fees_paid_minor, state.penalties_paid_minor) as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      join ${schedules(sql)} scheduled
        on scheduled.portfolio_id = state.portfolio_id and scheduled.loan_id = state.loan_id
      where (state.principal_paid_minor, state.interest_paid_minor, state.fees_paid_minor,
          state.penalties_paid_minor)
        <> (scheduled.principal, scheduled.interest, scheduled.fees, scheduled.penalties)`,
  },
  {
    id: 'oldest-unpaid',
    holds: 'an active loan is due since its oldest unpaid instalment',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, oldest.due_on::text as expected,
        state.oldest_unpaid_due_on::text as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      left join (
        select portfolio_id, loan_id, min(due_on) as due_on from instalments
        where principal_minor + interest_minor + fees_minor + penalties_minor
          > principal_paid_minor + interest_paid_minor + fees_paid_minor + penalties_paid_minor
        group by 1, 2
      ) oldest on oldest.portfolio_id = state.portfolio_id and oldest.loan_id = state.loan_id
      where state.status = 'active' and state.oldest_unpaid_due_on is distinct from oldest.due_on`,
  },
  {
    id: 'payment-allocations',
    holds: 'each payment is allocated to instalments to the last cent',
    differences: (sql) => sql`
      select 'payment ' || payment.id as subject,
        concat_ws(' + ', payment.principal_minor, payment.interest_minor, payment.fees_minor,
          payment.penalties_minor) as expected,
        concat_ws(' + ', spread.principal, spread.interest, spread.fees, spread.penalties) as found
      from effective_payments payment
      left join (
        select portfolio_id, payment_id, sum(principal_minor) as principal,
          sum(interest_minor) as interest, sum(fees_minor) as fees, sum(penalties_minor) as penalties
        from effective_allocations group by 1, 2
      ) spread on spread.portfolio_id = payment.portfolio_id and spread.payment_id = payment.id
      where (payment.principal_minor, payment.interest_minor, payment.fees_minor,
          payment.penalties_minor)
        <> (coalesce(spread.principal, 0), coalesce(spread.interest, 0), coalesce(spread.fees, 0),
          coalesce(spread.penalties, 0))`,
  },
  {
    id: 'recoveries',
    holds: 'money is recovered only on a loan that is written off',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, 'written_off' as expected, state.status as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where state.status <> 'written_off' and exists (
        select from effective_payments payment
        where payment.portfolio_id = state.portfolio_id and payment.loan_id = state.loan_id
          and payment.recovered_minor > 0 and payment.reversal_id is null)`,
  },
  {
    id: 'undisbursed',
    holds: 'a loan that is not paid out has no instalments, no payments and no money',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, 'nothing' as expected, state.status as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where not ${isBookedIn(sql, 'state')} and (
        state.outstanding_principal_minor + state.written_off_principal_minor
          + state.credit_minor > 0
        or exists (select from instalments due
          where due.portfolio_id = state.portfolio_id and due.loan_id = state.loan_id)
        or exists (select from effective_payments payment
          where payment.portfolio_id = state.portfolio_id and payment.loan_id = state.loan_id
            and payment.reversal_id is null))`,
  },
  {
    id: 'income-days',
    holds: 'the income of each day and holder equals the income in the payments of that day',
    differences: (sql) => sql`
      select 'day ' || coalesce(paid.value_date, received.day) as subject,
        concat_ws(' + ', coalesce(paid.principal, 0), coalesce(paid.interest, 0),
          coalesce(paid.fees, 0), coalesce(paid.penalties, 0)) as expected,
        concat_ws(' + ', coalesce(received.principal_minor, 0), coalesce(received.interest_minor, 0),
          coalesce(received.fees_minor, 0), coalesce(received.penalties_minor, 0)) as found
      from (
        select portfolio_id, value_date, coalesce(team_id::text, '') as team,
          coalesce(agent_id::text, '') as agent, sum(principal_minor) as principal,
          sum(interest_minor) as interest, sum(fees_minor) as fees, sum(penalties_minor) as penalties
        from effective_payments where reversal_id is null group by 1, 2, 3, 4
      ) paid
      full join (
        select *, coalesce(team_id::text, '') as team, coalesce(agent_id::text, '') as agent
        from income_days
      ) received on received.portfolio_id = paid.portfolio_id and received.day = paid.value_date
        and received.team = paid.team and received.agent = paid.agent
      where (coalesce(paid.principal, 0), coalesce(paid.interest, 0), coalesce(paid.fees, 0),
          coalesce(paid.penalties, 0))
        <> (coalesce(received.principal_minor, 0), coalesce(received.interest_minor, 0),
          coalesce(received.fees_minor, 0), coalesce(received.penalties_minor, 0))`,
  },
  {
    id: 'loan-list-rows',
    holds: 'every list row equals its loan',
    differences: (sql) => sql`
      select 'L-' || lpad(coalesce(loan.reference_number, listed.reference_number)::text, 6, '0')
          as subject,
        coalesce(loan.shown, 'not listed') as expected,
        coalesce(listed.shown, 'not listed') as found
      from (
        select portfolio_id, loan_id, reference_number, ${shownFields(sql)} as shown from loans_to_list
      ) loan
      full join (
        select portfolio_id, loan_id, reference_number, ${shownFields(sql)} as shown from loan_list_rows
      ) listed on listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
      where loan.shown is distinct from listed.shown`,
  },
  {
    id: 'dues',
    holds: 'due and arrears in lists equal the open amounts of the instalments',
    differences: (sql) => sql`
      select 'L-' || lpad(listed.reference_number::text, 6, '0') as subject,
        concat_ws(' / ', coalesce(dues.due_minor, 0), coalesce(dues.arrears_minor, 0),
          'until ' || coalesce(dues.hold_until, '9999-12-31')) as expected,
        concat_ws(' / ', listed.due_minor, listed.arrears_minor,
          'until ' || listed.dues_hold_until) as found
      from loan_list_rows listed
      left join lateral dues_of(listed.portfolio_id, listed.loan_id, listed.dues_counted_on) dues
        on listed.status = 'active'
      -- Outdated amounts are calculated again before anything reads them, so they are not compared.
      where listed.dues_counted_on <= listed.dues_hold_until
        and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until)
          is distinct from (coalesce(dues.due_minor, 0), coalesce(dues.arrears_minor, 0),
            coalesce(dues.hold_until, '9999-12-31'))`,
  },
  {
    id: 'loan-totals',
    holds: 'the list totals equal the sums of their loans',
    differences: (sql) => sql`
      select 'portfolio ' || portfolio.name || ', ' || status as subject,
        concat_ws(' / ', sum(loans) filter (where is_listed),
          sum(outstanding) filter (where is_listed)) as expected,
        concat_ws(' / ', sum(loans) filter (where not is_listed),
          sum(outstanding) filter (where not is_listed)) as found
      from (
        select true as is_listed, portfolio_id, product_id, team_id, agent_id, status, currency,
          count(*) as loans, sum(principal_minor) as principal,
          sum(outstanding_principal_minor) as outstanding
        from loan_list_rows group by 2, 3, 4, 5, 6, 7
        union all
        select false, portfolio_id, product_id, team_id, agent_id, status, currency, sum(loans),
          sum(principal_minor), sum(outstanding_principal_minor)
        from loan_totals group by 2, 3, 4, 5, 6, 7
      ) counted
      join portfolios portfolio on portfolio.id = counted.portfolio_id
      group by portfolio.name, portfolio_id, product_id, team_id, agent_id, status,
        counted.currency
      having sum(case when is_listed then loans else -loans end) <> 0
        or sum(case when is_listed then principal else -principal end) <> 0
        or sum(case when is_listed then outstanding else -outstanding end) <> 0`,
  },
  {
    id: 'loan-parts',
    holds:
      'the sums of loans by due day, disbursement, purpose and grade equal those of their loans',
    differences: (sql) => sql`
      select 'portfolio ' || portfolio.name || ', ' || concat_ws(' ', kind, part) as subject,
        concat_ws(' / ', sum(loans) filter (where is_listed),
          sum(amount_minor) filter (where is_listed)) as expected,
        concat_ws(' / ', sum(loans) filter (where not is_listed),
          sum(amount_minor) filter (where not is_listed)) as found
      from (
        select true as is_listed, listed.portfolio_id, part.kind, part.part, listed.team_id,
          listed.agent_id, listed.currency, count(*) as loans, sum(part.amount_minor) as amount_minor
        from loan_list_rows listed
        cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
          listed.import_id, listed.principal_minor, listed.outstanding_principal_minor,
          listed.purpose, listed.grade) part
        group by 2, 3, 4, 5, 6, 7
        union all
        select false, portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor
        from loan_part_sums
        union all
        select false, portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor
        from loan_part_changes
      ) counted
      join portfolios portfolio on portfolio.id = counted.portfolio_id
      group by portfolio.name, portfolio_id, kind, part, team_id, agent_id, counted.currency
      having sum(case when is_listed then loans else -loans end) <> 0
        or sum(case when is_listed then amount_minor else -amount_minor end) <> 0`,
  },
  {
    id: 'holders',
    holds: 'the holder of a loan is that of its last assignment',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, 'as last assigned' as expected,
        concat_ws(', ', 'team ' || state.team_id, 'agent ' || state.agent_id) as found
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      join (
        select distinct on (portfolio_id, loan_id) portfolio_id, loan_id, number, made_at
        from assignments order by portfolio_id, loan_id, number desc, made_at desc
      ) latest on latest.portfolio_id = state.portfolio_id and latest.loan_id = state.loan_id
      where not exists (
        select from assignments made
        where made.portfolio_id = state.portfolio_id and made.loan_id = state.loan_id
          and made.number = latest.number and made.made_at = latest.made_at
          and made.to_team_id is not distinct from state.team_id
          and made.to_agent_id is not distinct from state.agent_id
      )`,
  },
  {
    id: 'holder-chain',
    holds: 'the former holder of an assignment is the holder of the previous one',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, line.given as expected, line.taken as found
      from (
        select portfolio_id, loan_id, number,
          concat_ws(', ', 'team ' || from_team_id, 'agent ' || from_agent_id) as taken,
          lag(concat_ws(', ', 'team ' || to_team_id, 'agent ' || to_agent_id)) over (
            partition by portfolio_id, loan_id order by number) as given
        from assignments where number > 0
      ) line
      join loans loan on loan.portfolio_id = line.portfolio_id and loan.id = line.loan_id
      where line.given <> line.taken`,
  },
];

function schedules(sql: Queryable): Fragment {
  return sql`(
    select portfolio_id, loan_id, sum(principal_minor - principal_paid_minor) as unpaid,
      sum(principal_paid_minor) as principal, sum(interest_paid_minor) as interest,
      sum(fees_paid_minor) as fees, sum(penalties_paid_minor) as penalties
    from instalments group by 1, 2
  )`;
}

function shownFields(sql: Queryable): Fragment {
  return sql`concat_ws(', ', reference_number, status, currency, principal_minor,
    outstanding_principal_minor, next_due_on, annual_rate_percent, disbursed_on, borrower_name,
    'team ' || team_id, 'agent ' || agent_id, product_id, 'import ' || import_id,
    'borrower ' || borrower_id, 'shown as ' || borrower_shown, 'external id ' || external_id,
    purpose, 'grade ' || grade, 'facts ' || facts::text)`;
}
