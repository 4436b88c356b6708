import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/servicing/payments';
import { uuidv7 } from 'uuidv7';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { lockLoan } from '../loan-account/loan-state.store.ts';
import { planReversal } from './plan-reversal.ts';
import { measureReversal } from './reversal-effect.ts';

type Asked = { readonly loanId: string; readonly paymentId: string };

/** Previews a reversal by carrying it out and rolling it back. */
export function previewReversal(
  database: Database,
  asked: Asked,
  context: CommandContext,
): Promise<Outcome<AnswerOf<PreviewReversal>, FailureOf<PreviewReversal>>> {
  const { scope, businessDate } = context.session;
  return database.begin(async (transaction) => {
    const loan = await lockLoan(transaction, { scope, loanId: asked.loanId });
    if (!loan) return refuse('not_found');
    const plan = await planReversal(transaction, loan, { ...asked, businessDate });
    if (!plan.ok) return plan;
    const command = { ...asked, id: uuidv7(), reason: 'Preview' };
    const planned = { command, loan, plan: plan.value };
    const effect = await measureReversal(transaction, planned, context);
    const rule = { portfolioId: loan.portfolioId, kind: 'reverse-payment', loans: null } as const;
    return succeed({ ...effect, needsApproval: await needsApproval(transaction, rule) });
  });
}
