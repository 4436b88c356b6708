import { auditEvents, auditSubjects } from '@bursar/contracts/audit-events';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { isRole } from '@bursar/contracts/roles';
import type { TFunction } from 'i18next';
import type { AuditEvent } from '@bursar/contracts/audit';

/** What happened, in words; an event of a newer Bursar says its own name. */
export function eventText(t: TFunction<'audit'>, event: string): string {
  const known = auditEvents.find((one) => one === event);
  return known ? t(`event.${known}`) : plainWords(event);
}

/** What it happened to. */
export function subjectText(t: TFunction<'audit'>, subject: string): string {
  const known = auditSubjects.find((one) => one === subject);
  return known ? t(`subject.${known}`) : plainWords(subject);
}

/** What it is called, where it has a name; a role has no row of its own and is among the facts. */
export function subjectName(t: TFunction<['audit', 'app']>, event: AuditEvent): string | null {
  const role = event.subject === 'role' && (event.after ?? event.before)?.['role'];
  return typeof role === 'string' && isRole(role) ? t(`app:role.${role}`) : event.subjectName;
}

/** The name of a fact. */
export function fieldText(t: TFunction<['audit', 'facts']>, field: string): string {
  if (field in borrowerFacts || field in loanFacts) return t(`facts:${field}`);
  const known = knownFields.find((one) => one === field);
  return known ? t(`field.${known}`) : field;
}

/** `write-off-loan` and `written_off` as words. */
function plainWords(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}

/** Those that are no facts of a loan or a borrower. */
export const knownFields = [
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
  'writtenOffPrincipalMinor',
  'currency',
  'valueDate',
  'paymentId',
  'openingId',
  'besides',
  'promisedOn',
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
] as const;
