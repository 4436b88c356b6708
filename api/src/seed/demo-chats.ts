import { addDays, type CalendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Filing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

type DemoLine = readonly [
  who: string,
  daysAgo: number,
  at: readonly [number, number],
  text: string,
];

/** Adds conversations of the last days; the latest message of each is unread. */
export async function addDemoChats(transaction: Transaction, filing: Filing): Promise<void> {
  const { managerId: manager, holders, desks } = filing.people;
  const agent = holders[0]?.agentId ?? manager;
  const desk = [...desks.values()][0] ?? manager;
  const others = holders.map(({ agentId }) => agentId).filter((id) => id !== agent);
  const [second = manager, third = manager] = others;
  await addChat(transaction, filing, {
    name: 'Arrears, every morning',
    members: [desk, manager, agent, second, third],
    lines: [
      [desk, 2, [8, 2], 'Good morning. Eleven promises fall due today, four of them are large.'],
      [agent, 2, [8, 5], 'I take the harbour district, all of mine are there.'],
      [second, 2, [8, 6], 'Then I call the other three before ten.'],
      [manager, 2, [8, 20], 'Thank you. Write the outcome into the contact log, please, not here.'],
      [desk, 1, [8, 1], 'Two of the four paid in full. The rest asked for a week.'],
      [third, 1, [8, 9], 'L-000214 has a new employer. The salary letter comes tomorrow.'],
      [manager, 1, [8, 12], 'Good. No plan without the letter.'],
      [desk, 0, [5, 40], 'The bank returned three mandates last night. I look at them first.'],
      [agent, 0, [5, 44], 'One of them is mine. The account was closed, she gave me the new one.'],
    ],
  });
  await addChat(transaction, filing, {
    name: null,
    members: [manager, agent],
    lines: [
      [manager, 1, [14, 30], 'How was the visit in the harbour district?'],
      [
        agent,
        1,
        [14, 41],
        'Better than I thought. They have work again since Monday.\nI would ask for half of the instalment until March.',
      ],
      [
        manager,
        1,
        [14, 45],
        'Half until March is fine. Send me the budget of the household and I sign it.',
      ],
      [agent, 0, [5, 50], 'The budget is filed on the loan now.'],
    ],
  });
  await addChat(transaction, filing, {
    name: null,
    members: [desk, agent],
    lines: [
      [desk, 1, [9, 10], 'هل تستطيعين الاتصال بعائلة حداد اليوم؟ يفضّلون العربية.'],
      [agent, 1, [9, 14], 'نعم، سأتصل بهم بعد الظهر.'],
      [desk, 0, [5, 30], 'They just called: tomorrow at ten suits them.'],
    ],
  });
  await addChat(transaction, filing, {
    name: null,
    members: [manager, desk],
    lines: [
      [desk, 1, [16, 2], 'The cash report of Saturday is reconciled.'],
      [manager, 1, [16, 5], 'To the cent?'],
      [desk, 1, [16, 6], 'To the cent.'],
    ],
  });
}

type DemoChat = {
  readonly name: string | null;
  readonly members: readonly string[];
  readonly lines: readonly DemoLine[];
};

async function addChat(
  transaction: Transaction,
  { people: { portfolioId }, random, today }: Filing,
  { name, members, lines }: DemoChat,
): Promise<void> {
  const [owner = ''] = members;
  const sentAt = ([, daysAgo, [hour, minute]]: DemoLine) =>
    momentOf(addDays(today, -daysAgo), hour, minute);
  const moments = lines.map(sentAt);
  const [first = momentOf(today, 5)] = moments;
  const last = moments.at(-1) ?? first;
  const id = random.uuid(first);
  const [low = null, high = null] = name === null ? members.toSorted() : [];
  await transaction`
    insert into chats ${transaction({
      id,
      portfolio_id: portfolioId,
      owner_id: owner,
      name,
      low_id: low,
      high_id: high,
      last_number: lines.length,
      last_revision: lines.length,
      last_at: last.toISOString(),
      created_at: first.toISOString(),
    })}`;
  const lastAuthor = lines.at(-1)?.[0];
  await transaction`
    insert into chat_members ${transaction(
      [...new Set(members)].map((account) => ({
        chat_id: id,
        account_id: account,
        read_number: account === lastAuthor ? lines.length : lines.length - 1,
        joined_at: first.toISOString(),
      })),
    )}`;
  await transaction`
    insert into chat_messages ${transaction(
      lines.map((line, at) => ({
        chat_id: id,
        number: at + 1,
        id: random.uuid(sentAt(line)),
        portfolio_id: portfolioId,
        revision: at + 1,
        author_id: line[0],
        text: line[3],
        sent_at: sentAt(line).toISOString(),
      })),
    )}`;
}
