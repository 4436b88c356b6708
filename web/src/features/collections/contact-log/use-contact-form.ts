import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { closureOf, contactChannels } from '@bursar/contracts/records/closed-channels';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { loanPartiesQuery } from '../../records/loan-parties/loan-parties-query.ts';
import { loanWorkQuery } from '../../../lib/loan-work-query.ts';
import { removeSavedDraft } from '../../../lib/saved-draft.ts';
import { useClosureSentence } from '../../../lib/use-closed-channels.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { instantIn } from '../../../lib/instant-in.ts';
import { isTime } from '../../../ui/form/parse-time.ts';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { emptyParts, partProblems, toParts, type CallParts } from './call-parts.ts';
import { callBackOf, isQuietAt, type CallBackChoice } from './call-back.ts';
import { useLogContact, type NewContactAttempt } from './contact-log.queries.ts';
import {
  type PromisingLoan,
  emptyPromise,
  promiseProblems,
  toNewPromise,
  type PromiseDraft,
} from './promise-draft.ts';
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
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const draftName = `contact.${loan.id}`;
  const { data } = useQuery({ ...loanPartiesQuery(loan.id), enabled: opened });
  const { data: work } = useQuery({ ...loanWorkQuery(loan.id), enabled: opened });
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
  const logging = useLogContact(loan.id, ({ contact }) => {
    removeSavedDraft(draftName);
    const { reference } = loan;
    const isAsked = contact.outcome === 'promised' && contact.promise === null;
    notify.success(
      isAsked ? t('promise.asked', { reference }) : t(`logged.${contact.outcome}`, { reference }),
    );
  });
  const form = useContractForm<ContactDraft, NewContactAttempt, unknown>({
    name: 'call',
    empty: () => emptyContact(channel, loan),
    opened,
    draftName,
    rules: (draft) =>
      contactProblems(draft, reachedIn(draft), { t, format, closedReason, day, isWaiting }),
    contract,
    body: (draft) => toContactAttempt(draft, loan, day),
    mutation: {
      ...logging,
      mutate: (contact, on) => {
        const since = form.values.sentAt ?? Date.now();
        form.change({ sentAt: since });
        logging.mutate({ contact, since }, on);
      },
    },
    onSent: onLogged,
  });
  return {
    ...form,
    parties,
    /** Chooses the outcome; a wrong number is the one that shows now, even if the page changes. */
    choose: (outcome: ContactOutcome) => {
      const isWrong = outcome === 'wrong-number';
      const phone =
        isWrong && isByPhone(form.values) ? reachedIn(form.values).borrower.phone : null;
      form.change({ outcome, wrongPhone: phone ?? '' });
    },
    /** The id of the field that an outcome needs first. */
    firstFieldOf: (outcome: ContactOutcome) => form.controlProps(firstFields[outcome] ?? 'note').id,
    /** Whether the contact differs from an outgoing call to the borrower right now. */
    hasDetails:
      form.values.channel !== 'call' ||
      form.values.direction !== 'outgoing' ||
      form.values.isEarlier ||
      form.values.partner !== FIRST_BORROWER,
    confirmDuplicate: (confirmed: string) => {
      form.change({ payment: { ...form.values.payment, confirmed } });
      form.submit();
    },
    callBack,
    pinnedNote: work?.pinnedNote,
    /** Returns why a channel cannot be chosen for the current values. */
    closedReason: (one: ContactAttempt['channel']) => {
      const reached = reachedIn(form.values);
      const isClosed = isClosedNow({ ...form.values, channel: one }, reached);
      return isClosed ? closedReason(one, reached) : undefined;
    },
  };
}

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

/** The typed values of a contact attempt, with the promise that was made in it, if any. */
type ContactDraft = CallParts & {
  readonly promise: PromiseDraft;
  /**
   * Created when the form opens and repeated on every retry, so that a lost answer logs nothing
   * twice.
   */
  readonly id: string;
  /** The id of a party of the loan, or `FIRST_BORROWER`. */
  readonly partner: string;
  readonly channel: ContactAttempt['channel'];
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
  /** When it was first sent: `Date.now()`; a retry sends how long ago that was. */
  readonly sentAt: number | null;
};

export const FIRST_BORROWER = 'first';

function emptyContact(wanted: ContactAttempt['channel'], loan: PromisingLoan): ContactDraft {
  const isOpen = (one: ContactAttempt['channel']) => closureNow(one, loan) === null;
  const channel = isOpen(wanted) ? wanted : (contactChannels.find(isOpen) ?? wanted);
  return {
    ...emptyParts(),
    promise: emptyPromise(),
    id: uuidv7(),
    partner: FIRST_BORROWER,
    channel,
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

/** Returns whether the contact may not start now; the server judges contacts logged later. */
function isClosedNow(draft: ContactDraft, loan: PromisingLoan): boolean {
  const isOurs = draft.direction === 'outgoing' && !draft.isEarlier;
  return isOurs && closureNow(draft.channel, loan) !== null;
}

/** The time of a contact that is logged later; null means now. */
function momentOf({ day, time }: ContactDraft, timeZone: string): string | null {
  return day !== null && isTime(time) ? instantIn(timeZone, day, time) : null;
}

type CallBackDay = Parameters<typeof callBackOf>[1];

/** The agreed call that is still to come, and the next working day. */
function callBackDaysOf({ businessDate }: PromisingLoan, work: LoanWork | undefined) {
  const at = work?.tryAgainAt ?? null;
  return {
    agreedAt: at !== null && Date.parse(at) > Date.now() ? at : null,
    // Without a connection the working days are unknown.
    nextWorkingDay: work?.nextWorkingDay ?? addDays(calendarDate(businessDate), 1),
  };
}

type LoanWork = AnswerOf<ReadLoanWork>;

type Translate = {
  readonly t: TFunction<'contact-log'>;
  readonly format: Formatters;
  readonly day: CallBackDay;
  /** Whether a promise of the loan waits. */
  readonly isWaiting: boolean;
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
  const promise = draft.outcome === 'promised' ? promiseProblems(draft.promise, loan, texts) : {};
  return {
    channel: isClosedNow(draft, loan) ? texts.closedReason(draft.channel, loan) : undefined,
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
    ...partProblems(draft, loan, texts),
  };
}

/** Builds the request; null while a required value is missing. */
function toContactAttempt(
  draft: ContactDraft,
  loan: PromisingLoan,
  day: CallBackDay,
): NewContactAttempt | null {
  const { id, channel, direction, outcome } = draft;
  const partyId = draft.partner === FIRST_BORROWER ? undefined : draft.partner;
  const contactedAt = draft.isEarlier ? momentOf(draft, day.timeZone) : undefined;
  const tryAgainAt = callBackOf(draft, day);
  if (outcome === null || contactedAt === null || tryAgainAt === 'unreadable') return null;
  const note = draft.note.trim();
  const contact = {
    id,
    partyId,
    channel,
    direction,
    outcome,
    note,
    contactedAt,
    // A paused contact agrees on nothing.
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
