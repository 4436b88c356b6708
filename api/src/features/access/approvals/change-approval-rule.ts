import {
  approvalDefaults,
  type ApprovalRuleKind,
  type ChangeApprovalRule,
} from '@bursar/contracts/access/approvals';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import { findRule, lockPortfolio, saveRule } from './approval-rules.store.ts';

type Change = {
  readonly portfolioId: string;
  readonly kind: ApprovalRuleKind;
  readonly required: boolean;
  readonly limitLoans?: number | undefined;
};

/**
 * Sets whether commands of a kind need a second person, and above how many loans. Requests that
 * already wait keep waiting.
 */
export function changeApprovalRule(
  database: Database,
  change: Change,
  context: CommandContext,
): Promise<Outcome<AnswerOf<ChangeApprovalRule>, FailureOf<ChangeApprovalRule>>> {
  const { portfolioId, kind, required } = change;
  const { session, now } = context;
  return database.begin(async (transaction) => {
    if (!runsPortfolio(session.scope, portfolioId)) return refuse('not_found');
    if (!(await lockPortfolio(transaction, portfolioId))) return refuse('not_found');
    const before = await findRule(transaction, { portfolioId, kind });
    const hasLimit = approvalDefaults[kind].limitLoans !== null;
    const limitLoans = hasLimit ? (change.limitLoans ?? before.limitLoans) : null;
    await saveRule(transaction, {
      portfolioId,
      kind,
      required,
      limitLoans,
      changedBy: session.account.id,
      changedAt: now.toISOString(),
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-approval-rule',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: { kind, required: String(before.required), limitLoans: before.limitLoans },
      after: { kind, required: String(required), limitLoans },
    });
    return succeed(await findRule(transaction, { portfolioId, kind }));
  });
}
