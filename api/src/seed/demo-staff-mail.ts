import { addDays, type CalendarDate } from '@bursar/loan-maths';
import {
  deliverMail,
  listRecipients,
  markBoxes,
  markSent,
  putAddressees,
  putLabel,
} from '../features/office/staff-mail/mail-writing.store.ts';
import type { Transaction } from '../platform/database.ts';
import { cleanRichText, textOfRichText } from '../platform/rich-text.ts';
import type { Scope } from '../platform/scope.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Filing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

type Sending = {
  readonly from: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly teams?: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly daysAgo: number;
  readonly hour: number;
  /** The conversation that this message continues. */
  readonly threadId?: string;
};

/** Adds a week of mail between the manager, a team desk and its agents, with a draft and two labels. */
export async function addDemoStaffMail(transaction: Transaction, filing: Filing): Promise<void> {
  const { people } = filing;
  const { managerId: manager, holders, desks } = people;
  const [teamId = '', desk = manager] = [...desks][0] ?? [];
  const agent = holders.find((holder) => holder.teamId === teamId)?.agentId ?? manager;
  const send = (sending: Sending) => sendDemoMail(transaction, filing, sending);

  const plans = await send({
    from: manager,
    teams: [teamId],
    subject: 'Hardship plans from Monday on',
    html: `<p>Good morning,</p><p>from Monday a hardship plan may run for <strong>six months</strong> instead of four. What does not change:</p><ul><li><p>the household’s written budget comes first,</p></li><li><p>I sign above 5,000 USD.</p></li></ul><p>Please read the notes before you promise anything.</p>`,
    daysAgo: 3,
    hour: 8,
  });
  await send({
    from: agent,
    to: [manager],
    subject: 'Hardship plans from Monday on',
    html: '<p>Thank you. Does this hold for plans that are running already? I have two that end this month.</p>',
    daysAgo: 2,
    hour: 9,
    threadId: plans,
  });
  await send({
    from: manager,
    to: [agent],
    subject: 'Hardship plans from Monday on',
    html: '<p>It does. Send me both references and I will extend them.</p>',
    daysAgo: 1,
    hour: 7,
    threadId: plans,
  });
  const figures = await send({
    from: desk,
    to: [manager],
    cc: [agent],
    subject: 'Cash of Saturday',
    html: '<p>Counted twice, 40 USD too much in the drawer. The receipt of L-000214 is missing its second page; I am asking for it.</p>',
    daysAgo: 1,
    hour: 11,
  });
  await send({
    from: manager,
    to: [desk, agent],
    subject: 'Auditors next week',
    html: '<p>They look at <em>payment reversals</em> first. Could each of you check that every one of yours has its reason?</p>',
    daysAgo: 0,
    hour: 6,
  });
  await send({
    from: desk,
    teams: [teamId],
    subject: 'Who works on the holiday?',
    html: '<p>Two of us are enough. First to answer chooses the shift.</p>',
    daysAgo: 0,
    hour: 5,
  });
  await draftDemoMail(transaction, filing, {
    from: manager,
    to: [desk],
    subject: 'Targets of next quarter',
    html: '<p>Before I send this to everybody: do these look fair to you?</p>',
  });
  await labelDemoMail(transaction, filing, {
    ownerId: manager,
    labels: [
      ['Rules', 'lapis', plans],
      ['Cash', 'ochre', figures],
    ],
  });
}

const scopeOf = (people: DemoPeople, accountId: string): Scope => ({
  role: 'user',
  accountId,
  portfolioId: people.portfolioId,
});

async function writeDemoMail(
  transaction: Transaction,
  { people, random }: Filing,
  {
    from,
    to = [],
    cc = [],
    teams = [],
    subject,
    html,
    threadId,
    at,
  }: Omit<Sending, 'daysAgo' | 'hour'> & { at: Date },
): Promise<string> {
  const id = random.uuid(at);
  const clean = cleanRichText(html);
  if (threadId === undefined) {
    await transaction`
      insert into staff_mail_threads (id, portfolio_id) values (${id}, ${people.portfolioId})`;
  }
  await transaction`
    insert into staff_mails (id, thread_id, sender_id, subject, html, words, changed_at)
    values (${id}, ${threadId ?? id}, ${from}, ${subject}, ${clean}, ${textOfRichText(clean)},
      ${at.toISOString()})`;
  const scope = scopeOf(people, from);
  await putAddressees(transaction, {
    id,
    scope,
    accountIds: [...to],
    teamIds: [...teams],
    ccAccountIds: [...cc],
    ccTeamIds: [],
  });
  return id;
}

async function sendDemoMail(
  transaction: Transaction,
  filing: Filing,
  { daysAgo, hour, ...mail }: Sending,
): Promise<string> {
  const moment = momentOf(addDays(filing.today, -daysAgo), hour);
  const at = moment.toISOString();
  const id = await writeDemoMail(transaction, filing, { ...mail, at: moment });
  const scope = scopeOf(filing.people, mail.from);
  const recipients = await listRecipients(transaction, { id, scope });
  const recipientIds = recipients.map((one) => one.id).filter((one) => one !== mail.from);
  const threadId = mail.threadId ?? id;
  await markSent(transaction, { id, at });
  await deliverMail(transaction, { id, threadId, senderId: mail.from, recipientIds, at });
  // A person who replies to a message has read it.
  await markBoxes(transaction, { scope, threadIds: [threadId], isUnread: false });
  return threadId;
}

async function draftDemoMail(
  transaction: Transaction,
  filing: Filing,
  mail: Omit<Sending, 'daysAgo' | 'hour'>,
): Promise<void> {
  await writeDemoMail(transaction, filing, { ...mail, at: momentOf(filing.today, 6, 30) });
}

type Labelling = {
  readonly ownerId: string;
  readonly labels: readonly (readonly [name: string, colour: string, threadId: string])[];
};

async function labelDemoMail(
  transaction: Transaction,
  { people, random, today }: Filing,
  { ownerId, labels }: Labelling,
): Promise<void> {
  const at = momentOf(today, 6);
  const scope = scopeOf(people, ownerId);
  for (const [name, colour, threadId] of labels) {
    const label = {
      id: random.uuid(at),
      portfolio_id: people.portfolioId,
      owner_id: ownerId,
      name,
      colour,
      created_at: at.toISOString(),
    };
    await transaction`insert into staff_mail_labels ${transaction(label)}`;
    await putLabel(transaction, { scope, threadIds: [threadId], labelId: label.id });
    await markBoxes(transaction, { scope, threadIds: [threadId], isStarred: name === 'Rules' });
  }
}
