import { recordAudit } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { findAccountByEmail, holdAccount, type SignInAccount } from './accounts.store.ts';
import { mailPasswordLink } from './password-links.ts';
import { insertAskedRecovery } from './recoveries.store.ts';

const LINKS_AN_HOUR = 3;

/** A user who needs help with their password, because no link can be mailed to them. */
export type WantedHelp = {
  readonly account: { readonly id: string; readonly portfolioId: string | null };
  readonly now: Date;
};

/**
 * Notifies those who can help. The app supplies this function, because the module order does not
 * let accounts use notifications.
 */
export type NotifyHelpers = (transaction: Transaction, wanted: WantedHelp) => Promise<void>;

type RecoveryRequest = {
  readonly email: string;
  readonly publicUrl: string;
  /** False if no mail server is set; then only administrators could read the message. */
  readonly isMailDelivered: boolean;
  readonly notifyHelpers: NotifyHelpers;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Mails a link that sets a new password if an active account has the address, without revealing
 * whether one has. If mail is not delivered or might reach someone else, two people help the owner
 * instead. Accounts of demo data get no link: administrators set their passwords on the settings
 * page.
 */
export async function requestRecovery(database: Database, request: RecoveryRequest): Promise<void> {
  const account = await findAccountByEmail(database, request.email.trim());
  if (account?.status !== 'active' || account.isOfDemo) return;
  await database.begin(async (transaction) => {
    if (await hasEnoughLinks(transaction, account, request.now)) return;
    const { publicUrl, now, isMailDelivered } = request;
    const held = await holdAccount(transaction, account.id);
    if (!held) return;
    if (isMailDelivered && !held.isEmailUnproved) {
      await mailPasswordLink(transaction, { account: held, reason: 'recovery', publicUrl, now });
    } else if (await insertAskedRecovery(transaction, { accountId: account.id, now })) {
      await request.notifyHelpers(transaction, { account, now });
    } else {
      return;
    }
    await recordAudit(transaction, {
      portfolioId: account.portfolioId,
      actorId: null,
      event: 'request-recovery',
      subject: 'account',
      subjectId: account.id,
      requestId: request.requestId,
      at: request.now,
    });
  });
}

/**
 * Returns whether the account has had the permitted number of links in the last hour, so that
 * strangers cannot flood a mailbox. Locks the account's row, so that requests run one after the
 * other.
 */
async function hasEnoughLinks(transaction: Transaction, { id }: SignInAccount, now: Date) {
  await transaction`select from accounts where id = ${id} for no key update`;
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  const links = await transaction`
    select from password_links where account_id = ${id} and created_at > ${anHourAgo}`;
  return links.length >= LINKS_AN_HOUR;
}
