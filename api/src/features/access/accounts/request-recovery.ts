import { recordAudit } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { findAccountByEmail, holdAccount, type SignInAccount } from './accounts.store.ts';
import { mailPasswordLink } from './password-links.ts';
import { insertAskedRecovery } from './recoveries.store.ts';

const LINKS_AN_HOUR = 3;

/** Someone needs help with their password, because no mail can bring them a link. */
export type WantedHelp = {
  readonly account: { readonly id: string; readonly portfolioId: string | null };
  readonly now: Date;
};

/** Accounts come before notices: whoever joins the two says how helpers hear of it. */
export type TellHelpers = (transaction: Transaction, wanted: WantedHelp) => Promise<void>;

type RecoveryRequest = {
  readonly email: string;
  readonly publicUrl: string;
  /** False where no mail server is set: a mail would be read by administrators alone. */
  readonly isMailDelivered: boolean;
  readonly tellHelpers: TellHelpers;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Mails a link that sets a new password, if there is such an account; tells nobody whether. Where a
 * mail might reach somebody else, no link is made: two people help the owner instead.
 */
export async function requestRecovery(database: Database, request: RecoveryRequest): Promise<void> {
  const account = await findAccountByEmail(database, request.email.trim());
  if (account?.status !== 'active') return;
  await database.begin(async (transaction) => {
    if (await hasEnoughLinks(transaction, account, request.now)) return;
    const { publicUrl, now, isMailDelivered } = request;
    const held = await holdAccount(transaction, account.id);
    if (!held) return;
    if (isMailDelivered && !held.isEmailUnproved) {
      await mailPasswordLink(transaction, { account: held, reason: 'recovery', publicUrl, now });
    } else if (await insertAskedRecovery(transaction, { accountId: account.id, now })) {
      await request.tellHelpers(transaction, { account, now });
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

/** A stranger must not be able to fill somebody's letter box; the account's row is the queue. */
async function hasEnoughLinks(transaction: Transaction, { id }: SignInAccount, now: Date) {
  await transaction`select from accounts where id = ${id} for no key update`;
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  const links = await transaction`
    select from password_links where account_id = ${id} and created_at > ${anHourAgo}`;
  return links.length >= LINKS_AN_HOUR;
}
