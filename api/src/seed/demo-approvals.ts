import { approvalDefaults } from '@bursar/contracts/access/approvals';
import { addDays, type CalendarDate } from '@bursar/loan-maths';
import { assignLoans } from '../features/distribution/assignments/assign-loans.ts';
import { reversePayment } from '../features/servicing/payments/reverse-payment.ts';
import type { Transaction } from '../platform/database.ts';
import type { Outcome } from '../platform/outcome.ts';
import { findActor } from '../platform/session.ts';
import { momentOf } from './placed-loan.ts';
import type { DemoPeople } from './demo-people.ts';
import type { Random } from './random.ts';

type Asking = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

/** Adds requests that wait for approval, through the same commands that the API uses. */
export async function addDemoApprovals(transaction: Transaction, asking: Asking): Promise<void> {
  const { people, today } = asking;
  const [firstDesk = '', secondDesk = ''] = people.desks.values();
  const dayBefore = addDays(today, -1);
  await askReversal(transaction, asking, {
    deskId: secondDesk,
    reason: 'Paid for another loan of the same household.',
    at: momentOf(addDays(today, -2), 14, 20),
  });
  await askMove(transaction, asking, momentOf(dayBefore, 9, 5));
  await askReversal(transaction, asking, {
    deskId: firstDesk,
    reason: 'The bank returned it unpaid.',
    at: momentOf(dayBefore, 15, 40),
  });
}

type Reversal = { readonly deskId: string; readonly reason: string; readonly at: Date };

/** Requests the reversal of the newest payment on the desk's loans before `at`. */
async function askReversal(
  transaction: Transaction,
  { random }: Asking,
  { deskId, reason, at }: Reversal,
): Promise<void> {
  const [payment] = await transaction<{ loanId: string; paymentId: string }[]>`
    select payment.loan_id, payment.id as payment_id
    from effective_payments payment
    join accounts desk on desk.id = ${deskId}
    join loan_state state on state.portfolio_id = payment.portfolio_id
      and state.loan_id = payment.loan_id and state.team_id = desk.team_id
    where payment.reversal_id is null and state.status = 'active'
      and payment.value_date < ${at.toISOString()}::date
    order by payment.value_date desc, payment.posted_at desc, payment.id limit 1`;
  if (!payment) return;
  const context = await contextOf(transaction, { accountId: deskId, random, at });
  const command = { ...payment, id: random.uuid(at), reason };
  expectOutcome(await reversePayment.runWithin(transaction, command, context), 'awaiting-approval');
}

/**
 * Requests to distribute the largest team's loans over the other two teams, if there are enough
 * loans to require an approval.
 */
async function askMove(
  transaction: Transaction,
  { people: { portfolioId, managerId }, random }: Asking,
  at: Date,
): Promise<void> {
  const teams = await transaction<{ id: string; loans: number }[]>`
    select team_id as id, count(*) as loans from loan_state
    where portfolio_id = ${portfolioId} and team_id is not null
    group by team_id order by loans desc, team_id`;
  const [largest, ...others] = teams;
  if (!largest || largest.loans <= approvalDefaults['reassign-loans'].limitLoans) return;
  const context = await contextOf(transaction, { accountId: managerId, random, at });
  const command = {
    id: random.uuid(at),
    selection: {
      filter: { view: 'all' as const, teamId: largest.id },
      expectedCount: largest.loans,
    },
    target: {
      kind: 'team' as const,
      spread: { ids: others.map(({ id }) => id), by: 'outstanding' as const },
    },
    borrowersTogether: true,
    reason: 'The office closes at the end of the quarter.',
  };
  expectOutcome(await assignLoans.runWithin(transaction, command, context), 'awaiting-approval');
}

type Caller = { readonly accountId: string; readonly random: Random; readonly at: Date };

export async function contextOf(transaction: Transaction, { accountId, random, at: now }: Caller) {
  const session = await findActor(transaction, { accountId, now });
  if (!session) throw new Error('nobody of the demo is suspended');
  return { session, requestId: random.uuid(now), now };
}

/** Throws if a demo command ended with another outcome, such as a refusal. */
export function expectOutcome(
  outcome: Outcome<{ readonly outcome: string }>,
  expected: 'done' | 'awaiting-approval',
): void {
  const result = outcome.ok ? outcome.value.outcome : outcome.refusal.code;
  if (result !== expected) throw new Error(`a command of the demo ended as ${result}`);
}
