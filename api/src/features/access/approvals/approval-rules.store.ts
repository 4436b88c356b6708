import {
  approvalDefaults,
  approvalRuleKinds,
  type ApprovalRuleKind,
  type ListApprovalRules,
} from '@bursar/contracts/access/approvals';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { portfoliosInScope, runsPortfolio } from '../../../platform/scope.ts';
import type { Actor } from '../../../platform/session.ts';

type Portfolio = AnswerOf<ListApprovalRules>['portfolios'][number];
export type ApprovalRule = Portfolio['rules'][number];

type StoredRule = {
  readonly portfolioId: string;
  readonly kind: string;
  readonly required: boolean;
  readonly limitLoans: number | null;
};

/** Returns the rule of a kind: the default, unless the portfolio has its own. */
function ruleOf(kind: ApprovalRuleKind, stored: readonly StoredRule[]): ApprovalRule {
  const standard = approvalDefaults[kind];
  const set = stored.find((rule) => rule.kind === kind);
  const required = set?.required ?? standard.required;
  const limitLoans = set ? set.limitLoans : standard.limitLoans;
  const isDefault = required === standard.required && limitLoans === standard.limitLoans;
  return { kind, required, limitLoans, isDefault };
}

export async function findRule(
  sql: Queryable,
  { portfolioId, kind }: { portfolioId: string; kind: ApprovalRuleKind },
): Promise<ApprovalRule> {
  const stored = await sql<StoredRule[]>`
    select portfolio_id, kind, required, limit_loans from approval_rules
    where portfolio_id = ${portfolioId} and kind = ${kind}`;
  return ruleOf(kind, stored);
}

/**
 * Lists the rules of the portfolios in scope: an administrator sees every portfolio except demo
 * data, other users their own.
 */
export async function listRules(
  sql: Queryable,
  { scope, permissions }: Pick<Actor, 'scope' | 'permissions'>,
): Promise<Portfolio[]> {
  const portfolios = await sql<{ id: string; name: string }[]>`
    select id, name from portfolios portfolio where ${portfoliosInScope(sql, scope)}
    order by name, id`;
  const stored = await sql<StoredRule[]>`
    select portfolio_id, kind, required, limit_loans from approval_rules`;
  return portfolios.map(({ id, name }) => {
    const own = stored.filter((rule) => rule.portfolioId === id);
    const mayChange = permissions.has('manage-permissions') && runsPortfolio(scope, id);
    return { id, name, mayChange, rules: approvalRuleKinds.map((kind) => ruleOf(kind, own)) };
  });
}

/** Locks the portfolio, so that two changes of rules run one after the other. */
export async function lockPortfolio(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction`select from portfolios where id = ${id} for no key update`;
  return rows.length > 0;
}

type ChangedRule = StoredRule & { readonly changedBy: string; readonly changedAt: string };

export async function saveRule(transaction: Transaction, rule: ChangedRule): Promise<void> {
  await transaction`
    insert into approval_rules (portfolio_id, kind, required, limit_loans, changed_by, changed_at)
    values (${rule.portfolioId}, ${rule.kind}, ${rule.required}, ${rule.limitLoans},
      ${rule.changedBy}, ${rule.changedAt})
    on conflict (portfolio_id, kind) do update set required = excluded.required,
      limit_loans = excluded.limit_loans, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`;
}
