import type { Enquiry } from '@bursar/contracts/access/enquiries';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findEnquiry, setSettled } from './enquiries.store.ts';

type Settling = {
  readonly messageId: string;
  readonly outcome: 'declined' | 'done';
  readonly note: string;
  readonly version: number;
};

/** Marks a waiting message as done or declined. */
export function settleEnquiry(
  database: Database,
  { messageId, version, ...settling }: Settling,
  context: CommandContext,
): Promise<Outcome<Enquiry, 'not_found' | 'changed_since'>> {
  return database.begin(async (transaction) => {
    if (!(await findEnquiry(transaction, messageId))) return refuse('not_found');
    const isSettled = await settle(transaction, { id: messageId, version, ...settling }, context);
    if (!isSettled) return refuse('changed_since');
    const message = await findEnquiry(transaction, messageId);
    return message ? succeed(message) : refuse('not_found');
  });
}

/** Marks an access request as granted, in the transaction that invites the person. */
export function approveAccessRequest(
  transaction: Transaction,
  messageId: string,
  context: CommandContext,
): Promise<boolean> {
  return settle(transaction, { id: messageId, outcome: 'approved', note: '' }, context);
}

async function settle(
  transaction: Transaction,
  settling: Omit<Parameters<typeof setSettled>[1], 'accountId' | 'at'>,
  context: CommandContext,
): Promise<boolean> {
  const accountId = context.session.account.id;
  const isSettled = await setSettled(transaction, { ...settling, accountId, at: context.now });
  if (!isSettled) return false;
  await auditCommand(transaction, context, {
    portfolioId: null,
    event: 'settle-visitor-message',
    subject: 'visitor-message',
    subjectId: settling.id,
    after: { outcome: settling.outcome, note: settling.note },
  });
  return true;
}
