import { addDays, addMonths, calendarDate, type CalendarDate } from '@bursar/loan-maths';
import { disburseWithin } from '../features/intake/applications/disburse-loan.ts';
import type { Transaction } from '../platform/database.ts';
import { contextOf } from './demo-approvals.ts';
import { demoPortfolio, purposes, type DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Asking = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

const decisions = [
  'rejected',
  'withdrawn',
  'disbursed',
  'rejected',
  'disbursed',
  'submitted',
  'approved',
  'approved',
  'submitted',
  'submitted',
  'submitted',
  'submitted',
] as const;

const reasons = {
  rejected: 'The instalment is more than a third of the income.',
  withdrawn: 'Found the money elsewhere.',
  approved: '',
} as const;
const events = { rejected: 'reject', withdrawn: 'withdraw', approved: 'approve' } as const;

/** Number of the demo's loans that come from disbursed applications. */
export const DISBURSED_APPLICATIONS = decisions.filter((status) => status === 'disbursed').length;

/** Adds applications by some of the recent enquirers; a few are decided. */
export async function addDemoApplications(
  transaction: Transaction,
  { people: { portfolioId, managerId, deputyId, productIds }, random, today }: Asking,
): Promise<void> {
  const askers = await transaction<{ id: string }[]>`
    select borrower.id from borrowers borrower
    where borrower.portfolio_id = ${portfolioId} and not exists (
      select from loans loan
      where loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = borrower.id)
    order by borrower.created_at desc, borrower.id limit ${decisions.length}`;
  for (const [place, decision] of decisions.entries()) {
    const status = decision === 'disbursed' ? 'approved' : decision;
    const borrowerId = askers[place]?.id;
    if (!borrowerId) continue;
    const day = addDays(calendarDate(today), place - decisions.length);
    const at = momentOf(day, random.between(8, 16), random.between(0, 59));
    const [id, eventId] = [random.uuid(at), random.uuid(at)];
    const movedAt = status === 'submitted' ? at : momentOf(addDays(day, 1), 10);
    const disburseOn = addDays(day, 7);
    // The next step must be open to the demo's manager: approving an application that the deputy
    // submitted, or disbursing one that the deputy approved.
    const submittedBy = status === 'submitted' ? deputyId : managerId;
    await transaction`
      insert into loan_applications (portfolio_id, id, number, borrower_id, product_id,
        product_version_id, purpose, currency, principal_minor, annual_rate_percent,
        instalment_count, disburse_on, first_due_on, status, submitted_by, submitted_at, changed_at)
      select version.portfolio_id, ${id}, ${place + 1}, ${borrowerId}, version.product_id,
        version.id, ${random.pick(purposes)}, ${demoPortfolio.currency},
        ${random.between(20, 160) * 25_000}, version.annual_rate_percent,
        ${random.pick([12, 24, 36, 48])}, ${disburseOn}, ${addMonths(disburseOn, 1)}, ${status},
        ${submittedBy}, ${at.toISOString()}, ${movedAt.toISOString()}
      from product_versions version
      where version.portfolio_id = ${portfolioId} and version.product_id = ${random.pick(productIds)}`;
    if (status !== 'submitted') {
      await transaction`
        insert into application_events (portfolio_id, id, application_id, event, reason, made_by,
          made_at)
        values (${portfolioId}, ${eventId}, ${id}, ${events[status]}, ${reasons[status]},
          ${deputyId}, ${movedAt.toISOString()})`;
    }
    if (decision === 'disbursed') {
      const disbursing = { applicationId: id, managerId, random, on: addDays(day, 2) };
      await disburse(transaction, disbursing);
    }
  }
  await transaction`
    update portfolios set last_application_number = ${decisions.length} where id = ${portfolioId}`;
}

type Disbursing = {
  readonly applicationId: string;
  readonly managerId: string;
  readonly random: Random;
  readonly on: CalendarDate;
};

async function disburse(
  transaction: Transaction,
  { applicationId, managerId, random, on }: Disbursing,
): Promise<void> {
  const at = momentOf(on, 11);
  const context = await contextOf(transaction, { accountId: managerId, random, at });
  const { portfolio } = context.session;
  if (!portfolio) throw new Error('the manager of the demo has a portfolio');
  const command = {
    id: random.uuid(at),
    applicationId,
    disbursedOn: on,
    firstDueOn: addMonths(on, 1),
  };
  const disbursed = await disburseWithin(transaction, command, { ...context, portfolio });
  if (!disbursed.ok) throw new Error(`a loan of the demo ended as ${disbursed.refusal.code}`);
}
