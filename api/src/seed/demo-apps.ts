import { addDays, type CalendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import { addDemoChats } from './demo-chats.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf, plannedAt } from './placed-loan.ts';
import type { Random } from './random.ts';

type Filing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

/** Fills the office apps with a lender's week, so that none of them opens empty. */
export async function addDemoApps(transaction: Transaction, filing: Filing): Promise<void> {
  await addEvents(transaction, filing);
  await addKanbanBoard(transaction, filing);
  await addTasks(transaction, filing);
  await addPersonalNotes(transaction, filing);
  await addExternalContacts(transaction, filing);
  await addDemoChats(transaction, filing);
}

/** Builds the columns that the records of all apps share. */
function recordsOf({ people: { portfolioId, managerId, holders, desks }, random, today }: Filing) {
  const at = momentOf(today, 6);
  const agentId = holders[0]?.agentId ?? managerId;
  const deskId = [...desks.values()][0] ?? managerId;
  return {
    people: { manager: managerId, agent: agentId, desk: deskId },
    of: (ownerId: string) => ({
      id: random.uuid(at),
      portfolio_id: portfolioId,
      owner_id: ownerId,
      created_at: at.toISOString(),
    }),
  };
}

async function addEvents(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, of } = recordsOf(filing);
  const day = (days: number) => addDays(filing.today, days);
  const timed = (days: number, hour: number, minutes: number) => {
    const from = plannedAt(day(days), hour);
    const to = new Date(from.getTime() + minutes * 60_000);
    return {
      starts_at: from.toISOString(),
      ends_at: to.toISOString(),
      first_day: null,
      last_day: null,
    };
  };
  const wholeDays = (first: number, last = first) => ({
    starts_at: null,
    ends_at: null,
    first_day: day(first),
    last_day: day(last),
  });
  const event = (
    ownerId: string,
    title: string,
    rest: { colour: string; is_shared: boolean; place?: string } & ReturnType<
      typeof timed | typeof wholeDays
    >,
  ) => ({ ...of(ownerId), title, place: '', details: '', ...rest });
  const shared = { is_shared: true };
  const own = { is_shared: false };
  const events = [
    event(people.manager, 'Portfolio review', {
      ...timed(1, 9, 60),
      ...shared,
      colour: 'lapis',
      place: 'Room 2',
    }),
    event(people.manager, 'Arrears committee', {
      ...timed(3, 14, 90),
      ...shared,
      colour: 'violet',
      place: 'Room 2',
    }),
    event(people.manager, 'Auditors in the house', {
      ...wholeDays(6, 8),
      ...shared,
      colour: 'ochre',
    }),
    event(people.manager, 'Call the bank about the mandate file', {
      ...timed(0, 11, 30),
      ...own,
      colour: 'slate',
    }),
    event(people.desk, 'Delta stand-up', { ...timed(0, 8, 15), ...shared, colour: 'teal' }),
    event(people.desk, 'Delta stand-up', { ...timed(2, 8, 15), ...shared, colour: 'teal' }),
    event(people.desk, 'Training: hardship plans', {
      ...timed(4, 10, 120),
      ...shared,
      colour: 'sky',
    }),
    event(people.agent, 'Visit in the harbour district', {
      ...timed(1, 13, 90),
      ...own,
      colour: 'teal',
    }),
    event(people.agent, 'Day off', { ...wholeDays(9), ...own, colour: 'slate' }),
  ];
  await transaction`insert into calendar_events ${transaction(events)}`;
}

async function addKanbanBoard(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, of } = recordsOf(filing);
  const board = { ...of(people.manager), title: 'Arrears, this week', is_shared: true };
  await transaction`insert into kanban_boards ${transaction(board)}`;
  const titles = ['To do', 'In progress', 'With the lawyer', 'Done'];
  const columns = titles.map((title, at) => ({
    ...of(people.manager),
    board_id: board.id,
    title,
    rank: `a${at}`,
  }));
  await transaction`insert into kanban_columns ${transaction(columns)}`;
  const cards: [column: number, title: string, assignee: string, due: number, labels: string[]][] =
    [
      [0, 'Call back everybody whose promise broke on Friday', people.agent, 0, ['promises']],
      [0, 'Ask the employer of L-000214 for a salary letter', people.desk, 2, ['hardship']],
      [0, 'Check the three mandates that the bank returned', people.manager, 1, ['bank']],
      [1, 'Hardship plan for the Torres family', people.agent, 3, ['hardship', 'visit']],
      [1, 'Reconcile the cash of Saturday', people.desk, -1, ['bank']],
      [2, 'Statement for the court, two loans', people.manager, 6, ['legal']],
      [3, 'New script for the first call', people.manager, -3, []],
    ];
  const rows = cards.map(([column, title, assignee, due, labels], at) => ({
    ...of(people.manager),
    board_id: board.id,
    column_id: columns[column]?.id ?? '',
    title,
    details: '',
    assignee_id: assignee,
    due_on: addDays(filing.today, due),
    labels,
    rank: `a${at}`,
  }));
  await transaction`insert into kanban_cards ${transaction(rows)}`;
}

async function addTasks(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, of } = recordsOf(filing);
  const { manager, desk, agent } = people;
  const given: [from: string, to: string, title: string, due: number | null, priority: string][] = [
    [manager, agent, 'Ask for the missing salary slips', 0, 'high'],
    [manager, desk, 'Plan who works on the holiday', 5, 'normal'],
    [desk, agent, 'Call the three borrowers who asked for a later call', 0, 'normal'],
    [agent, agent, 'Prepare the visit of Tuesday', 1, 'high'],
    [agent, agent, 'Tidy up my notes on disputed loans', null, 'low'],
    [desk, desk, 'Send the cash report', -1, 'high'],
    [manager, manager, 'Sign the new commission terms', 2, 'high'],
    [manager, manager, 'Read the auditors’ questions', -2, 'normal'],
    [manager, manager, 'Book a room for the training', 3, 'low'],
  ];
  const rows = given.map(([from, to, title, due, priority]) => ({
    ...of(from),
    assignee_id: to,
    title,
    details: '',
    due_on: due === null ? null : addDays(filing.today, due),
    priority,
  }));
  await transaction`insert into tasks ${transaction(rows)}`;
}

async function addPersonalNotes(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, of } = recordsOf(filing);
  const personalNote = (
    owner: string,
    [title, colour, tags]: [string, string, string[]],
    text: string,
    isShared = true,
  ) => ({ ...of(owner), title, colour, tags, text, is_shared: isShared });
  const rows = [
    personalNote(
      people.manager,
      ['Opening a call', 'lapis', ['calls']],
      'Name, lender, reason: in that order.\nAsk whether the moment suits before any figure is told.',
    ),
    personalNote(
      people.manager,
      ['Hardship plans', 'ochre', ['hardship', 'rules']],
      'Up to six months.\nThe manager signs above 5,000 USD.\nA plan needs a written budget of the household.',
    ),
    personalNote(
      people.desk,
      ['Numbers of the branch', 'teal', ['calls']],
      'Bank desk: 555 0142\nCourt registry: 555 0188',
    ),
    personalNote(
      people.desk,
      ['What we agreed on Monday', 'violet', ['team']],
      'Broken promises first.\nNobody calls after seven.',
    ),
    personalNote(
      people.manager,
      ['For my talk with the board', 'slate', []],
      'Arrears over 90 days, quarter by quarter.',
      false,
    ),
    personalNote(
      people.agent,
      ['Harbour district', 'teal', ['visits']],
      'Park behind the market. Most are home after four.',
      false,
    ),
  ];
  await transaction`insert into personal_notes ${transaction(rows)}`;
}

async function addExternalContacts(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, of } = recordsOf(filing);
  const person = (
    owner: string,
    [name, occupation, organisation]: [string, string, string],
    [phone, email]: [string, string],
    isShared = true,
  ) => ({
    ...of(owner),
    name,
    occupation,
    organisation,
    phone,
    email,
    address: '',
    details: '',
    is_shared: isShared,
  });
  const rows = [
    person(
      people.manager,
      ['Ines Moreau', 'Lawyer', 'Moreau & Partners'],
      ['+1 555 0171', 'ines.moreau@example.com'],
    ),
    person(people.manager, ['Tariq Saleh', 'Clerk', 'Harbour District Court'], ['+1 555 0188', '']),
    person(
      people.desk,
      ['Paula Brandt', 'Payments desk', 'First Harbour Bank'],
      ['+1 555 0142', 'payments@example.com'],
    ),
    person(
      people.desk,
      ['Kofi Mensah', 'Debt adviser', 'Fair Start'],
      ['+1 555 0119', 'kofi@example.org'],
    ),
    person(people.agent, ['Rosa Lima', 'Payroll', 'City Hospital'], ['+1 555 0133', ''], false),
  ];
  await transaction`insert into external_contacts ${transaction(rows)}`;
}
