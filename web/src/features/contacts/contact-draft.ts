import type { Contact } from '@bursar/contracts/contacts';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import { instantIn } from '../../lib/instant-in.ts';
import { isTime } from '../../ui/form/parse-time.ts';
import type { Formatters } from '../../ui/format/formatters.ts';
import type { NewContact } from './contacts.queries.ts';
import { emptyPromise, promiseProblems } from './promise-draft.ts';
import type { PromiseDraft, PromisingLoan } from './promise-draft.ts';

export const channels = [
  'call',
  'sms',
  'whatsapp',
  'email',
  'visit',
  'letter',
] as const satisfies readonly Contact['channel'][];

export const outcomes = [
  'answered',
  'no-response',
  'promised',
  'paid',
  'disputed',
  'refused',
  'unreachable',
] as const satisfies readonly Contact['outcome'][];

/** A contact as it is typed, with the promise that may have been given in it. */
export type ContactDraft = PromiseDraft & {
  /** Made as the form opens and kept on every retry, so that a lost answer logs nothing twice. */
  readonly id: string;
  readonly channel: Contact['channel'];
  readonly outcome: Contact['outcome'] | null;
  readonly note: string;
  /** False while it is logged as it happens. */
  readonly isEarlier: boolean;
  readonly day: string | null;
  readonly time: string;
  /** When it was first sent: `Date.now()`; another try tells how long ago that was. */
  readonly sentAt: number | null;
};

export function emptyContact(
  channel: Contact['channel'],
  loan: Pick<PromisingLoan, 'businessDate'>,
): ContactDraft {
  return {
    ...emptyPromise(),
    id: uuidv7(),
    channel,
    outcome: null,
    note: '',
    isEarlier: false,
    day: loan.businessDate,
    time: '',
    sentAt: null,
  };
}

/** When the contact took place, where it is logged later; null where no moment is told. */
export function momentOf({ day, time }: ContactDraft, timeZone: string): string | null {
  return day !== null && isTime(time) ? instantIn(timeZone, day, time) : null;
}

type Words = { readonly t: TFunction<'contacts'>; readonly format: Formatters };

/** What keeps a contact from being logged, by the name that the request gives a field. */
export function contactProblems(draft: ContactDraft, loan: PromisingLoan, words: Words) {
  const { t, format } = words;
  const moment = momentOf(draft, format.settings.timeZone);
  const when = (): string | undefined => {
    if (moment === null) return t('problem.moment_missing');
    return Date.parse(moment) > Date.now() ? t('problem.moment_in_future') : undefined;
  };
  const promise = draft.outcome === 'promised' ? promiseProblems(draft, loan, words) : null;
  return {
    outcome: draft.outcome === null ? t('problem.outcome_missing') : undefined,
    'promise.amountMinor': promise?.amountMinor,
    'promise.promisedOn': promise?.promisedOn,
    contactedAt: draft.isEarlier ? when() : undefined,
  };
}

/** What is sent; null while something is missing. */
export function toContact(
  draft: ContactDraft,
  { currency }: PromisingLoan,
  timeZone: string,
): NewContact | null {
  const { id, channel, outcome, amountMinor, promisedOn } = draft;
  const contactedAt = draft.isEarlier ? momentOf(draft, timeZone) : undefined;
  if (outcome === null || contactedAt === null) return null;
  const contact = { id, channel, outcome, note: draft.note.trim(), contactedAt };
  if (outcome !== 'promised') return contact;
  if (amountMinor === null || promisedOn === null) return null;
  return { ...contact, promise: { id: draft.promiseId, amountMinor, currency, promisedOn } };
}
