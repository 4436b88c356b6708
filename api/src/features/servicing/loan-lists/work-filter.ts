import type { LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

const workFilters = [
  'lastOutcome',
  'promise',
  'language',
  'phone',
  'snoozed',
  'nextAction',
  'lastContactFrom',
  'lastContactTo',
] as const satisfies readonly (keyof LoanFilter)[];

/** Returns whether a filter depends on the work on loans, which lists do not store. */
export const filtersByWork = (filter: LoanFilter): boolean =>
  filter.work !== undefined || workFilters.some((name) => filter[name] !== undefined);

/**
 * Builds the conditions on contacts, promises, plans and the borrower, for `loan_list_rows listed`.
 */
export function workConditions(
  sql: Queryable,
  filter: LoanFilter,
  today: Fragment,
): readonly Fragment[] {
  const { lastOutcome, promise, language, phone, snoozed, nextAction } = filter;
  const { lastContactFrom: from, lastContactTo: to } = filter;
  const ofLoan = (alias: string) => sql`${sql(alias)}.portfolio_id = listed.portfolio_id
    and ${sql(alias)}.loan_id = listed.loan_id`;
  const hasWork = (condition: Fragment) =>
    sql`exists (select from loan_work work where ${ofLoan('work')} and ${condition})`;
  const whether = (asked: 'some' | 'none', condition: Fragment) =>
    asked === 'some' ? condition : sql`not ${condition}`;
  return [
    ...(lastOutcome
      ? [
          sql`(select attempt.outcome from contact_attempts attempt where ${ofLoan('attempt')}
            order by attempt.contacted_at desc, attempt.id desc limit 1)
            in ${sql(lastOutcome.split(','))}`,
        ]
      : []),
    ...(promise
      ? [
          sql`coalesce((select line.state from promises line
            where ${ofLoan('line')} and line.replaced_at is null
            order by line.state = 'waiting' desc, line.promised_on desc, line.id desc limit 1),
            'none') in ${sql(promise.split(','))}`,
        ]
      : []),
    ...(language
      ? [
          sql`exists (select from borrowers borrower
            where borrower.portfolio_id = listed.portfolio_id
              and borrower.id = listed.borrower_id
              and borrower.language in ${sql(language.split(','))})`,
        ]
      : []),
    ...(phone
      ? [
          whether(
            phone,
            sql`(borrower_reach(listed.portfolio_id, listed.borrower_id, 'phone', ${today})
              is not null)`,
          ),
        ]
      : []),
    ...(snoozed ? [whether(snoozed, hasWork(sql`work.snoozed_until > ${today}`))] : []),
    ...(nextAction ? [whether(nextAction, hasWork(sql`work.next_action is not null`))] : []),
    ...(from ? [hasWork(sql`work.last_contact_on >= ${from}`)] : []),
    ...(to ? [hasWork(sql`work.last_contact_on <= ${to}`)] : []),
  ];
}
