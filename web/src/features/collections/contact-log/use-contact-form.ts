import { closureOf } from '@bursar/contracts/records/closed-channels';
import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { BorrowerLoan, ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { borrowerLoansQuery } from '../../servicing/loan-account/borrower-loans-query.ts';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { loanWorkQuery } from '../../servicing/loan-account/loan-work-query.ts';
import { removeSavedDraft } from '../../../lib/saved-draft.ts';
import { useClosureSentence } from '../../servicing/loan-account/use-closed-channels.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { sumOfShares } from '../../servicing/loan-account/split-over-loans.ts';
import { loanPartiesQuery } from '../../records/loan-parties/loan-parties-query.ts';
import { callBackOf, isQuietAt } from './call-back.ts';
import { noChoices } from './call-loans.ts';
import { emptyParts, partProblems } from './call-parts.ts';
import {
  FIRST_BORROWER,
  isDisputed,
  momentOf,
  sharesOf,
  toContactAttempt,
  type CallBackDay,
  type CallShares,
  type ContactDraft,
} from './contact-draft.ts';
import { useLogContact, type NewContactAttempt } from './contact-log.queries.ts';
import { emptyPromise, promiseProblems, type PromisingLoan } from './promise-draft.ts';
import { useWaitingLines } from './PromiseLines.tsx';

type Reached = Pick<PromisingLoan, 'borrower' | 'quietHours'>;

type ContactFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  /** The channel that the user is about to use. */
  readonly channel: ContactAttempt['channel'];
  readonly onLogged: () => void;
};

/** The form of a contact attempt: its values, its problems and its submission. */
export function useContactForm({ loan, opened, channel, onLogged }: ContactFormOptions) {
  const { t } = useTranslation(['contact-log', 'payments']);
  const format = useFormat();
  const draftName = `contact.${loan.id}`;
  const { data } = useQuery({ ...loanPartiesQuery(loan.id), enabled: opened });
  const { data: work } = useQuery({ ...loanWorkQuery(loan.id), enabled: opened });
  const { data: ofBorrower } = useQuery({ ...borrowerLoansQuery(loan.id), enabled: opened });
  const others = ofBorrower?.loans ?? [];
  const sameAgain = useSameAgain();
  const callBack = callBackDaysOf(loan, work);
  const day = { ...callBack, timeZone: format.settings.timeZone };
  const isWaiting = useWaitingLines(loan.id, opened).length > 0;
  const parties = data?.parties.filter(({ ended }) => ended === null) ?? [];
  const sentenceOf = useClosureSentence(format.time);
  const closedReason = (one: ContactAttempt['channel'], reached: Reached) =>
    sentenceOf(one, { ...reached.borrower, quietHours: reached.quietHours }) ?? undefined;
  /** Returns the loan with the chosen party in place of its first borrower. */
  const reachedIn = ({ partner }: Pick<ContactDraft, 'partner'>): PromisingLoan => {
    const party = parties.find(({ id }) => id === partner);
    return party ? { ...loan, borrower: { ...party.borrower, ...party } } : loan;
  };
  const logging = useLogContact(loan.id, ({ contact, replayed }, { otherLoans = [] }) => {
    removeSavedDraft(draftName);
    // The server had already stored an earlier attempt of this request. If the form still shows the
    // draft, it reports this itself.
    if (replayed && form.hasDraft) return;
    const { reference } = loan;
    const isAsked = contact.outcome === 'promised' && contact.promise === null;
    const further = otherLoans.length;
    const done = isAsked
      ? t('promise.asked', { reference })
      : t(`logged.${contact.outcome}`, { reference });
    const also = t('logged.also', { count: further, figure: format.count(further) });
    notify.success(further === 0 ? done : `${done} ${also}`);
  });
  const form = useContractForm<ContactDraft, NewContactAttempt, unknown>({
    name: 'call',
    empty: () => emptyContact(channel, loan),
    opened,
    draftName,
    rules: (draft) =>
      contactProblems(draft, reachedIn(draft), { t, format, closedReason, day, isWaiting, others }),
    contract,
    body: (draft) => toContactAttempt(draft, loan, { day, others }),
    mutation: {
      ...logging,
      mutateAsync: (built): Promise<unknown> => {
        const contact = sameAgain.contactFor(form.values, built);
        const since = form.values.sentAt ?? Date.now();
        form.change({ sentAt: since });
        return logging.mutateAsync({ contact, since }).catch((cause: unknown) => {
          sameAgain.forgetIfRefused(cause);
          throw cause;
        });
      },
    },
    onSent: onLogged,
  });
  return {
    ...form,
    parties,
    /** The borrower's other loans, and what is promised and paid on each loan of the call. */
    others,
    shares: sharesOf(form.values, loan, others),
    /**
     * Chooses the outcome. If a number was wrong, also stores the phone number shown now, because
     * the page may change before the contact is saved.
     */
    choose: (outcome: ContactOutcome) => {
      const isWrong = outcome === 'wrong-number';
      const phone =
        isWrong && isByPhone(form.values) ? reachedIn(form.values).borrower.phone : null;
      form.change({ outcome, wrongPhone: phone ?? '' });
    },
    /** The id of the field that an outcome needs first. */
    firstFieldOf: (outcome: ContactOutcome) => form.controlProps(firstFields[outcome] ?? 'note').id,
    /**
     * True if the contact is not an outgoing call to the first borrower that is logged while it
     * happens.
     */
    hasDetails:
      form.values.channel !== 'call' ||
      form.values.direction !== 'outgoing' ||
      form.values.isEarlier ||
      form.values.partner !== FIRST_BORROWER,
    confirmDuplicate: (paymentId: string, loanId = loan.id) => {
      const { payment } = form.values;
      const confirmed = { ...payment.confirmed, [loanId]: paymentId };
      form.change({ payment: { ...payment, confirmed } });
      form.submit();
    },
    callBack,
    pinnedNote: work?.pinnedNote,
    /** Returns why a channel cannot be chosen for the current values. */
    closedReason: (one: ContactAttempt['channel']) => {
      const reached = reachedIn(form.values);
      return isClosedNow(one, form.values, reached) ? closedReason(one, reached) : undefined;
    },
  };
}

/**
 * Remembers the request that was sent for a draft until the server refuses it. What the loans owe
 * may change, and a retry after a lost answer must send the same amounts.
 */
function useSameAgain() {
  const sent = useRef<{ readonly typed: string; readonly contact: NewContactAttempt } | null>(null);
  return {
    contactFor: (draft: ContactDraft, built: NewContactAttempt): NewContactAttempt => {
      const typed = JSON.stringify({ ...draft, sentAt: null });
      const contact = sent.current?.typed === typed ? sent.current.contact : built;
      sent.current = { typed, contact };
      return contact;
    },
    forgetIfRefused: (cause: unknown) => {
      if (cause instanceof ApiFailure && provesNothingStored.has(cause.status)) sent.current = null;
    },
  };
}

/**
 * Statuses that show that the server has read the request and refused it. Other failures, such as
 * an expired session, do not show whether an earlier request arrived.
 */
const provesNothingStored = new Set([400, 409]);

const contract = () =>
  import('@bursar/contracts/collections/contact-log').then((it) => it.logContact);

const firstFields: Partial<Record<ContactOutcome, string>> = {
  promised: 'promise.lines.0.amountMinor',
  paid: 'payment.amountMinor',
  'call-back': 'tryAgainAt',
  disputed: 'disputeReason',
};

const isByPhone = ({ channel }: Pick<ContactDraft, 'channel'>): boolean =>
  channel === 'call' || channel === 'sms' || channel === 'whatsapp';

export type ContactForm = ReturnType<typeof useContactForm>;

function emptyContact(wanted: ContactAttempt['channel'], loan: PromisingLoan): ContactDraft {
  return {
    ...emptyParts(),
    ...noChoices,
    promise: emptyPromise(),
    id: uuidv7(),
    partner: FIRST_BORROWER,
    // If the usual channel is closed, the user chooses one, so that none is logged by accident.
    channel: closureNow(wanted, loan) === null ? wanted : null,
    direction: 'outgoing',
    outcome: null,
    disputeReason: null,
    wrongPhone: '',
    note: '',
    isEarlier: false,
    day: loan.businessDate,
    time: '',
    tryAgain: 'open',
    tryDay: loan.businessDate,
    tryTime: '',
    sentAt: null,
  };
}

function closureNow(channel: ContactAttempt['channel'], { borrower, quietHours }: PromisingLoan) {
  const { withdrawnChannels } = borrower;
  return closureOf({ channel, withdrawnChannels, isQuiet: quietHours.isQuiet });
}

/**
 * Returns whether the channel is closed for an outgoing contact now. The server checks contacts
 * that are logged later.
 */
function isClosedNow(
  channel: ContactAttempt['channel'],
  { direction, isEarlier }: ContactDraft,
  loan: PromisingLoan,
): boolean {
  const isOurs = direction === 'outgoing' && !isEarlier;
  return isOurs && closureNow(channel, loan) !== null;
}

/** Returns the time of the agreed call, if it is still to come, and the next working day. */
function callBackDaysOf({ businessDate }: PromisingLoan, work: LoanWork | undefined) {
  const at = work?.tryAgainAt ?? null;
  return {
    agreedAt: at !== null && Date.parse(at) > Date.now() ? at : null,
    // Until the server has answered, working days are unknown, so the next calendar day is used.
    nextWorkingDay: work?.nextWorkingDay ?? addDays(calendarDate(businessDate), 1),
  };
}

type LoanWork = AnswerOf<ReadLoanWork>;

type Translate = {
  readonly t: TFunction<['contact-log', 'payments']>;
  readonly format: Formatters;
  readonly day: CallBackDay;
  /** True if the loan has a waiting promise. */
  readonly isWaiting: boolean;
  /** The borrower's other loans. */
  readonly others: readonly BorrowerLoan[];
  readonly closedReason: (
    channel: ContactAttempt['channel'],
    reached: Reached,
  ) => string | undefined;
};

/** The problems of a contact attempt, by the field's name in the request. */
function contactProblems(draft: ContactDraft, loan: PromisingLoan, texts: Translate) {
  const { t, format } = texts;
  const moment = momentOf(draft, format.settings.timeZone);
  const when = (): string | undefined => {
    if (moment === null) return t('problem.moment_missing');
    return Date.parse(moment) > Date.now() ? t('problem.moment_in_future') : undefined;
  };
  const tryAgain = callBackOf(draft, texts.day);
  const tryProblem = (): string | undefined => {
    if (draft.outcome === 'disputed' || draft.outcome === 'deceased') return undefined;
    if (!tryAgain && draft.outcome === 'call-back') return t('problem.call_back_missing');
    if (!tryAgain) return undefined;
    if (tryAgain === 'unreadable') return t('problem.moment_missing');
    if (Date.parse(tryAgain) <= Date.now()) return t('problem.try_again_past');
    const { from, until, timeZone } = loan.quietHours;
    if (!isQuietAt(tryAgain, loan.quietHours)) return undefined;
    return t('problem.try_again_quiet', {
      from: format.time(from),
      until: format.time(until),
      timeZone,
    });
  };
  const shares = sharesOf(draft, loan, texts.others);
  const isOneLoan = shares.loans.length === 1;
  const isWaiting =
    texts.isWaiting ||
    shares.loans.some((one) => one.promise !== null && shares.promised.has(one.id));
  const promise =
    draft.outcome === 'promised'
      ? promiseProblems(
          draft.promise,
          isOneLoan ? loan : { ...loan, remainingMinor: sumOf(shares, 'remainingMinor') },
          { ...texts, isWaiting },
        )
      : {};
  return {
    channel: channelProblem(draft, loan, texts),
    outcome: draft.outcome === null ? t('problem.outcome_missing') : undefined,
    disputeReason:
      draft.outcome === 'disputed' && draft.disputeReason === null
        ? t('problem.dispute_reason_missing')
        : undefined,
    tryAgainAt: tryProblem(),
    ...Object.fromEntries(
      Object.entries(promise).map(([name, problem]) => [`promise.${name}`, problem]),
    ),
    contactedAt: draft.isEarlier ? when() : undefined,
    ...partProblems(
      draft,
      isOneLoan ? loan : { ...loan, payoffMinor: sumOf(shares, 'payableMinor') },
      texts,
    ),
    ...(isOneLoan ? {} : loanProblems(draft, loan, { ...texts, shares })),
  };
}

function channelProblem(
  draft: ContactDraft,
  loan: PromisingLoan,
  { t, closedReason }: Pick<Translate, 't' | 'closedReason'>,
): string | undefined {
  const { channel } = draft;
  if (channel === null) return t('problem.channel_missing');
  return isClosedNow(channel, draft, loan) ? closedReason(channel, loan) : undefined;
}

const sumOf = ({ loans }: CallShares, of: 'remainingMinor' | 'payableMinor'): number =>
  loans.reduce((sum, loan) => sum + loan[of], 0);

/**
 * Returns the problems of the values that exist only if the call is about several loans: the choice
 * of disputed loans and the split of the payment.
 */
function loanProblems(
  draft: ContactDraft,
  loan: PromisingLoan,
  { t, format, shares }: Pick<Translate, 't' | 'format'> & { readonly shares: CallShares },
) {
  const { amountMinor } = draft.payment;
  const paidMinor = sumOfShares(shares.paid);
  const isAnyDisputed = shares.loans.some(({ id }) => isDisputed(draft, loan, id));
  return {
    disputed:
      draft.outcome === 'disputed' && !isAnyDisputed ? t('problem.disputed_missing') : undefined,
    'payment.shares':
      amountMinor !== null && Object.keys(draft.shares).length > 0 && paidMinor !== amountMinor
        ? t('payments:parts.differ', {
            amount: format.amount(amountMinor, loan.currency),
            sum: format.amount(paidMinor, loan.currency),
          })
        : undefined,
  };
}
