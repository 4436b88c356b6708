import type { FailureOf } from '@bursar/contracts/endpoint';
import type { SendEnquiry } from '@bursar/contracts/access/enquiries';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isEmail } from '../../../platform/reachable.ts';
import { countWaiting, insertEnquiry, type NewEnquiry } from './enquiries.store.ts';

/**
 * Maximum number of waiting messages of each kind; further ones are refused, so that they cannot
 * fill the disk.
 */
const WAITING_MAX = 2_000;

type Sent = { readonly requestId: string; readonly now: Date };

/** Stores a visitor's message. The response does not reveal whether the address is known. */
export function sendEnquiry(
  database: Database,
  sent: NewEnquiry,
  { requestId, now }: Sent,
): Promise<Outcome<{ isReceived: true }, FailureOf<SendEnquiry>>> {
  const message = {
    ...sent,
    name: sent.name.trim(),
    email: sent.email.trim(),
    text: sent.text.trim(),
  };
  const { kind, name, email, text } = message;
  return database.begin(async (transaction) => {
    if (kind !== 'announcement' && name === '') return refuse('name_missing', { field: 'name' });
    if (!isEmail(email)) return refuse('email_not_valid', { field: 'email' });
    if (kind === 'contact' && text === '') return refuse('text_missing', { field: 'text' });
    const waiting = await countWaiting(transaction);
    if (waiting[kind] >= WAITING_MAX) return refuse('visitor_messages_full');
    if (await insertEnquiry(transaction, message, now)) {
      await recordAudit(transaction, {
        portfolioId: null,
        actorId: null,
        event: 'send-visitor-message',
        subject: 'visitor-message',
        subjectId: message.id,
        after: { kind },
        requestId,
        at: now,
      });
    }
    return succeed({ isReceived: true });
  });
}
