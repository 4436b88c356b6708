import { addDays } from '@bursar/loan-maths';
import type { CopyValue } from '../platform/copy-rows.ts';
import { addAssignments } from './demo-assignments.ts';
import type { Transaction } from '../platform/database.ts';
import { remainingOf, type DemoLoan } from './demo-loans.ts';
import {
  demoPortfolio,
  firstNames,
  lastNames,
  occupations,
  purposes,
  regions,
} from './demo-people.ts';
import { addEntry, addPayment, addReturnedDebits } from './demo-payments.ts';
import { noRows, writeRows, type DemoRows } from './demo-tables.ts';
import { seededRandom, type Random } from './random.ts';
import { momentOf, sumOf, type Booking, type Placed } from './placed-loan.ts';

/** Books the loans as the product would have: balanced ledger, stamped income, assignment history. */
export async function bookDemoLoans(transaction: Transaction, booking: Booking): Promise<number> {
  const rows = noRows();
  // A stream of their own, so that the loans stay as they are.
  const contactIds = seededRandom(CONTACT_SEED);
  const placed = booking.loans.map((loan, index) => place(loan, index + 1, booking));
  for (const loan of placed) {
    addLoan(rows, loan, { ...booking, contactIds });
    for (const payment of loan.payments) addPayment(rows, { loan, payment, booking });
    if (loan.writtenOffOn) addWriteOff(rows, loan, booking);
  }
  addAssignments(rows, placed, booking);
  addReturnedDebits(rows, placed, booking);
  await writeRows(transaction, rows);
  await transaction`
    insert into income_days
      (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, payments)
    select portfolio_id, value_date, team_id, agent_id, sum(principal_minor), sum(interest_minor),
      count(*)
    from standing_payments where reversal_id is null group by 1, 2, 3, 4`;
  return rows.payments.length;
}

const CONTACT_SEED = 2057;

const { currency } = demoPortfolio;

function place(loan: DemoLoan, number: number, { random, people, today }: Booking): Placed {
  const at = momentOf(loan.disbursedOn, 9);
  const fresh = loan.disbursedOn > addDays(today, -45);
  const draw = random.next();
  const holder = random.pick(people.holders);
  const unassigned = draw < (fresh ? 0.45 : 0.05);
  const onlyTeam = draw < (fresh ? 0.65 : 0.12);
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

function addLoan(rows: DemoRows, loan: Placed, { random, people, contactIds }: AddingLoan): void {
  const { portfolioId, managerId, productIds } = people;
  const at = momentOf(loan.disbursedOn, 9);
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const mail = name.toLowerCase().replaceAll(' ', '.');
  const reach = (kind: string, label: string, value: string) => {
    const key = [portfolioId, loan.borrowerId, contactIds.uuid(at)];
    return [...key, kind, label, value, 'true', at.toISOString()];
  };
  rows.borrower_contacts.push(
    reach('phone', 'mobile', `+1202555${String(random.between(100, 9999)).padStart(4, '0')}`),
    reach('email', 'home', `${mail}${loan.number}@mail.example`),
  );
  rows.borrowers.push([
    portfolioId,
    loan.borrowerId,
    `B-${20_000 + loan.number}`,
    name,
    random.pick(occupations),
    random.between(0, 20),
    random.pick(regions),
    random.pick(['rent', 'own', 'mortgage']),
    random.between(24, 160) * 100_000,
    at.toISOString(),
  ]);
  rows.loans.push([
    portfolioId,
    loan.id,
    loan.number,
    loan.borrowerId,
    random.pick(productIds),
    random.pick(purposes),
    currency,
    loan.principalMinor,
    loan.ratePercent,
    loan.instalmentCount,
    'months',
    1,
    'equal_instalments',
    '30/360',
    'up',
    loan.instalmentMinor,
    loan.disbursedOn,
    loan.instalments[0]?.dueDate ?? loan.disbursedOn,
    loan.grade,
    loan.subGrade,
    at.toISOString(),
  ]);
  rows.loan_state.push(stateRow(loan, portfolioId));
  for (const { number, dueDate, due, paid } of loan.instalments) {
    rows.instalments.push([
      portfolioId,
      loan.id,
      number,
      dueDate,
      due.principalMinor,
      due.interestMinor,
      paid.principalMinor,
      paid.interestMinor,
    ]);
  }
  addEntry(rows, {
    id: random.uuid(at),
    portfolioId,
    loanId: loan.id,
    event: 'disburse-loan',
    sourceId: loan.id,
    day: loan.disbursedOn,
    by: managerId,
    at,
    lines: [
      ['loans-receivable', loan.principalMinor, 0],
      ['cash', 0, loan.principalMinor],
    ],
  });
  const after = JSON.stringify({ principalMinor: loan.principalMinor, currency });
  const event = 'disburse-loan';
  rows.audit_events.push([
    random.uuid(at),
    portfolioId,
    managerId,
    event,
    'loan',
    loan.id,
    after,
    at.toISOString(),
  ]);
}

function stateRow(loan: Placed, portfolioId: string): CopyValue[] {
  const principalPaid = sumOf(loan.payments, (payment) => payment.principalMinor);
  const owed = loan.principalMinor - principalPaid;
  const lost = loan.status === 'written_off';
  const oldest = loan.instalments.find((instalment) => remainingOf(instalment) > 0);
  return [
    portfolioId,
    loan.id,
    loan.status,
    loan.teamId,
    loan.agentId,
    lost ? 0 : owed,
    principalPaid,
    sumOf(loan.payments, (payment) => payment.interestMinor),
    lost ? owed : 0,
    oldest?.dueDate ?? null,
    oldest ? remainingOf(oldest) : 0,
    loan.payments.at(-1)?.valueDate ?? null,
  ];
}

function addWriteOff(rows: DemoRows, loan: Placed, { random, people, today }: Booking): void {
  const { portfolioId, managerId } = people;
  const day = loan.writtenOffOn ?? today;
  const at = momentOf(day, 15);
  const lost = loan.principalMinor - sumOf(loan.payments, (payment) => payment.principalMinor);
  addEntry(rows, {
    id: random.uuid(at),
    portfolioId,
    loanId: loan.id,
    event: 'write-off-loan',
    sourceId: loan.id,
    day,
    by: managerId,
    at,
    lines: [
      ['write-off-expense', lost, 0],
      ['loans-receivable', 0, lost],
    ],
  });
  const after = JSON.stringify({ status: 'written_off', writtenOffPrincipalMinor: lost });
  rows.audit_events.push([
    random.uuid(at),
    portfolioId,
    managerId,
    'write-off-loan',
    'loan',
    loan.id,
    after,
    at.toISOString(),
  ]);
}
