import { auditSubjects } from '@bursar/contracts/control/audit-events';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { isRole } from '@bursar/contracts/roles';
import { toSentence } from '../../access/audit-events/event-text.ts';
import type { TFunction } from 'i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';

export function subjectText(t: TFunction<'audit'>, subject: string): string {
  const known = auditSubjects.find((one) => one === subject);
  return known ? t(`subject.${known}`) : toSentence(subject);
}

/**
 * Events that visitors without an account cause. All other events without an account are caused by
 * Bursar itself or by a command on the server.
 */
const visitorEvents = ['send-visitor-message', 'request-recovery'];

/** Names the origin of an event that no account caused. */
export function originText(t: TFunction<'audit'>, { event }: Pick<AuditEvent, 'event'>): string {
  return t(visitorEvents.includes(event) ? 'visitor' : 'system');
}

/** Returns the subject's name, if any; a role has no row, so its name comes from the facts. */
export function subjectName(t: TFunction<['audit', 'app']>, event: AuditEvent): string | null {
  const role = event.subject === 'role' && (event.after ?? event.before)?.['role'];
  return typeof role === 'string' && isRole(role) ? t(`app:role.${role}`) : event.subjectName;
}

export function fieldText(t: TFunction<['audit', 'facts']>, field: string): string {
  if (field in borrowerFacts || field in loanFacts) return t(`facts:${field}`);
  const known = knownFields.find((one) => one === field);
  return known ? t(`field.${known}`) : field;
}

/** Fields that are not facts of a loan or a borrower. */
export const knownFields = [
  'borrower',
  'mergedRecord',
  'mergedId',
  'mergedInto',
  'keptId',
  'tag',
  'colour',
  'text',
  'noteId',
  'documentId',
  'contacts',
  'means',
  'bytes',
  'sha256',
  'scan',
  'status',
  'state',
  'email',
  'subject',
  'required',
  'limitLoans',
  'approvedBy',
  'apiKey',
  'url',
  'urlChanged',
  'events',
  'since',
  'queued',
  'phone',
  'role',
  'permission',
  'granted',
  'language',
  'timeZone',
  'teamId',
  'agentId',
  'desk',
  'commissionRatePercent',
  'monthlyTargetMinor',
  'outstandingMinor',
  'amountMinor',
  'beyondDue',
  'creditMinor',
  'refundId',
  'method',
  'ratePercent',
  'instalmentsLeft',
  'lastDueOn',
  'remainingMinor',
  'scheduleVersion',
  'writtenOffPrincipalMinor',
  'currency',
  'valueDate',
  'paymentId',
  'receiptId',
  'reference',
  'coBorrowers',
  'openingId',
  'besides',
  'promisedOn',
  'legalName',
  'registrationNumber',
  'daysAhead',
  'sharePercent',
  'mostBroken',
  'promiseId',
  'contactId',
  'channel',
  'outcome',
  'contactedAt',
  'receivedMinor',
  'replacedPromiseId',
  'nextAction',
  'dueOn',
  'snoozedUntil',
  'tryAgainAt',
  'handoverId',
  'standIns',
  'fromOn',
  'untilOn',
  'returned',
  'importId',
  'loans',
  'moved',
  'kind',
  'reason',
  'lateSince',
  'undoesBatchId',
  'reallocated',
  'holder',
  'oldestUnpaidDueOn',
  'loanStatus',
  'interestMinor',
  'feeMinor',
  'penaltyMinor',
  'sessionsEnded',
  'ended',
  'secondFactor',
  'to',
  'list',
  'search',
  'isDefault',
  'script',
  'attempts',
  'retryMinutes',
  'hours',
  'weekdays',
  'holiday',
  'opensAt',
  'closesAt',
  'outcomes',
  'presetId',
  'centreId',
  'accountId',
  'borrowerId',
  'note',
  'isArchived',
  'duty',
  'agreedOn',
  'offeredUntil',
  'attempt',
  'callId',
  'number',
  'customerName',
  'lines',
  'totalMinor',
  'creditNoteId',
  'name',
  'address',
  'taxNumber',
  'paymentDetails',
  'dueDays',
  'productVersion',
  'scheduleMethod',
  'instalmentCountMin',
  'instalmentCountMax',
  'principalMinMinor',
  'principalMaxMinor',
  'annualRateMinPercent',
  'annualRateMaxPercent',
  'instalmentMultipleMinor',
  'gracePrincipal',
  'graceInterest',
  'disbursementFeeMinor',
  'disbursementFeePercent',
  'instalmentFeeMinor',
  'instalmentFeePercent',
  'penaltyPercent',
  'penaltyGraceDays',
  'penaltyCapMinor',
  'allocationOrder',
  'dayOffRule',
] as const;

type Facts = NonNullable<AuditEvent['before']>;
export type FactValue = Facts[string];

/** One fact before and after; undefined on a side that does not have it. */
export type FactPair = {
  readonly field: string;
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
  readonly isChanged: boolean;
};

/**
 * Returns every fact with its values before and after, in the recorded order. A fact is changed
 * only if the event has facts on both sides: the facts of a new record are not changes.
 */
export function compareFacts(before: Facts | null, after: Facts | null): readonly FactPair[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => {
    const pair = { field, before: before?.[field], after: after?.[field] };
    return { ...pair, isChanged: before !== null && after !== null && pair.before !== pair.after };
  });
}

/**
 * Returns the facts that say most about an event, at most two: what changed, or the amount of a new
 * record and its text or first day. A day on which the event itself happened is left out.
 */
export function mainFacts({ at, before, after }: Pick<AuditEvent, 'at' | 'before' | 'after'>) {
  const pairs = compareFacts(before, after).filter(
    ({ field }) => field !== 'currency' && !field.endsWith('Id'),
  );
  const changed = pairs.filter(({ isChanged }) => isChanged);
  if (changed.length > 0) return changed.slice(0, 2);
  const known = pairs.filter(({ after: value }) => typeof value === 'string' || Number(value) > 0);
  const kindOf = ({ field, after: value = null }: FactPair) => kindOfFact(field, value);
  const amount = known.find((pair) => kindOf(pair) === 'money');
  const written =
    known.find(({ field }) => isWritten(field) || field === 'lateSince') ??
    known.find((pair) => kindOf(pair) === 'day' && pair.after !== at.slice(0, 10));
  return [amount, written].filter((pair) => pair !== undefined);
}

/**
 * Splits the main facts of an event into the amount of a new record, which has a column of its own,
 * and the other facts. A changed amount is one of the other facts, because it is shown with its
 * value before the change.
 */
export function splitAmount(event: Pick<AuditEvent, 'at' | 'before' | 'after'>) {
  const facts = mainFacts(event);
  const currency = currencyOf(event);
  const isAmount = ({ field, after: value = null, isChanged }: FactPair) =>
    !isChanged && currency !== undefined && kindOfFact(field, value) === 'money';
  return { amount: facts.find(isAmount), others: facts.filter((fact) => !isAmount(fact)) };
}

/**
 * Returns whether a field has text that a person wrote, such as the reason of a charge or a note.
 */
export function isWritten(field: string): boolean {
  return field === 'reason' || field === 'text';
}

/**
 * Returns how to format a value: money and days have a format, other values are shown as recorded.
 */
export function kindOfFact(field: string, value: FactValue): 'money' | 'day' | 'days' | 'text' {
  if (typeof value === 'number' && field.endsWith('Minor')) return 'money';
  if (typeof value !== 'string') return 'text';
  if (field === 'lateSince') return 'days';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : 'text';
}

/** Returns the currency of the event’s amounts, if the event has one. */
export function currencyOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>) {
  const currency = after?.['currency'] ?? before?.['currency'];
  return typeof currency === 'string' ? currency : undefined;
}
