import type { Queryable } from '../../../platform/database.ts';
import { isLinked } from '../../access/accounts/account-openings.store.ts';
import { findRule } from '../../access/approvals/approval-rules.store.ts';
import type { LockedApplication } from './applications.store.ts';

/**
 * The account that took the previous step of an application, and the refusal if it also takes the
 * next step.
 */
type Former<Own> = { readonly own: Own; readonly accountId: string; readonly at: string };

type Next<Own> = {
  readonly portfolioId: string;
  readonly former: Former<Own>;
  readonly accountId: string;
};

/**
 * Returns why the caller may not take the next step. One person must not submit and approve, or
 * approve and disburse, the same loan, unless the portfolio's rule allows it. docs/decisions/0063
 */
export async function findHindrance<Own extends 'own_application' | 'own_approval'>(
  sql: Queryable,
  { portfolioId, former, accountId }: Next<Own>,
): Promise<Own | 'accounts_linked' | null> {
  const { required } = await findRule(sql, { portfolioId, kind: 'disburse-loan' });
  if (!required) return null;
  if (former.accountId === accountId) return former.own;
  const pair = { one: former.accountId, other: accountId, actedAt: former.at };
  return (await isLinked(sql, pair)) ? 'accounts_linked' : null;
}

export function submitterOf({ submittedById, submittedAt }: Submitted) {
  return { own: 'own_application', accountId: submittedById, at: submittedAt } as const;
}

type Submitted = Pick<LockedApplication, 'submittedById' | 'submittedAt'>;

/** Finds who last approved the application; an approval can be revoked and given again. */
export async function findApprover(
  sql: Queryable,
  { portfolioId, id }: { readonly portfolioId: string; readonly id: string },
): Promise<Former<'own_approval'>> {
  const [row] = await sql<{ accountId: string; at: string }[]>`
    select made_by as account_id, made_at as at from application_events
    where portfolio_id = ${portfolioId} and application_id = ${id} and event = 'approve'
    order by number desc limit 1`;
  if (!row) throw new Error(`application ${id} was approved by nobody`);
  return { own: 'own_approval', ...row };
}
