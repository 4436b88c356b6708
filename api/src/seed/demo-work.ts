import { addDays, calendarDate, minorUnits, promiseOutcomes } from '@bursar/loan-maths';
import type { CalendarDate } from '@bursar/loan-maths';
import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import { insertContactAttempt } from '../features/collections/contact-log/contact-attempts.store.ts';
import {
  insertPromise,
  listLinesOf,
  listReceived,
  replaceEarlier,
  updateOutcomes,
} from '../features/servicing/promises/promises.store.ts';
import { upsertNextAction } from '../features/collections/work-queue/loan-work.store.ts';
import type { Transaction } from '../platform/database.ts';
import { demoPortfolio, type DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Working = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

type WorkedLoan = {
  readonly loanId: string;
  readonly agentId: string;
  readonly oldestUnpaidMinor: number;
};

/** Adds the agents' work on late loans in the last weeks: calls, promises with every result, and plans. */
export async function addDemoWork(transaction: Transaction, working: Working): Promise<void> {
  const { people, random, today } = working;
  const late = await transaction<WorkedLoan[]>`
    select state.loan_id, state.agent_id, state.oldest_unpaid_minor from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${people.portfolioId} and state.status = 'active'
      and state.agent_id is not null and state.oldest_unpaid_due_on < ${today}
    order by loan.reference_number`;
  for (const loan of late) {
    for (let days = random.between(9, 30); days > 3; days -= random.between(3, 9)) {
      if (random.chance(0.7)) await addContactAttempt(transaction, loan, { ...working, days });
    }
    if (random.chance(0.12)) await addContactAttempt(transaction, loan, { ...working, days: 0 });
    const draw = random.next();
    // Some promises were due before today, some are due today, and some later.
    const due = draw < 0.25 ? -random.between(1, 4) : draw < 0.4 ? 0 : random.between(1, 6);
    if (draw < 0.55) await addPromise(transaction, loan, { ...working, days: 5, due });
    else if (draw < 0.7) await addPlan(transaction, loan, working);
  }
  await addKeptPromises(transaction, working);
}

type Day = Working & { /** Counts back from today. */ readonly days: number };

async function addContactAttempt(
  transaction: Transaction,
  { loanId, agentId }: WorkedLoan,
  { people, random, today, days }: Day,
): Promise<void> {
  const on = addDays(today, -days);
  // Today's calls are early, because the demo may be seeded in the morning.
  const at = momentOf(on, days === 0 ? 5 : random.between(8, 15), random.between(0, 59));
  const outcome = random.chance(0.04) ? 'disputed' : random.pick(outcomes);
  const id = random.uuid(at);
  const channel = random.pick(channels);
  const note = random.chance(0.4) ? random.pick(notes[outcome]) : '';
  await insertContactAttempt(transaction, {
    portfolioId: people.portfolioId,
    loanId,
    id,
    channel,
    direction: 'outgoing',
    outcome,
    note,
    contactedAt: at.toISOString(),
    contactedOn: on,
    loggedBy: agentId,
    loggedAt: at.toISOString(),
    tryAgainAt: undefined,
    // Some disputes have no recorded reason.
    disputeReason: outcome === 'disputed' && note !== '' ? 'already-paid' : undefined,
  });
}

async function addPromise(
  transaction: Transaction,
  loan: WorkedLoan,
  { people: { portfolioId }, random, today, days, due }: Day & { due: number },
): Promise<void> {
  const { loanId, agentId } = loan;
  const { currency } = demoPortfolio;
  const madeOn = addDays(today, -days);
  const at = momentOf(madeOn, random.between(9, 15), random.between(0, 59)).toISOString();
  const contactId = random.uuid(new Date(at));
  await insertContactAttempt(transaction, {
    portfolioId,
    loanId,
    id: contactId,
    channel: 'call',
    direction: 'outgoing',
    outcome: 'promised',
    note: '',
    contactedAt: at,
    contactedOn: madeOn,
    loggedBy: agentId,
    loggedAt: at,
    tryAgainAt: undefined,
  });
  const line = {
    id: random.uuid(new Date(at)),
    amountMinor: loan.oldestUnpaidMinor,
    promisedOn: addDays(today, due),
  };
  const promise = { portfolioId, loanId, id: line.id, contactId, currency, graceDays: 0 };
  const made = { madeOn, madeBy: agentId, madeAt: at, number: null };
  await insertPromise(transaction, { ...promise, ...made, lines: [line] });
  const replacing = { portfolioId, loanId, by: line.id, on: madeOn, at };
  await replaceEarlier(transaction, { ...replacing, isAdded: true, asked: null });
  // The number 0 orders the promise by its time, like the demo's payments, because the promise is
  // inserted after the day on which it was made.
  await transaction`
    update promises set number = 0 where portfolio_id = ${portfolioId} and id = ${promise.id}`;
  const [stored] = await listLinesOf(transaction, promise);
  const payments = await listReceived(transaction, { portfolioId, loanIds: [loanId] });
  const [outcome] = promiseOutcomes(
    [
      {
        ...line,
        ...made,
        graceDays: 0,
        amountMinor: minorUnits(line.amountMinor, currency),
        madeAt: stored?.place ?? '',
        replaced: null,
      },
    ],
    payments.map((payment) => ({
      amountMinor: minorUnits(payment.amountMinor, currency),
      valueDate: calendarDate(payment.valueDate),
      bookedAt: payment.place,
    })),
    today,
  );
  if (outcome) await updateOutcomes(transaction, portfolioId, [{ id: line.id, ...outcome }]);
}

function addPlan(
  transaction: Transaction,
  { loanId, agentId }: WorkedLoan,
  { people: { portfolioId }, random, today }: Working,
): Promise<void> {
  return upsertNextAction(transaction, {
    portfolioId,
    loanId,
    what: random.pick(plans),
    dueOn: addDays(today, random.between(0, 4)),
    remindAt: null,
    by: agentId,
  });
}

/** Adds promises that some payments of the last weeks fulfilled. */
async function addKeptPromises(transaction: Transaction, working: Working): Promise<void> {
  const { people, random, today } = working;
  const paid = await transaction<(WorkedLoan & { valueDate: string })[]>`
    select distinct on (loan.reference_number) payment.loan_id, state.agent_id,
      payment.amount_minor as oldest_unpaid_minor, payment.value_date
    from effective_payments payment
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join loan_state state
      on state.portfolio_id = payment.portfolio_id and state.loan_id = payment.loan_id
    where payment.portfolio_id = ${people.portfolioId} and payment.reversal_id is null
      and payment.value_date between ${today}::date - 20 and ${today}::date - 2
      and state.agent_id is not null and not exists (
        select from promises promise where promise.loan_id = payment.loan_id
      )
    order by loan.reference_number, payment.value_date desc`;
  for (const { valueDate, ...loan } of paid) {
    if (!random.chance(0.06)) continue;
    const ago = Math.round((Date.parse(today) - Date.parse(valueDate)) / 86_400_000);
    await addPromise(transaction, loan, { ...working, days: ago + 2, due: -ago });
  }
}

const channels = ['call', 'call', 'call', 'sms', 'whatsapp', 'email'] as const;
const outcomes = ['answered', 'no-response', 'no-response', 'unreachable'] as const;

const notes: Record<(typeof outcomes)[number] | 'disputed', readonly string[]> &
  Partial<Record<ContactAttempt['outcome'], readonly string[]>> = {
  answered: ['Asks to be called after the 25th.', 'Salary came late this month.'],
  'no-response': ['Left a message.'],
  unreachable: ['The number is switched off.'],
  disputed: ['Says the last instalment was paid in cash at the branch.'],
};

const plans = [
  'Call after salary day',
  'Ask for the proof of payment',
  'Check with the employer',
  'Send the settlement offer',
];
