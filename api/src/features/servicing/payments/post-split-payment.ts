import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { PostSplitPayment } from '@bursar/contracts/servicing/split-payments';
import { allOrNothing } from '../../../platform/all-or-nothing.ts';
import { claimId } from '../../../platform/claim-id.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { partId } from '../../../platform/owned-id.ts';
import { lockLoansTogether } from '../loan-account/lock-loan.ts';
import { listIdsOfSplit } from './payments.store.ts';
import { postParts } from './post-parts.ts';

type Body = InputOf<PostSplitPayment>['body'];
type Command = Omit<Body, 'payer' | 'externalReference' | 'note'> & {
  readonly payer: string;
  readonly externalReference: string;
  readonly note: string;
};
type Posted = Outcome<AnswerOf<PostSplitPayment>, FailureOf<PostSplitPayment>>;

/**
 * Splits one payment over several loans of one borrower: posts a payment on each of them, in one
 * transaction. Each of these payments can be reversed on its own.
 */
export async function postSplitPayment(
  database: Database,
  command: Command,
  context: CommandContext,
): Promise<Posted> {
  try {
    return await allOrNothing(database, (transaction) =>
      postWithinOne(transaction, command, context),
    );
  } catch (error) {
    // `claimId` orders split payments only: an ordinary payment on another loan may have just used
    // the id of one of these parts.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

async function postWithinOne(
  transaction: Transaction,
  { id, amountMinor, parts, ...payment }: Command,
  context: CommandContext,
): Promise<Posted> {
  const loanIds = parts.map(({ loanId }) => loanId);
  const refusal = refuseParts(parts, amountMinor);
  if (refusal) return refusal;
  await claimId(transaction, id);
  const { scope } = context.session;
  const locked = await lockLoansTogether(transaction, { scope, loanIds });
  const [first] = locked;
  if (!first || locked.length < parts.length) return refuse('not_found');
  if (locked.some(({ borrowerId }) => borrowerId !== first.borrowerId)) {
    return refuse('loans_of_different_borrowers', { field: 'parts' });
  }
  const { portfolioId } = first;
  const earlier = await listIdsOfSplit(transaction, { portfolioId, splitId: id });
  const own = parts.map((part) => ({ ...part, id: partId(part.loanId, id) }));
  if (earlier.length > 0 && !areSame(earlier, own)) {
    return refuse('id_reused_with_different_content');
  }
  const posted = await postParts(
    transaction,
    {
      payment: { ...payment, splitId: id, interestUntil: 'date' },
      parts: own,
    },
    context,
  );
  if (!posted.ok) return posted;
  return succeed({
    payments: posted.value.map(({ loanId, payment: made, loanStatus }) => ({
      loanId,
      payment: made,
      loanStatus,
    })),
    replayed: earlier.length > 0,
  });
}

/**
 * Returns whether the payments posted earlier under the id of a split are those of this command.
 * The id of each payment depends on its loan, so a split over other loans is not a repeated
 * command.
 */
function areSame(earlier: readonly string[], own: readonly { readonly id: string }[]): boolean {
  return earlier.length === own.length && own.every(({ id }) => earlier.includes(id));
}

function refuseParts(parts: Command['parts'], amountMinor: number) {
  if (new Set(parts.map(({ loanId }) => loanId)).size < parts.length) {
    return refuse('split_loan_twice', { field: 'parts' });
  }
  if (parts.some((part) => part.amountMinor <= 0)) {
    return refuse('amount_not_positive', { field: 'parts' });
  }
  const sumMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0);
  if (sumMinor === amountMinor) return null;
  return refuse('split_differs_from_amount', { field: 'parts', details: { sumMinor } });
}
