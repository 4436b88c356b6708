import type { OverpaymentChoice } from '@bursar/contracts/choices';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewPenalties } from '@bursar/contracts/servicing/payments';
import { uuidv7 } from 'uuidv7';
import type { CommandContext } from '../../../platform/command-context.ts';
import { rolledBack, type Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readLoanToPay } from '../loan-account/loan-state.store.ts';
import { postWithin } from './post-payment.ts';

type Asked = {
  readonly loanId: string;
  readonly amountMinor: number;
  readonly valueDate: string;
  readonly overpaymentTreatment: OverpaymentChoice;
};
type Previewed = Outcome<AnswerOf<PreviewPenalties>, FailureOf<PreviewPenalties>>;

/** Posts the payment, reads which penalties it waives, and rolls everything back. */
export async function previewPenalties(
  database: Database,
  { loanId, ...payment }: Asked,
  context: CommandContext,
): Promise<Previewed> {
  const loan = await readLoanToPay(database, { scope: context.session.scope, loanId });
  if (!loan) return refuse('not_found');
  const { currency } = loan;
  const command = {
    ...payment,
    loanId,
    currency,
    id: uuidv7(),
    method: 'other',
    note: '',
    interestUntil: 'date',
  } as const;
  const penalties = await rolledBack(database, async (transaction) => {
    const posted = await postWithin(transaction, command, context);
    // The form itself shows why a payment cannot be posted.
    return posted.ok ? posted.value.waived : [];
  });
  return succeed({ currency, penalties: [...penalties] });
}
