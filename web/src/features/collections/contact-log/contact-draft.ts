import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import type { BorrowerLoan } from '@bursar/contracts/collections/work-queue';
import { instantIn } from '../../../lib/instant-in.ts';
import { paidOn } from '../../servicing/loan-account/split-over-loans.ts';
import { isTime } from '../../../ui/form/parse-time.ts';
import { callBackOf, type CallBackChoice } from './call-back.ts';
import {
  callLoansOf,
  isCalledAbout,
  outcomeOn,
  promisedOn,
  type LoanChoices,
} from './call-loans.ts';
import { paymentOn, toParts, type CallParts } from './call-parts.ts';
import type { NewContactAttempt } from './contact-log.queries.ts';
import { toNewPromise, type PromiseDraft, type PromisingLoan } from './promise-draft.ts';

/** The typed values of a contact attempt, with the promise that was made in it, if any. */
export type ContactDraft = CallParts &
  LoanChoices & {
    readonly promise: PromiseDraft;
    /**
     * Created when the form opens and repeated on every retry, so that the contact is not logged
     * twice if an answer is lost.
     */
    readonly id: string;
    /** The id of a party of the loan, or `FIRST_BORROWER`. */
    readonly partner: string;
    /** Null until the user chooses one, if the usual channel is closed. */
    readonly channel: ContactAttempt['channel'] | null;
    readonly direction: ContactAttempt['direction'];
    readonly outcome: ContactAttempt['outcome'] | null;
    readonly disputeReason: ContactAttempt['disputeReason'];
    /** The number that was wrong, or empty. */
    readonly wrongPhone: string;
    readonly note: string;
    /** False if the contact is logged while it happens. */
    readonly isEarlier: boolean;
    readonly day: string | null;
    readonly time: string;
    readonly tryAgain: CallBackChoice;
    readonly tryChosenAt?: string | undefined;
    readonly tryDay: string | null;
    readonly tryTime: string;
    /**
     * The time at which this form was first sent, as `Date.now()`; a retry sends how long ago that
     * was. Null before.
     */
    readonly sentAt: number | null;
  };

export const FIRST_BORROWER = 'first';

/**
 * The other loans that the call is about; none if the call reached another party than the first
 * borrower.
 */
export function calledLoans(
  draft: ContactDraft,
  others: readonly BorrowerLoan[],
): readonly BorrowerLoan[] {
  if (draft.partner !== FIRST_BORROWER) return [];
  return others.filter((other) => isCalledAbout(draft, other));
}

/** The loans of a call with what is promised and paid on each, the longest overdue first. */
export function sharesOf(
  draft: ContactDraft,
  loan: PromisingLoan,
  others: readonly BorrowerLoan[],
) {
  const loans = callLoansOf(loan, calledLoans(draft, others));
  const sameCurrency = loans.filter(({ currency }) => currency === loan.currency);
  return {
    loans,
    paid: paidOn(sameCurrency, draft.payment.amountMinor, draft.shares),
    promised:
      draft.outcome === 'promised'
        ? promisedOn(sameCurrency, draft.promise.lines)
        : new Map<string, PromiseDraft['lines']>(),
  };
}
export type CallShares = ReturnType<typeof sharesOf>;

/**
 * Returns whether a loan of the call is disputed. By default, only the loan on which the form was
 * opened is disputed.
 */
export function isDisputed(
  { disputed }: Pick<ContactDraft, 'disputed'>,
  loan: { readonly id: string },
  loanId: string,
): boolean {
  return disputed[loanId] ?? loanId === loan.id;
}

/** Returns the instant of a contact that is logged later; null while its day or time is missing. */
export function momentOf({ day, time }: ContactDraft, timeZone: string): string | null {
  return day !== null && isTime(time) ? instantIn(timeZone, day, time) : null;
}

export type CallBackDay = Parameters<typeof callBackOf>[1];

/** Builds the request; null while a required value is missing. */
export function toContactAttempt(
  draft: ContactDraft,
  loan: PromisingLoan,
  { day, others }: { readonly day: CallBackDay; readonly others: readonly BorrowerLoan[] },
): NewContactAttempt | null {
  const entry = toEntry(draft, loan, day);
  const called = calledLoans(draft, others);
  if (!entry || called.length === 0) return entry;
  const shares = sharesOf(draft, loan, others);
  const { promise: _promise, payment: _payment, disputeReason: _reason, ...common } = entry;
  const own = partsOn(loan.id, { draft, loan, shares });
  const { promise, payment, ...outcome } = own;
  return {
    ...common,
    ...outcome,
    ...(promise && { promise: { ...promise, id: draft.promise.promiseId } }),
    ...(payment && { payment: { ...payment, id: draft.payment.id } }),
    otherLoans: called.map(({ loanId }) => ({
      loanId,
      ...partsOn(loanId, { draft, loan, shares }),
    })),
  };
}

type OfCall = {
  readonly draft: ContactDraft;
  readonly loan: PromisingLoan;
  readonly shares: CallShares;
};

/** The outcome on one loan of a call, with what is promised and paid on it. */
function partsOn(loanId: string, { draft, loan, shares }: OfCall) {
  const { currency, businessDate } = loan;
  const lines = shares.promised.get(loanId);
  const amountMinor = shares.paid.get(loanId) ?? 0;
  const outcome = outcomeOn({
    outcome: draft.outcome ?? 'answered',
    isDisputed: isDisputed(draft, loan, loanId),
    isPromised: lines !== undefined,
    isPaid: draft.payment.amountMinor === null ? null : amountMinor > 0,
  });
  const promise = lines && toNewPromise({ ...draft.promise, lines }, currency);
  const { id: _id, ...promised } = promise ?? { id: '' };
  return {
    outcome,
    ...(outcome === 'disputed' &&
      draft.disputeReason !== null && { disputeReason: draft.disputeReason }),
    ...('lines' in promised && { promise: promised }),
    ...(amountMinor > 0 && {
      payment: paymentOn(loanId, draft, { amountMinor, currency, businessDate }),
    }),
  };
}

/** The request for one loan; null while a required value is missing. */
function toEntry(
  draft: ContactDraft,
  loan: PromisingLoan,
  day: CallBackDay,
): NewContactAttempt | null {
  const { id, channel, direction, outcome } = draft;
  const partyId = draft.partner === FIRST_BORROWER ? undefined : draft.partner;
  const contactedAt = draft.isEarlier ? momentOf(draft, day.timeZone) : undefined;
  const tryAgainAt = callBackOf(draft, day);
  if (channel === null || outcome === null) return null;
  if (contactedAt === null || tryAgainAt === 'unreadable') return null;
  const note = draft.note.trim();
  const contact = {
    id,
    partyId,
    channel,
    direction,
    outcome,
    note,
    contactedAt,
    // A dispute or a death pauses the contact, so no call-back is agreed.
    ...(outcome !== 'disputed' && outcome !== 'deceased' && { tryAgainAt }),
    ...(outcome === 'wrong-number' && draft.wrongPhone !== '' && { wrongPhone: draft.wrongPhone }),
    ...toParts(draft, loan, day.timeZone),
  };
  if (outcome === 'disputed') {
    return draft.disputeReason === null ? null : { ...contact, disputeReason: draft.disputeReason };
  }
  if (outcome !== 'promised') return contact;
  const promise = toNewPromise(draft.promise, loan.currency);
  return promise && { ...contact, promise };
}
