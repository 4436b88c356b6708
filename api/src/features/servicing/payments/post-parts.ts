import type { LoanStatus } from '@bursar/contracts/choices';
import type { Payment } from '@bursar/contracts/servicing/payments';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { postWithin, type PaymentCommand } from './post-payment.ts';

/** One loan's part of a payment that is split over several loans. */
export type PaymentPart = Pick<
  PaymentCommand,
  'id' | 'loanId' | 'amountMinor' | 'confirmedDuplicateOf'
>;

type Split = {
  /** The fields that all parts have in common, and the id of the split. */
  readonly payment: Omit<PaymentCommand, keyof PaymentPart> & { readonly splitId: string };
  readonly parts: readonly PaymentPart[];
};

type PostedPart = {
  readonly loanId: string;
  readonly payment: Payment;
  readonly loanStatus: LoanStatus;
  readonly replayed: boolean;
};
type PaymentOutcome = Awaited<ReturnType<typeof postWithin>>;
type PaymentRefusal = Extract<PaymentOutcome, { ok: false }>;
type PartsOutcome = Outcome<readonly PostedPart[], PaymentRefusal['refusal']['code']>;

/** Thrown inside the savepoint, so that the parts that were already posted are rolled back. */
class PartRefused extends Error {
  readonly outcome: PaymentRefusal;

  constructor(outcome: PaymentRefusal) {
    super('a part of a payment was refused');
    this.name = 'PartRefused';
    this.outcome = outcome;
  }
}

/**
 * Posts all parts of a payment or none, each as its own payment; the refusal of a part names its
 * loan. A repeated command is refused if an earlier one posted only some of its parts. The parts
 * are posted in the order of their loans to avoid deadlocks.
 */
export async function postParts(
  transaction: Transaction,
  { payment, parts }: Split,
  context: CommandContext,
): Promise<PartsOutcome> {
  const inOrder = parts.toSorted((one, other) => (one.loanId < other.loanId ? -1 : 1));
  try {
    return await transaction.savepoint(async (savepoint) => {
      const made: PostedPart[] = [];
      for (const part of inOrder) {
        const posted = await postWithin(savepoint, { ...payment, ...part }, context);
        if (!posted.ok) throw new PartRefused(withLoan(posted, part.loanId));
        made.push({ loanId: part.loanId, ...posted.value });
      }
      // An earlier command posted only some of these parts.
      if (new Set(made.map(({ replayed }) => replayed)).size > 1) {
        throw new PartRefused(refuse('id_reused_with_different_content'));
      }
      return succeed(made);
    });
  } catch (error) {
    if (error instanceof PartRefused) return error.outcome;
    throw error;
  }
}

/** Adds the loan of the refused part to the details of a refusal. */
function withLoan({ refusal }: PaymentRefusal, loanId: string): PaymentRefusal {
  return { ok: false, refusal: { ...refusal, details: { ...refusal.details, loanId } } };
}
