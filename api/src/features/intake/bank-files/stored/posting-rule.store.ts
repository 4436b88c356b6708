import type { BankPostingRule } from '@bursar/contracts/intake/bank-posting-rule';
import type { Fragment } from '../../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import type { FileKey } from '../bank-file-keys.ts';

type StoredRule = Omit<BankPostingRule, 'mayChange'>;

/** Finds the posting rule of a portfolio, which is off until a user allows it. */
export async function findPostingRule(sql: Queryable, portfolioId: string): Promise<StoredRule> {
  const [row] = await sql<StoredRule[]>`
    select rule.posts_exact, account.name as changed_by, rule.changed_at
    from bank_posting_rules rule join accounts account on account.id = rule.changed_by
    where rule.portfolio_id = ${portfolioId}`;
  return row ? { ...row } : { postsExact: false, changedBy: null, changedAt: null };
}

type Change = {
  readonly portfolioId: string;
  readonly postsExact: boolean;
  readonly changedBy: string;
  readonly changedAt: string;
};

export async function savePostingRule(transaction: Transaction, rule: Change): Promise<void> {
  await transaction`
    insert into bank_posting_rules (portfolio_id, posts_exact, changed_by, changed_at)
    values (${rule.portfolioId}, ${rule.postsExact}, ${rule.changedBy}, ${rule.changedAt})
    on conflict (portfolio_id) do update set posts_exact = excluded.posts_exact,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

/** Locks the portfolio, so that two changes of the rule run one after the other. */
export async function lockPostingRule(
  transaction: Transaction,
  portfolioId: string,
): Promise<void> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
}

export async function markByRule(
  transaction: Transaction,
  { portfolioId, bankFileId, lineIds }: FileKey & { readonly lineIds: readonly string[] },
): Promise<void> {
  if (lineIds.length === 0) return;
  await transaction`
    update bank_file_lines set by_rule = true
    where portfolio_id = ${portfolioId} and bank_file_id = ${bankFileId}
      and id = any(${[...lineIds]}::uuid[])`;
}

/** Leaves a line to a person: the posting rule no longer applies to it. */
export async function clearByRule(
  transaction: Transaction,
  { portfolioId, id }: { readonly portfolioId: string; readonly id: string },
): Promise<void> {
  await transaction`
    update bank_file_lines set by_rule = false where portfolio_id = ${portfolioId} and id = ${id}`;
}

type LoanOn = { readonly portfolioId: string; readonly loanId: string; readonly today: string };

/** Returns whether an instalment that is due on or after `today` is already paid. */
export async function isPaidAhead(
  sql: Queryable,
  { portfolioId, loanId, today }: LoanOn,
): Promise<boolean> {
  const rows = await sql`
    select from loan_state state
    join instalments instalment on instalment.portfolio_id = state.portfolio_id
      and instalment.loan_id = state.loan_id and instalment.due_on >= ${today}::date
      and instalment.due_on < state.oldest_unpaid_due_on
      and instalment.principal_paid_minor + instalment.interest_paid_minor > 0
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
    limit 1`;
  return rows.length > 0;
}

/** Counts the lines of `file` that the rule has posted, and those that it has yet to post. */
export const countByRule = (sql: Queryable): Fragment => sql`
  (select jsonb_build_object('posted', count(*) filter (where line.state = 'posted'),
    'waiting', count(*) filter (where line.state = 'matched'))
  from bank_file_lines line
  where line.portfolio_id = file.portfolio_id and line.bank_file_id = file.id and line.by_rule)`;
