import type { Payment } from '@bursar/contracts/servicing/payments';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sumAllocations, type AllocationSums } from '@bursar/loan-maths/allocated-amounts';
import { chargeLines, linesOf, type LedgerEvent } from '../ledger/ledger-entry.ts';
import { bookEntries, type LoanEntry } from '../ledger/ledger.store.ts';
import type { ChargeAllocation } from './allocate-to-charges.ts';
import type { InstalmentAllocation } from './replay-payments.ts';

/** The portfolio, author and time of a money movement. */
export type Moving = {
  readonly portfolioId: string;
  /** Null if the system makes the movement, for example after an automatic penalty. */
  readonly madeBy: string | null;
  readonly madeAt: string;
};

/** Fees and penalties on charges; a decrease is negative. */
export type ChargedSums = { readonly feeMinor: number; readonly penaltyMinor: number };

export function sumOfCharges(charges: readonly ChargeAllocation[]): ChargedSums {
  const sum = (of: ChargeAllocation['portion']) =>
    charges.reduce((all, { portion, amountMinor }) => all + (portion === of ? amountMinor : 0), 0);
  return { feeMinor: sum('fee'), penaltyMinor: sum('penalty') };
}

export type MovingLoan = { readonly loanId: string; readonly currency: string };

/**
 * The amounts that an event moves for one payment. A correction holds differences, so a decrease is
 * negative.
 */
export type Movement = MovingLoan & {
  readonly event: Extract<LedgerEvent, `${string}-payment` | 'recover-loan'>;
  readonly sourceId: string;
  /**
   * The day, team and agent for which the movement counts. A correction has those of the payment
   * that it corrects: docs/decisions/0007.
   */
  readonly stamp: {
    readonly valueDate: string;
    readonly teamId: string | null;
    readonly agentId: string | null;
  };
  /** Change in the number of payments of that day. */
  readonly payments: 1 | 0 | -1;
  readonly cashMinor: number;
  readonly creditMinor: number;
  readonly allocations: readonly InstalmentAllocation[];
  /** The schedule version that the allocations belong to. */
  readonly scheduleVersion: number;
  /**
   * The part of the payment's fees and penalties that pays charges. The ledger holds a charge as
   * receivable until it is paid.
   */
  readonly charged: ChargedSums;
  /**
   * Amount recovered on a written-off loan. It is not allocated to instalments and is not income
   * (docs/decisions/0038).
   */
  readonly recoveredMinor: number;
};

/**
 * Returns the cash and credit that a payment moves. The payment brings cash or uses the borrower's
 * credit; an amount that is not allocated is added to the credit.
 */
export function fundedBy({
  method,
  amountMinor,
  creditMinor,
}: Funded): Pick<Movement, 'cashMinor' | 'creditMinor'> {
  return method === 'credit'
    ? { cashMinor: 0, creditMinor: creditMinor - amountMinor }
    : { cashMinor: amountMinor, creditMinor };
}

export type Funded = Pick<Payment, 'method' | 'amountMinor' | 'creditMinor'>;

/**
 * Builds the end of a statement's `with`, which applies all movements at once to instalments,
 * balances, ledger and income. This takes one round trip while loans are locked, and no instalment
 * is overpaid between two movements. PostgreSQL runs the updates from the last to the first, so the
 * instalments change before the loan state, from which the lists take the balance.
 */
export function postMovements(
  transaction: Transaction,
  { portfolioId, madeBy, madeAt }: Moving,
  movements: readonly Movement[],
) {
  const posting = { portfolioId, postedBy: madeBy, postedAt: madeAt };
  const totals = totalsOf(movements);
  const total = (part: keyof AllocationSums) => totals.map(({ sums }) => sums[part]);
  return transaction`
    income as (
      select * from jsonb_to_recordset(${transaction.json(movements.filter(isNoRecovery).map(incomeOf))}) as income(
        day date, team uuid, agent uuid, payments integer,
        principal bigint, interest bigint, fees bigint, penalties bigint)
    ), moved as (
      select loan, number, sum(principal) as principal, sum(interest) as interest,
        sum(fees) as fees, sum(penalties) as penalties
      from ${allocationRows(transaction, movements)}
      group by loan, number
    ), moved_loan as (
      update loan_state state set
        outstanding_principal_minor = state.outstanding_principal_minor - total.principal,
        principal_paid_minor = state.principal_paid_minor + total.principal,
        interest_paid_minor = state.interest_paid_minor + total.interest,
        fees_paid_minor = state.fees_paid_minor + total.fees,
        penalties_paid_minor = state.penalties_paid_minor + total.penalties,
        credit_minor = state.credit_minor + total.credit
      from unnest(${totals.map(({ loanId }) => loanId)}::uuid[],
        ${total('principalMinor')}::bigint[], ${total('interestMinor')}::bigint[],
        ${total('feeMinor')}::bigint[], ${total('penaltyMinor')}::bigint[],
        ${totals.map(({ creditMinor }) => creditMinor)}::bigint[]
      ) total(loan_id, principal, interest, fees, penalties, credit)
      where state.portfolio_id = ${portfolioId} and state.loan_id = total.loan_id
    ), moved_instalments as (
      update instalments instalment set
        principal_paid_minor = instalment.principal_paid_minor + moved.principal,
        interest_paid_minor = instalment.interest_paid_minor + moved.interest,
        fees_paid_minor = instalment.fees_paid_minor + moved.fees,
        penalties_paid_minor = instalment.penalties_paid_minor + moved.penalties
      from moved
      where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = moved.loan
        and instalment.number = moved.number
    ), ${bookEntries(transaction, posting, movements.map(entryOf))}
    insert into income_days as known
      (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, fees_minor,
        penalties_minor, payments)
    select ${portfolioId}, day, team, agent, sum(principal), sum(interest), sum(fees),
      sum(penalties), sum(payments)
    from income group by day, team, agent
    on conflict (portfolio_id, day, team_id, agent_id) do update set
      principal_minor = known.principal_minor + excluded.principal_minor,
      interest_minor = known.interest_minor + excluded.interest_minor,
      fees_minor = known.fees_minor + excluded.fees_minor,
      penalties_minor = known.penalties_minor + excluded.penalties_minor,
      payments = known.payments + excluded.payments`;
}

const isNoRecovery = ({ recoveredMinor }: Movement): boolean => recoveredMinor === 0;

function incomeOf({ stamp, payments, allocations }: Movement) {
  const { valueDate: day, teamId: team, agentId: agent } = stamp;
  return { day, team, agent, payments, ...columnsOf(sumAllocations(allocations)) };
}

/** Sums movements by loan, because a statement can update a loan's state row only once. */
function totalsOf(movements: readonly Movement[]) {
  const byLoan = new Map<string, Movement[]>();
  for (const one of movements) byLoan.set(one.loanId, [...(byLoan.get(one.loanId) ?? []), one]);
  return [...byLoan].map(([loanId, ofLoan]) => ({
    loanId,
    sums: sumAllocations(ofLoan.flatMap(({ allocations }) => allocations)),
    creditMinor: ofLoan.reduce((sum, { creditMinor }) => sum + creditMinor, 0),
  }));
}

function entryOf(movement: Movement): LoanEntry {
  const { loanId, currency, event, sourceId, stamp, cashMinor, allocations, charged } = movement;
  const sums = sumAllocations(allocations);
  const lines = linesOf([
    ['cash', cashMinor],
    ['loans-receivable', -sums.principalMinor],
    ['interest-income', -sums.interestMinor],
    ['fee-income', -sums.feeMinor],
    ['penalty-income', -sums.penaltyMinor],
    ['recoveries', -movement.recoveredMinor],
    ['borrower-credit', -movement.creditMinor],
    ...chargeLines(-charged.feeMinor, -charged.penaltyMinor),
  ]);
  return { id: uuidv7(), loanId, currency, event, sourceId, valueDate: stamp.valueDate, lines };
}

type AllocatedMovement = Pick<Movement, 'loanId' | 'sourceId' | 'allocations' | 'scheduleVersion'>;

/** Returns allocations as rows, so that one statement inserts them all. */
export function allocationRows(sql: Queryable, movements: readonly AllocatedMovement[]) {
  const rows = movements.flatMap(
    ({ loanId: loan, sourceId: source, allocations, scheduleVersion }) =>
      allocations.map((allocation) => {
        const place = {
          loan,
          source,
          number: allocation.instalmentNumber,
          version: scheduleVersion,
        };
        return { ...place, ...columnsOf(allocation) };
      }),
  );
  return sql`jsonb_to_recordset(${sql.json(rows)}) as portion(loan uuid, source uuid,
    number smallint, version smallint, principal bigint, interest bigint, fees bigint, penalties bigint)`;
}

export function columnsOf(sums: AllocationSums) {
  return {
    principal: sums.principalMinor,
    interest: sums.interestMinor,
    fees: sums.feeMinor,
    penalties: sums.penaltyMinor,
  };
}

type AllocatedCharges = {
  /** The id of the payment, or of the reallocation that allocates it again. */
  readonly placedBy: string;
  readonly paymentId: string;
  readonly charges: readonly ChargeAllocation[];
};

/** Records which charges payments pay. Most payments pay none. */
export async function insertChargeAllocations(
  transaction: Transaction,
  portfolioId: string,
  allocated: readonly AllocatedCharges[],
): Promise<void> {
  const rows = allocated.flatMap(({ placedBy, paymentId, charges }) =>
    charges.map(({ chargeId, amountMinor }) => ({ placedBy, paymentId, chargeId, amountMinor })),
  );
  if (rows.length === 0) return;
  await transaction`
    insert into charge_allocations (portfolio_id, placed_by, payment_id, charge_id, amount_minor)
    select ${portfolioId}, "placedBy", "paymentId", "chargeId", "amountMinor"
    from jsonb_to_recordset(${transaction.json(rows)}) as placed("placedBy" uuid,
      "paymentId" uuid, "chargeId" uuid, "amountMinor" bigint)`;
}
