import type { BankReturn } from '@bursar/contracts/intake/bank-files';
import type { ConfirmBankReturn } from '@bursar/contracts/intake/bank-returns';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { reversePayment } from '../../../servicing/payments/reverse-payment.ts';
import { refundUnappliedFunds } from '../../../servicing/unapplied-funds/refund-unapplied-funds.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { findLine } from '../stored/bank-lines.store.ts';
import { lockLine } from '../stored/line-states.store.ts';
import {
  listOutgoing,
  setReturned,
  sharesPaymentId,
  type OutgoingLine,
} from './bank-returns.store.ts';
import { findReturns, isOutgoing } from './find-returns.ts';
import { returnSplitLine } from './return-split-line.ts';

type Confirmation = InputOf<ConfirmBankReturn>['body'];
type Confirmed = Outcome<AnswerOf<ConfirmBankReturn>, FailureOf<ConfirmBankReturn>>;

/**
 * Confirms that an outgoing line returns money: reverses the payment, or the payments of a split
 * line, or refunds the credit balance, and changes the line's state in the same transaction. Each
 * reversal or refund may wait for a second person.
 */
export async function confirmBankReturn(
  database: Database,
  { portfolioId, bankFileId, bankLineId, ...confirmation }: LineKey & Confirmation,
  context: PortfolioContext,
): Promise<Confirmed> {
  const key = { portfolioId, bankFileId, bankLineId };
  const permission = confirmation.kind === 'credit' ? 'refund-credit' : 'reverse-payment';
  if (!context.session.permissions.has(permission)) return refuse('permission_missing');
  try {
    return await database.begin((transaction) => confirm(transaction, key, confirmation, context));
  } catch (error) {
    // A copy of the line in another file was confirmed in the same moment.
    if (isDuplicateKey(error)) return refuse('bank_return_changed');
    throw error;
  }
}

async function confirm(
  transaction: Transaction,
  key: LineKey,
  confirmation: Confirmation,
  context: PortfolioContext,
): Promise<Confirmed> {
  const { portfolioId, bankLineId } = key;
  if (!(await lockLine(transaction, key))) return refuse('not_found');
  const [line] = await listOutgoing(transaction, { portfolioId, lineIds: [bankLineId] });
  if (!line || !isOutgoing(line)) return refuse('bank_line_not_outgoing');
  if (line.state === 'returned') {
    return isSameReturn(line, confirmation)
      ? answer(transaction, key)
      : refuse('bank_line_is_settled');
  }
  const found = (await findReturns(transaction, { portfolioId, lineIds: [bankLineId] })).get(
    bankLineId,
  );
  const sharesId = await sharesPaymentId(transaction, { portfolioId, id: bankLineId });
  if (confirmation.kind === 'split') {
    const split = found?.splitLine ?? null;
    if (split?.lineId !== confirmation.returnedId || split.parts.length === 0) {
      return refuse('bank_return_changed');
    }
    if (sharesId) return refuse('bank_return_shares_id');
    const made = await returnSplitLine(transaction, { key, line, split, confirmation }, context);
    return made.ok ? answer(transaction, key) : made;
  }
  const chosen = found?.returns.find(
    ({ kind, id }) => kind === confirmation.kind && id === confirmation.returnedId,
  );
  if (!chosen) return refuse('bank_return_changed');
  if (sharesId) return refuse('bank_return_shares_id');
  const made = await make(transaction, { chosen, confirmation }, context);
  if (!made.ok) return made;
  const { id: returnId } = confirmation;
  await setReturned(transaction, { portfolioId, id: bankLineId, returnId, found: chosen });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'confirm-bank-return',
    subject: 'bank-file',
    subjectId: key.bankFileId,
    before: { line: line.number, state: line.state },
    after: {
      line: line.number,
      state: 'returned',
      kind: chosen.kind,
      loanId: chosen.loan.id,
      amountMinor: chosen.amountMinor,
      feeMinor: chosen.feeMinor,
      outcome: made.value.outcome,
      ...(chosen.kind === 'payment' && { paymentId: chosen.id }),
    },
  });
  return answer(transaction, key);
}

/**
 * Returns whether the same return was already confirmed, by a first try or by a colleague at the
 * same moment.
 */
const isSameReturn = (
  { returnKind, returnedPaymentId, returnedLineId, loanId }: OutgoingLine,
  { kind, returnedId }: Confirmation,
): boolean => {
  const returned = { payment: returnedPaymentId, credit: loanId, split: returnedLineId };
  return returnKind === kind && returned[kind] === returnedId;
};

type Making = { readonly chosen: BankReturn; readonly confirmation: Confirmation };

async function make(
  transaction: Transaction,
  { chosen, confirmation: { id, reason } }: Making,
  context: PortfolioContext,
): Promise<Outcome<{ readonly outcome: string }, FailureOf<ConfirmBankReturn>>> {
  const loanId = chosen.loan.id;
  const made =
    chosen.kind === 'payment'
      ? await reversePayment.runWithin(
          transaction,
          { id, loanId, paymentId: chosen.id, reason },
          context,
        )
      : await refundUnappliedFunds.runWithin(
          transaction,
          {
            id,
            loanId,
            amountMinor: chosen.amountMinor,
            currency: context.portfolio.currency,
            method: 'bank-transfer',
            reason,
          },
          context,
        );
  // A replayed id belongs to a reversal or refund that did not come from this line.
  if (made.ok && made.value.replayed) return refuse('id_reused_with_different_content');
  return made;
}

async function answer(transaction: Transaction, key: LineKey): Promise<Confirmed> {
  const written = await findLine(transaction, key);
  return written ? succeed(written) : refuse('not_found');
}
