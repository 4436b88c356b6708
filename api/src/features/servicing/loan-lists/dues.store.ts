import { isActiveIn } from '../loan-account/arrears.ts';
import { dayAt } from '../../../platform/scope.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';

type Dues = 'due_minor' | 'arrears_minor';

/**
 * SQL expression for the amount due, or in arrears, of `loan_list_rows listed` on a day: the stored
 * value while it is valid, else calculated from the instalments. It is exact on every day, even if
 * the job has not run.
 */
export function duesOn(sql: Queryable, dues: Dues, day: Fragment): Fragment {
  return sql`(case when not ${isActiveIn(sql, 'listed')} then 0
    when ${day} between listed.dues_counted_on and listed.dues_hold_until then listed.${sql(dues)}
    else (select calculated.${sql(dues)}
      from dues_of(listed.portfolio_id, listed.loan_id, ${day}) calculated) end)`;
}

const BATCH = 1_000;

/**
 * Recalculates the stored amounts due that are outdated on their portfolio's today. Returns the
 * number of loans updated.
 */
export async function countDues(database: Database, now: Date): Promise<number> {
  let counted = 0;
  for (;;) {
    const taken = await database.begin((transaction) => countSome(transaction, now));
    counted += taken;
    if (taken < BATCH) return counted;
  }
}

/**
 * Updates one batch of loans and returns its size. Skips rows that another transaction has locked.
 * A separate statement takes the locks, so that the update sees every payment that was committed
 * before.
 */
async function countSome(transaction: Transaction, now: Date): Promise<number> {
  const at = now.toISOString();
  const stale = await transaction<{ portfolioId: string; loanId: string }[]>`
    select listed.portfolio_id, listed.loan_id from loan_list_rows listed
    join portfolios portfolio on portfolio.id = listed.portfolio_id
    where ${isActiveIn(transaction, 'listed')}
      -- The zone where each day begins first gives a constant bound that the index can use.
      and listed.dues_hold_until < ${dayAt(transaction, at, 'Pacific/Kiritimati')}
      and listed.dues_hold_until < ${dayAt(transaction, at, transaction`portfolio.time_zone`)}
    order by listed.dues_hold_until limit ${BATCH}
    for update of listed skip locked`;
  if (stale.length === 0) return 0;
  await transaction`
    update loan_list_rows listed
    set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
      dues_counted_on = dues.today, dues_hold_until = dues.hold_until
    from (
      select stale.portfolio_id, stale.loan_id, day.today, calculated.*
      from unnest(${stale.map(({ portfolioId }) => portfolioId)}::uuid[],
        ${stale.map(({ loanId }) => loanId)}::uuid[]) stale (portfolio_id, loan_id)
      join portfolios portfolio on portfolio.id = stale.portfolio_id
      cross join lateral (
        select ${dayAt(transaction, at, transaction`portfolio.time_zone`)} as today
      ) day
      cross join lateral dues_of(stale.portfolio_id, stale.loan_id, day.today) calculated
    ) dues
    where listed.portfolio_id = dues.portfolio_id and listed.loan_id = dues.loan_id`;
  return stale.length;
}
