import { addDays } from '@bursar/loan-maths';
import { addAssignments } from './demo-assignments.ts';
import type { Transaction } from '../platform/database.ts';
import { addCharges } from './demo-charges.ts';
import { addContactHistory } from './demo-contact-history.ts';
import { remainingOf } from './demo-account.ts';
import type { DemoLoan } from './demo-loans.ts';
import { addBorrower, addEnquirers, demoName } from './demo-borrowers.ts';
import { demoPortfolio, purposes } from './demo-people.ts';
import { addMoneyEvent, addPayment, addRecovery } from './demo-payments.ts';
import { noRows, writeRows, type DemoRows } from './demo-tables.ts';
import { seededRandom, type Random } from './random.ts';
import { momentOf, sumOf, type Booking, type Placed } from './placed-loan.ts';

/**
 * Books the loans as Bursar would: balanced ledger entries, income by holder, assignment history.
 */
export async function bookDemoLoans(transaction: Transaction, booking: Booking): Promise<number> {
  const rows = noRows();
  // Use separate random streams, so that these draws do not change the loans.
  const contactIds = seededRandom(booking.seed + CONTACT_SEED);
  const lossIds = seededRandom(booking.seed + LOSS_SEED);
  const chargeIdsDrawn = seededRandom(booking.seed + CHARGE_SEED);
  const talks = seededRandom(booking.seed + TALK_SEED);
  const placed = booking.loans.map((loan, index) => place(loan, index + 1, booking));
  for (const loan of placed) {
    addLoan(rows, loan, { ...booking, contactIds });
    const chargeIds = addCharges(rows, loan, { ...booking, random: chargeIdsDrawn });
    for (const payment of loan.payments) addPayment(rows, { loan, payment, booking, chargeIds });
    if (loan.writtenOffOn) addWriteOff(rows, loan, { ...booking, lossIds });
    for (const recovery of loan.recoveries) addRecovery(rows, loan, { recovery, booking });
    addContactHistory(rows, loan, { ...booking, random: talks });
  }
  addEnquirers(rows, booking);
  addAssignments(rows, placed, booking);
  await writeRows(transaction, rows, { isFirst: booking.people.adminId !== null });
  await transaction`
    insert into income_days
      (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, fees_minor,
        penalties_minor, payments)
    select portfolio_id, value_date, team_id, agent_id, sum(principal_minor), sum(interest_minor),
      sum(fees_minor), sum(penalties_minor), count(*)
    from effective_payments
    where portfolio_id = ${booking.people.portfolioId} and reversal_id is null
      and recovered_minor = 0
    group by 1, 2, 3, 4`;
  return rows.payments.length;
}

const CONTACT_SEED = 2057;
const LOSS_SEED = 2061;
const CHARGE_SEED = 2067;
const TALK_SEED = 2071;

const { currency } = demoPortfolio;

function place(loan: DemoLoan, number: number, { random, people, today }: Booking): Placed {
  const at = momentOf(loan.disbursedOn, 9);
  const fresh = loan.disbursedOn > addDays(today, -45);
  const draw = random.next();
  const holder = random.pick(people.holders);
  // Teams get a loan the day after its disbursement, and agents the day after that.
  const unassigned = draw < (fresh ? 0.45 : 0.05) || loan.disbursedOn > addDays(today, -1);
  const onlyTeam = draw < (fresh ? 0.65 : 0.12) || loan.disbursedOn > addDays(today, -2);
  return {
    ...loan,
    id: random.uuid(at),
    number,
    borrowerId: random.uuid(at),
    teamId: unassigned ? null : holder.teamId,
    agentId: unassigned || onlyTeam ? null : holder.agentId,
  };
}

type AddingLoan = Booking & { readonly contactIds: Random };

function addLoan(rows: DemoRows, loan: Placed, adding: AddingLoan): void {
  const { random, people } = adding;
  const { portfolioId, managerId, productIds } = people;
  const at = momentOf(loan.disbursedOn, 9);
  const { borrowerId } = loan;
  const name = demoName(random);
  addBorrower(rows, { portfolioId, borrowerId, number: loan.number, name, at }, adding);
  rows.loans.push({
    portfolioId,
    id: loan.id,
    referenceNumber: loan.number,
    borrowerId: loan.borrowerId,
    productId: random.pick(productIds),
    purpose: random.pick(purposes),
    currency,
    principalMinor: loan.principalMinor,
    annualRatePercent: loan.ratePercent,
    instalmentCount: loan.instalmentCount,
    frequencyUnit: 'months',
    frequencyEvery: 1,
    scheduleMethod: 'equal_instalments',
    dayCount: '30/360',
    instalmentRounding: 'up',
    instalmentMinor: loan.instalmentMinor,
    disbursedOn: loan.disbursedOn,
    firstDueOn: loan.instalments[0]?.dueDate ?? loan.disbursedOn,
    grade: loan.grade,
    subGrade: loan.subGrade,
    createdAt: at.toISOString(),
  });
  rows.loan_state.push(stateRow(loan, portfolioId));
  for (const { number, dueDate, due, paid } of loan.instalments) {
    rows.instalments.push({
      portfolioId,
      loanId: loan.id,
      number,
      dueOn: dueDate,
      principalMinor: due.principalMinor,
      interestMinor: due.interestMinor,
      feesMinor: due.feeMinor,
      penaltiesMinor: due.penaltyMinor,
      principalPaidMinor: paid.principalMinor,
      interestPaidMinor: paid.interestMinor,
      feesPaidMinor: paid.feeMinor,
      penaltiesPaidMinor: paid.penaltyMinor,
    });
  }
  const event = { loan, event: 'disburse-loan', by: managerId, at, random, portfolioId } as const;
  addMoneyEvent(rows, event, {
    sourceId: loan.id,
    valueDate: loan.disbursedOn,
    moved: [
      ['loans-receivable', loan.principalMinor],
      ['cash', -loan.principalMinor],
    ],
    after: { principalMinor: loan.principalMinor, currency },
  });
}

function stateRow(loan: Placed, portfolioId: string): DemoRows['loan_state'][number] {
  const principalPaid = sumOf(loan.payments, (payment) => payment.principalMinor);
  const owed = loan.principalMinor - principalPaid;
  const lost = loan.status === 'written_off';
  const oldest = loan.instalments.find((instalment) => remainingOf(instalment) > 0);
  return {
    portfolioId,
    loanId: loan.id,
    status: loan.status,
    teamId: loan.teamId,
    agentId: loan.agentId,
    outstandingPrincipalMinor: lost ? 0 : owed,
    principalPaidMinor: principalPaid,
    interestPaidMinor: sumOf(loan.payments, (payment) => payment.interestMinor),
    feesPaidMinor: sumOf(loan.payments, (payment) => payment.feeMinor),
    penaltiesPaidMinor: sumOf(loan.payments, (payment) => payment.penaltyMinor),
    writtenOffPrincipalMinor: lost ? owed : 0,
    oldestUnpaidDueOn: oldest?.dueDate ?? null,
    oldestUnpaidMinor: oldest ? remainingOf(oldest) : 0,
    lastPaymentOn: (loan.recoveries.at(-1) ?? loan.payments.at(-1))?.valueDate ?? null,
  };
}

type Losing = Booking & { readonly lossIds: Random };

function addWriteOff(rows: DemoRows, loan: Placed, losing: Losing): void {
  const { random, people, today, lossIds } = losing;
  const { portfolioId, managerId } = people;
  const day = loan.writtenOffOn ?? today;
  const at = momentOf(day, 15);
  const lost = loan.principalMinor - sumOf(loan.payments, (payment) => payment.principalMinor);
  const event = { loan, event: 'write-off-loan', by: managerId, at, random, portfolioId } as const;
  const id = lossIds.uuid(at);
  rows.loan_write_offs.push({
    portfolioId,
    id,
    loanId: loan.id,
    event: 'write-off-loan',
    valueDate: day,
    principalMinor: lost,
    reason: 'No payment for half a year',
    madeBy: managerId,
    madeAt: at.toISOString(),
  });
  addMoneyEvent(rows, event, {
    sourceId: id,
    valueDate: day,
    moved: [
      ['write-off-expense', lost],
      ['loans-receivable', -lost],
    ],
    after: { status: 'written_off', writtenOffPrincipalMinor: lost },
  });
}
