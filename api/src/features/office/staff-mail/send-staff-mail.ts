import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { FailureCode } from '@bursar/contracts/failure-status';
import type { MailInputs, SaveMailDraft, SendStaffMail } from '@bursar/contracts/office/staff-mail';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { cleanRichText, textOfRichText } from '../../../platform/rich-text.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import {
  beginMail,
  countReached,
  deleteDraft,
  deliverMail,
  holdMail,
  holdsSameMail,
  listRecipients,
  markSent,
  putAddressees,
  putAttachments,
  removeEmptyThreads,
  updateDraft,
} from './mail-writing.store.ts';

type Mail = MailInputs & { readonly id: string };

/** Saves a draft. Only its author edits it, so the last save wins. */
export function saveMailDraft(
  database: Database,
  mail: Mail,
  context: CommandContext,
): Promise<Outcome<AnswerOf<SaveMailDraft>, FailureOf<SaveMailDraft>>> {
  return atomically(database, async (transaction) => {
    const written = await writeDraft(
      transaction,
      await asStored(transaction, mail, context),
      context,
    );
    return written.ok ? succeed({ ...written.value, savedAt: context.now.toISOString() }) : written;
  });
}

type Sent = Outcome<AnswerOf<SendStaffMail>, FailureOf<SendStaffMail>>;

/**
 * Sends a message with the content on the sender's screen. Its recipients are the named people and
 * the current members of the named teams; a sent message is immutable.
 */
export function sendStaffMail(
  database: Database,
  mail: Mail,
  context: CommandContext,
): Promise<Sent> {
  return atomically(database, async (transaction) =>
    send(transaction, await asStored(transaction, mail, context), context),
  );
}

async function send(
  transaction: Transaction,
  mail: Storable,
  context: CommandContext,
): Promise<Sent> {
  const { account, scope } = context.session;
  const { id } = mail;
  const written = await writeDraft(transaction, mail, context);
  if (!written.ok) {
    return written.refusal.code === 'mail_already_sent' ? replay(transaction, mail) : written;
  }
  const { threadId } = written.value;
  const recipients = await readersOf(transaction, { id, scope });
  if (recipients.length === 0) return refuse('recipients_missing');
  const at = context.now.toISOString();
  await markSent(transaction, { id, at });
  await deliverMail(transaction, {
    id,
    threadId,
    senderId: account.id,
    recipientIds: recipients,
    at,
  });
  await auditCommand(transaction, context, {
    portfolioId: account.portfolioId,
    event: 'send-internal-mail',
    subject: 'internal-mail',
    subjectId: id,
    // The audit trail omits the content, because people who are not recipients read the trail.
    after: { recipients: recipients.length, attachments: mail.attachmentIds.length },
    onlyAccountIds: [...new Set([account.id, ...recipients])],
  });
  return succeed({ id, threadId, recipients: recipients.length, replayed: false });
}

type Scope = CommandContext['session']['scope'];

/**
 * Returns the recipients who get a copy. A team member who writes to their own team gets none,
 * unless they name themselves.
 */
async function readersOf(
  transaction: Transaction,
  { id, scope }: { id: string; scope: Scope },
): Promise<string[]> {
  const all = await listRecipients(transaction, { id, scope });
  return all
    .filter((recipient) => recipient.isNamed || recipient.id !== scope.accountId)
    .map((recipient) => recipient.id);
}

async function replay(transaction: Transaction, mail: Storable): Promise<Sent> {
  const held = await holdMail(transaction, mail.id);
  if (!held || !(await holdsSameMail(transaction, mail))) {
    return refuse('id_reused_with_different_content');
  }
  return succeed({
    id: mail.id,
    threadId: held.threadId,
    recipients: await countReached(transaction, mail.id),
    replayed: true,
  });
}

/** Deletes a draft, and its conversation if it started one. */
export function discardMailDraft(
  database: Database,
  { id: sentId }: { readonly id: string },
  { session }: CommandContext,
): Promise<Outcome<{ id: string }, 'not_found' | 'mail_already_sent'>> {
  return database.begin(async (transaction) => {
    const id = await mailIdOf(transaction, { id: sentId, accountId: session.account.id });
    const held = await holdMail(transaction, id);
    if (!held || held.senderId !== session.account.id) return refuse('not_found');
    if (held.isSent) return refuse('mail_already_sent');
    await deleteDraft(transaction, id);
    await removeEmptyThreads(transaction, [held.threadId]);
    return succeed({ id });
  });
}

type Storable = Mail & { readonly words: string };

/**
 * Returns the stored id of the caller's message, given that id or the id that the browser
 * generated. The stored id depends on the account, so messages of other users do not affect it.
 */
async function mailIdOf(
  transaction: Transaction,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<string> {
  const held = await holdMail(transaction, id);
  return held?.senderId === accountId ? id : ownedId(accountId, id);
}

async function asStored(
  transaction: Transaction,
  mail: Mail,
  { session }: CommandContext,
): Promise<Storable> {
  const id = await mailIdOf(transaction, { id: mail.id, accountId: session.account.id });
  return storable({ ...mail, id });
}

/** Prepares a message for storage: clean HTML, and each recipient and file only once. */
function storable(mail: Mail): Storable {
  const html = cleanRichText(mail.html);
  const without = (ids: readonly string[], others: readonly string[]) =>
    [...new Set(ids)].filter((id) => !others.includes(id));
  return {
    ...mail,
    subject: mail.subject.trim(),
    html,
    words: textOfRichText(html),
    accountIds: [...new Set(mail.accountIds)],
    teamIds: [...new Set(mail.teamIds)],
    ccAccountIds: without(mail.ccAccountIds, mail.accountIds),
    ccTeamIds: without(mail.ccTeamIds, mail.teamIds),
    attachmentIds: [...new Set(mail.attachmentIds)],
  };
}

type Written = Outcome<{ id: string; threadId: string }, FailureOf<SaveMailDraft>>;

async function writeDraft(
  transaction: Transaction,
  mail: Storable,
  { session: { scope }, now }: CommandContext,
): Promise<Written> {
  const { id, answersId } = mail;
  const at = now.toISOString();
  // Look again, because a concurrent attempt may have created the same message.
  const held =
    (await holdMail(transaction, id)) ??
    (await beginMail(transaction, { id, answersId, scope, at })) ??
    (await holdMail(transaction, id));
  if (!held || held.senderId !== scope.accountId) return refuse('not_found');
  if (held.isSent) return refuse('mail_already_sent');
  await updateDraft(transaction, { ...mail, at });
  if (!(await putAddressees(transaction, { ...mail, scope }))) return refuse('recipient_not_found');
  if (!(await putAttachments(transaction, { id, scope, fileIds: mail.attachmentIds }))) {
    return refuse('attachment_not_found');
  }
  return succeed({ id, threadId: held.threadId });
}

/**
 * Runs the work in one transaction, which a refusal rolls back, so that the draft stays unchanged.
 */
async function atomically<Value, Code extends FailureCode>(
  database: Database,
  run: (transaction: Transaction) => Promise<Outcome<Value, Code>>,
): Promise<Outcome<Value, Code>> {
  const refused: Outcome<Value, Code>[] = [];
  try {
    return await database.begin(async (transaction): Promise<Outcome<Value, Code>> => {
      const ended = await run(transaction);
      if (ended.ok) return ended;
      refused.push(ended);
      throw takenBack;
    });
  } catch (error) {
    const [ended] = refused;
    if (error === takenBack && ended) return ended;
    throw error;
  }
}

const takenBack = new Error('what was written so far is taken back');
