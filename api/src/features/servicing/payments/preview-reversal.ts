import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/servicing/payments';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { lockLoan } from '../loan-account/loan-state.store.ts';
import { planReversal } from './plan-reversal.ts';

type Look = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly loanId: string;
  readonly paymentId: string;
};

/** Previews a reversal with the same plan that the command carries out. */
export function previewReversal(
  database: Database,
  { scope, ...asked }: Look,
): Promise<Outcome<AnswerOf<PreviewReversal>, FailureOf<PreviewReversal>>> {
  return database.begin(async (transaction) => {
    const loan = await lockLoan(transaction, { scope, loanId: asked.loanId });
    if (!loan) return refuse('not_found');
    const plan = await planReversal(transaction, loan, asked);
    if (!plan.ok) return plan;
    const { portfolioId } = loan;
    const command = { portfolioId, kind: 'reverse-payment', loans: null } as const;
    return succeed({
      ...plan.value.effect,
      needsApproval: await needsApproval(transaction, command),
    });
  });
}
