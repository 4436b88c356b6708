import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { duesOf, schedulesOf } from '../../reporting/finance/stored-dues.store.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

export const dueChecks: readonly ReconciliationCheck[] = [
  {
    id: 'stored-dues',
    holds: 'the stored schedule of a loan is that of its instalments',
    // Excludes loans that are marked to be stored again, because readers use their instalments
    // instead of the stored schedule.
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, coalesce(present.text, 'none') as expected,
        coalesce(stored.text, 'none') as found
      from (
        select portfolio_id, loan_id, schedule::text as text
        from (${schedulesOf(sql, sql`true`)}) schedule
      ) present
      full join (
        select portfolio_id, loan_id, kept::text as text from loan_dues kept
      ) stored on stored.portfolio_id = present.portfolio_id and stored.loan_id = present.loan_id
      join loans loan on loan.portfolio_id = coalesce(present.portfolio_id, stored.portfolio_id)
        and loan.id = coalesce(present.loan_id, stored.loan_id)
      where present.text is distinct from stored.text
        and not exists (select from due_marks mark
          where mark.portfolio_id = loan.portfolio_id and mark.loan_id = loan.id)`,
  },
  {
    id: 'due-sums',
    holds: 'the sums of dues by day equal the stored schedules',
    differences: (sql) =>
      compareSums(sql, {
        subject: sql`'portfolio ' || portfolio_id`,
        sums: sql`select null::uuid as holder_id, sums.* from due_sums sums`,
        dues: sql`select null::uuid as holder_id, due.* from (${duesOf(sql, sql`loan_dues kept`)}) due`,
      }),
  },
  {
    id: 'held-due-sums',
    holds: 'the sums of dues of each team and agent equal the schedules stored for it',
    differences: (sql) =>
      compareSums(sql, {
        subject: sql`'holder ' || holder_id`,
        sums: sql`select * from held_due_sums`,
        dues: sql`
          select holder.id as holder_id, due.* from (${duesOf(sql, sql`loan_dues kept`)}) due
          cross join lateral (values (due.team_id), (due.agent_id)) holder (id)
          where holder.id is not null`,
      }),
  },
];

type Compared = { readonly subject: Fragment; readonly sums: Fragment; readonly dues: Fragment };

/** Compares stored sums by day with the dues they add up. */
const compareSums = (sql: Queryable, { subject, sums, dues }: Compared): Fragment => sql`
  select ${subject} || ', ' || due_on || ' in ' || currency as subject,
    concat_ws(' / ', sum(expected_minor) filter (where not is_sum),
      sum(expected_dues) filter (where not is_sum), sum(dues) filter (where not is_sum))
      as expected,
    concat_ws(' / ', sum(expected_minor) filter (where is_sum),
      sum(expected_dues) filter (where is_sum), sum(dues) filter (where is_sum)) as found
  from (
    select true as is_sum, 1 as sign, portfolio_id, holder_id, due_on, currency, expected_minor,
      expected_dues, principal_minor, interest_minor, charges_minor, dues
    from (${sums}) sums
    union all
    select false, -1, portfolio_id, holder_id, due_on, currency, expected_minor, expected_dues,
      principal_minor, interest_minor, charges_minor, dues
    from (${dues}) due
  ) part
  group by portfolio_id, holder_id, due_on, currency
  having (sum(sign * expected_minor), sum(sign * expected_dues), sum(sign * principal_minor),
      sum(sign * interest_minor), sum(sign * charges_minor), sum(sign * dues))
    is distinct from (0, 0, 0, 0, 0, 0)`;
