import type { MailInputs } from '@bursar/contracts/office/staff-mail';
import type { MailPlace } from '@bursar/contracts/choices';
import type { Transaction } from '../../../platform/database.ts';
import {
  colleaguesInScope,
  heldBy,
  teamsOfColleagues,
  type Scope,
} from '../../../platform/scope.ts';
import { filesInReach } from './mail-files.store.ts';

type HeldMail = {
  readonly threadId: string;
  readonly senderId: string;
  readonly isSent: boolean;
};

/** Locks a message until the transaction ends. The caller must check its sender. */
export async function holdMail(transaction: Transaction, id: string): Promise<HeldMail | null> {
  const [row] = await transaction<HeldMail[]>`
    select thread_id, sender_id, sent_at is not null as is_sent
    from staff_mails where id = ${id} for update`;
  return row ?? null;
}

type NewMail = {
  readonly id: string;
  readonly answersId: string | null;
  readonly scope: Scope;
  readonly at: string;
};

/**
 * Starts a message in a new conversation, or in the conversation of a message that the caller has a
 * copy of. Returns null if the caller has no copy of that message or the id is in use.
 */
export async function beginMail(
  transaction: Transaction,
  { id, answersId, scope, at }: NewMail,
): Promise<HeldMail | null> {
  const portfolioId = scope.role === 'admin' ? null : scope.portfolioId;
  const [thread] = await (answersId === null
    ? transaction<{ threadId: string }[]>`
        insert into staff_mail_threads (id, portfolio_id) values (${id}, ${portfolioId})
        on conflict (id) do nothing returning id as thread_id`
    : transaction<{ threadId: string }[]>`
        select copy.thread_id from staff_mail_copies copy
        where ${heldBy(transaction, scope, 'copy')} and copy.mail_id = ${answersId}`);
  if (!thread) return null;
  const started = await transaction`
    insert into staff_mails (id, thread_id, sender_id, subject, html, words, changed_at)
    values (${id}, ${thread.threadId}, ${scope.accountId}, '', '', '', ${at})
    on conflict (id) do nothing returning id`;
  return started.length === 0
    ? null
    : { threadId: thread.threadId, senderId: scope.accountId, isSent: false };
}

export type MailContent = Pick<MailInputs, 'subject' | 'html'> & { readonly words: string };

export async function updateDraft(
  transaction: Transaction,
  { id, subject, html, words, at }: MailContent & { id: string; at: string },
): Promise<void> {
  await transaction`
    update staff_mails set subject = ${subject}, html = ${html}, words = ${words},
      changed_at = ${at}
    where id = ${id}`;
}

type Addressed = Pick<MailInputs, 'accountIds' | 'teamIds' | 'ccAccountIds' | 'ccTeamIds'>;

/** Stores the recipients of a draft; returns false if the caller may not write to one of them. */
export async function putAddressees(
  transaction: Transaction,
  { id, scope, ...addressed }: Addressed & { id: string; scope: Scope },
): Promise<boolean> {
  const { accountIds, teamIds, ccAccountIds, ccTeamIds } = addressed;
  const teams = [...teamIds, ...ccTeamIds];
  const people = [...accountIds, ...ccAccountIds];
  await transaction`delete from staff_mail_addressees where mail_id = ${id}`;
  const put = await transaction`
    insert into staff_mail_addressees
      (mail_id, place, account_id, portfolio_id, team_id, is_copy)
    select ${id}, row_number() over (order by is_copy, kind, place), account_id, portfolio_id,
      team_id, is_copy
    from (
      select 1 as kind, named.place, null::uuid as account_id, team.portfolio_id,
        team.id as team_id, named.place > ${teamIds.length} as is_copy
      from unnest(${teams}::uuid[]) with ordinality as named(id, place)
      join teams team on team.id = named.id and ${teamsOfColleagues(transaction, scope)}
      union all
      select 2, named.place, account.id, null, null, named.place > ${accountIds.length}
      from unnest(${people}::uuid[]) with ordinality as named(id, place)
      join accounts account on account.id = named.id and account.status <> 'suspended'
        and ${colleaguesInScope(transaction, scope)}
    ) addressed
    returning place`;
  return put.length === teams.length + people.length;
}

/** Stores the attachments of a draft; returns false if the caller may not attach one of them. */
export async function putAttachments(
  transaction: Transaction,
  { id, scope, fileIds }: { id: string; scope: Scope; fileIds: readonly string[] },
): Promise<boolean> {
  // Check access before removing the former attachments: the caller may reach a file only through
  // this draft.
  const reached = await transaction<{ id: string }[]>`
    select file.id from staff_mail_files file
    where file.id = any(${[...fileIds]}::uuid[]) and ${filesInReach(transaction, scope)}
    for share of file`;
  await transaction`delete from staff_mail_attachments where mail_id = ${id}`;
  await transaction`
    insert into staff_mail_attachments (mail_id, file_id, place)
    select ${id}, named.id, named.place
    from unnest(${[...fileIds]}::uuid[]) with ordinality as named(id, place)
    where named.id = any(${reached.map((file) => file.id)}::uuid[])`;
  return reached.length === fileIds.length;
}

/** Returns whether a sent message has the same content, attachments and recipients. */
export async function holdsSameMail(
  transaction: Transaction,
  { id, subject, html, attachmentIds, ...addressed }: MailInputs & { id: string },
): Promise<boolean> {
  const { accountIds, teamIds, ccAccountIds, ccTeamIds } = addressed;
  const isWrittenTo = (kind: 'account_id' | 'team_id', isCopy: boolean, ids: readonly string[]) => {
    const column = transaction(`addressee.${kind}`);
    return transaction`
      array(select ${column} from staff_mail_addressees addressee
        where addressee.mail_id = mail.id and ${column} is not null
          and addressee.is_copy = ${isCopy} order by ${column})
        = array(select unnest(${[...ids]}::uuid[]) as named order by named)`;
  };
  const rows = await transaction`
    select from staff_mails mail
    where mail.id = ${id} and mail.subject = ${subject} and mail.html = ${html}
      and ${isWrittenTo('account_id', false, accountIds)}
      and ${isWrittenTo('team_id', false, teamIds)}
      and ${isWrittenTo('account_id', true, ccAccountIds)}
      and ${isWrittenTo('team_id', true, ccTeamIds)}
      and array(select attached.file_id from staff_mail_attachments attached
        where attached.mail_id = mail.id order by attached.file_id)
        = array(select unnest(${attachmentIds}::uuid[]) as named order by named)`;
  return rows.length > 0;
}

/**
 * Lists the people to whom the message is addressed: those named, and the current desk and agents
 * of the named teams, without suspended accounts.
 */
export async function listRecipients(
  transaction: Transaction,
  { id, scope }: { id: string; scope: Scope },
): Promise<{ id: string; isNamed: boolean }[]> {
  return transaction<{ id: string; isNamed: boolean }[]>`
    select account.id, bool_or(addressee.account_id is not null) as is_named
    from staff_mail_addressees addressee
    join accounts account on account.id = addressee.account_id
      or (account.portfolio_id = addressee.portfolio_id and account.team_id = addressee.team_id)
    where addressee.mail_id = ${id} and account.status <> 'suspended'
      and ${colleaguesInScope(transaction, scope)}
    group by account.id order by account.id`;
}

/**
 * Returns how many recipients got a sent message. The audit event has the number, because teams
 * change and recipients delete their copies.
 */
export async function countReached(transaction: Transaction, id: string): Promise<number> {
  const [sent] = await transaction<{ recipients: number }[]>`
    select (event.after->>'recipients')::int as recipients from audit_events event
    where event.subject_id = ${id} and event.event = 'send-internal-mail'`;
  if (!sent) throw new Error(`mail ${id} was sent without an audit event`);
  return sent.recipients;
}

/**
 * Marks the message as sent and immutable, and makes it searchable by its text, people and files.
 */
export async function markSent(
  transaction: Transaction,
  { id, at }: { id: string; at: string },
): Promise<void> {
  await transaction`
    update staff_mails mail set sent_at = ${at}, changed_at = ${at},
      found_by = search_form(concat_ws(' ', mail.subject, mail.words, sender.name,
        (select string_agg(coalesce(person.name, team.name), ' ')
          from staff_mail_addressees addressee
          left join accounts person on person.id = addressee.account_id
          left join teams team on team.portfolio_id = addressee.portfolio_id
            and team.id = addressee.team_id
          where addressee.mail_id = mail.id),
        (select string_agg(file.name, ' ') from staff_mail_attachments attached
          join staff_mail_files file on file.id = attached.file_id
          where attached.mail_id = mail.id)))
    from accounts sender where sender.id = mail.sender_id and mail.id = ${id}`;
}

type Delivery = {
  readonly id: string;
  readonly threadId: string;
  readonly senderId: string;
  readonly recipientIds: readonly string[];
  readonly at: string;
};

/**
 * Adds a message to the mailboxes of its sender and all recipients. A received message goes to the
 * inbox, even if its conversation was archived or in the trash.
 */
export async function deliverMail(
  transaction: Transaction,
  { id, threadId, senderId, recipientIds, at }: Delivery,
): Promise<void> {
  const received = [...recipientIds];
  // Insert in a fixed order of accounts, so that of two messages sent at once one waits for the
  // other. In different orders they could deadlock.
  await transaction`
    insert into mail_thread_states
      (account_id, thread_id, place, is_unread, last_at, received_at, sent_at)
    select account_id, ${threadId}, 'inbox', bool_or(is_received), ${at}::timestamptz,
      case when bool_or(is_received) then ${at}::timestamptz end,
      case when account_id = ${senderId} then ${at}::timestamptz end
    from (select ${senderId}::uuid as account_id, false as is_received
      union all select unnest(${received}::uuid[]), true) party
    group by account_id order by account_id
    on conflict (account_id, thread_id) do update set
      place = case when excluded.is_unread or mail_thread_states.place = 'trash'
        then 'inbox' else mail_thread_states.place end,
      is_unread = mail_thread_states.is_unread or excluded.is_unread,
      last_at = greatest(excluded.last_at, mail_thread_states.last_at),
      received_at = coalesce(excluded.received_at, mail_thread_states.received_at),
      sent_at = coalesce(excluded.sent_at, mail_thread_states.sent_at)`;
  await transaction`
    insert into staff_mail_copies (account_id, thread_id, mail_id)
    select account_id, ${threadId}, ${id}
    from (select ${senderId}::uuid as account_id union select unnest(${received}::uuid[])) party`;
}

export type Marks = {
  readonly isUnread?: boolean | undefined;
  readonly isStarred?: boolean | undefined;
  readonly place?: MailPlace | undefined;
};

/** Marks those of the conversations that are in the caller's mailbox; returns their ids. */
export async function markBoxes(
  transaction: Transaction,
  { scope, threadIds, isUnread, isStarred, place }: Marks & { scope: Scope; threadIds: string[] },
): Promise<string[]> {
  const rows = await transaction<{ threadId: string }[]>`
    update mail_thread_states thread_state set
      is_unread = coalesce(${isUnread ?? null}::boolean, thread_state.is_unread),
      is_starred = coalesce(${isStarred ?? null}::boolean, thread_state.is_starred),
      place = coalesce(${place ?? null}::text, thread_state.place)
    where ${heldBy(transaction, scope, 'thread_state')} and thread_state.thread_id = any(${threadIds}::uuid[])
    returning thread_state.thread_id`;
  return rows.map(({ threadId }) => threadId);
}

type Labelling = {
  readonly scope: Scope;
  readonly threadIds: readonly string[];
  readonly labelId: string;
};

/** Adds a label to conversations; returns false if the label is not the caller's own. */
export async function putLabel(
  transaction: Transaction,
  { scope: { accountId }, threadIds, labelId }: Labelling,
): Promise<boolean> {
  const own = await transaction`
    select from staff_mail_labels where id = ${labelId} and owner_id = ${accountId} for share`;
  if (own.length === 0) return false;
  await transaction`
    insert into staff_mail_labelled (account_id, thread_id, label_id)
    select ${accountId}, unnest(${[...threadIds]}::uuid[]), ${labelId} on conflict do nothing`;
  return true;
}

export async function takeLabel(
  transaction: Transaction,
  { scope: { accountId }, threadIds, labelId }: Labelling,
): Promise<void> {
  await transaction`
    delete from staff_mail_labelled
    where account_id = ${accountId} and label_id = ${labelId}
      and thread_id = any(${[...threadIds]}::uuid[])`;
}

/** Deletes the named conversations, or all, from the caller's trash for good; returns their ids. */
export async function eraseBoxes(
  transaction: Transaction,
  { scope, threadIds }: { scope: Scope; threadIds: readonly string[] | null },
): Promise<string[]> {
  const rows = await transaction<{ threadId: string }[]>`
    delete from mail_thread_states thread_state
    where ${heldBy(transaction, scope, 'thread_state')} and thread_state.place = 'trash'
      ${threadIds === null ? transaction`` : transaction`and thread_state.thread_id = any(${[...threadIds]}::uuid[])`}
    returning thread_state.thread_id`;
  return rows.map(({ threadId }) => threadId);
}

/**
 * Deletes sent messages that no user has a copy of any more, and conversations without messages.
 */
export async function removeUnheldMails(
  transaction: Transaction,
  threadIds: readonly string[],
): Promise<void> {
  // Lock the conversations in order, so that concurrent deletes and answers wait.
  await transaction`
    select from staff_mail_threads where id = any(${[...threadIds]}::uuid[]) order by id
    for update`;
  await transaction`
    delete from staff_mails mail
    where mail.thread_id = any(${[...threadIds]}::uuid[]) and mail.sent_at is not null
      and not exists (select from staff_mail_copies copy where copy.mail_id = mail.id)`;
  await removeEmptyThreads(transaction, threadIds);
}

export async function deleteDraft(transaction: Transaction, id: string): Promise<void> {
  await transaction`delete from staff_mails where id = ${id} and sent_at is null`;
}

export async function removeEmptyThreads(
  transaction: Transaction,
  threadIds: readonly string[],
): Promise<void> {
  await transaction`
    delete from staff_mail_threads thread
    where thread.id = any(${[...threadIds]}::uuid[])
      and not exists (select from staff_mails mail where mail.thread_id = thread.id)
      and not exists (select from mail_thread_states thread_state where thread_state.thread_id = thread.id)`;
}
