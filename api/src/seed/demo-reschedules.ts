import { addDays, addMonths, type CalendarDate } from '@bursar/loan-maths';
import { approvedCommands } from '../approved-commands.ts';
import { decideWithin } from '../features/access/approvals/decide-request.ts';
import { rescheduleLoan } from '../features/servicing/reschedules/reschedule-loan.ts';
import type { Transaction } from '../platform/database.ts';
import { findActor } from '../platform/session.ts';
import { contextOf, expectOutcome } from './demo-approvals.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Agreeing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

type LateLoan = {
  readonly loanId: string;
  readonly principalMinor: number;
  readonly ratePercent: string;
  readonly left: number;
};

const RESCHEDULED = 8;
const DAYS_AGO = 6;

/** Gives some late borrowers a longer term last week, using the same commands as the API. */
export async function addDemoReschedules(
  transaction: Transaction,
  { people: { portfolioId, managerId, deputyId }, random, today }: Agreeing,
): Promise<void> {
  const on = addDays(today, -DAYS_AGO);
  const approver = await findActor(transaction, { accountId: deputyId, now: momentOf(on, 14) });
  // In an installation, an administrator may have removed this permission from managers.
  if (!approver?.permissions.has('approve-requests')) return;
  // Exclude loans with a later event, because the demo must not change the past of any loan.
  const late = await transaction<LateLoan[]>`
    select state.loan_id, state.outstanding_principal_minor as principal_minor,
      loan.annual_rate_percent::text as rate_percent, (
        select count(*) from instalments instalment
        where instalment.portfolio_id = state.portfolio_id and instalment.loan_id = state.loan_id
          and instalment.principal_paid_minor < instalment.principal_minor) as left
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${portfolioId} and state.status = 'active'
      and state.agent_id is not null
      and state.oldest_unpaid_due_on between ${addDays(today, -75)} and ${addDays(today, -35)}
      and not exists (
        select from payments payment where payment.portfolio_id = state.portfolio_id
          and payment.loan_id = state.loan_id and payment.value_date >= ${on})
      and not exists (
        select from charges charge where charge.portfolio_id = state.portfolio_id
          and charge.loan_id = state.loan_id and charge.charged_on >= ${on})
    order by loan.reference_number limit ${RESCHEDULED}`;
  for (const [place, { loanId, principalMinor, ratePercent, left }] of late.entries()) {
    const at = momentOf(on, 10, place * 5);
    const context = await contextOf(transaction, { accountId: managerId, random, at });
    const command = {
      id: random.uuid(at),
      loanId,
      instalmentCount: left + 6 + place,
      annualRatePercent: String(Number(ratePercent)),
      firstDueOn: addMonths(on, 1),
      principalMinor,
      reason: random.pick(reasons),
      plan: 'longer-term' as const,
      agreedBy: 'call' as const,
    };
    const asked = await rescheduleLoan.runWithin(transaction, command, context);
    expectOutcome(asked, 'awaiting-approval');
    const approvedAt = momentOf(on, 14, place * 5);
    const approving = { accountId: deputyId, random, at: approvedAt };
    const approved = await decideWithin(transaction, approvedCommands, {
      decision: { approvalId: command.id, decision: 'approve', reason: '' },
      context: await contextOf(transaction, approving),
    });
    if (!approved.ok || approved.value.state !== 'approved') {
      throw new Error('a reschedule of the demo was not approved');
    }
  }
  await transaction`
    update notifications set read_at = created_at + interval '1 hour'
    where portfolio_id = ${portfolioId} and event in ('approval-wanted', 'approval-given')`;
}

const reasons = [
  'Works fewer hours since the summer; the lower instalment fits the new salary.',
  'Came back from parental leave and pays again.',
  'Medical bills are paid off by the end of the year.',
];
