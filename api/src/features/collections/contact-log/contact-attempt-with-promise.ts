import type { ContactAttempt, ContactLogEntry } from '@bursar/contracts/collections/contact-log';
import { toPromises, type PromiseRow } from '../../servicing/promises/promises.store.ts';
import type { ContactAttemptRow } from './contact-attempts.store.ts';

/** Maps a contact's row to the type of the API, with the promise that was made in that contact. */
export function toContactAttempt<Outcome extends ContactLogEntry['outcome']>(
  row: Omit<ContactAttemptRow, 'outcome'> & { readonly outcome: Outcome },
  promises: readonly PromiseRow[],
): Omit<ContactAttempt, 'outcome'> & { readonly outcome: Outcome } {
  const { id, channel, direction, outcome, note, contactedAt, loggedBy, loggedAt } = row;
  const { disputeReason, partyId, partyName, partyRole, tryAgainAt, callId, paymentId } = row;
  const given = promises.filter(({ contactId }) => contactId === id);
  return {
    id,
    channel,
    direction,
    outcome,
    disputeReason,
    note,
    party:
      partyId !== null && partyRole !== null
        ? { id: partyId, name: partyName, role: partyRole }
        : null,
    contactedAt,
    loggedBy,
    loggedAt,
    tryAgainAt,
    callId,
    paymentId,
    promise: toPromises(given)[0] ?? null,
  };
}
