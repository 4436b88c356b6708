import type { LedgerEvent } from '@bursar/contracts/ledger.values';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sumPortions, type PortionAmounts } from '@bursar/loan-maths/portions';
import { linesOf, type LedgerEntry } from '../ledger/ledger-entry.ts';
import { entriesBooked } from '../ledger/ledger.store.ts';
import type { Portion } from './reckon-payments.ts';

/** Whose loan's money moves, who moves it, and when. */
export type Moving = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly currency: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/** What an event moves of one payment; a correction's are differences, less is a negative amount. */
export type Movement = {
  readonly event: Extract<LedgerEvent, `${string}-payment` | 'recover-loan'>;
  readonly sourceId: string;
  /** A correction stands on the payment's own day and holder as well: docs/decisions/0007. */
  readonly stamp: {
    readonly valueDate: string;
    readonly teamId: string | null;
    readonly agentId: string | null;
  };
  /** How many payments more its day has. */
  readonly payments: 1 | 0 | -1;
  readonly cashMinor: number;
  readonly portions: readonly Portion[];
  /** What came in on a loss: no instalment takes it, and it is nobody's income (docs/decisions/0038). */
  readonly recoveredMinor: number;
};

/**
 * The end of a statement's `with`: moves instalments, balances, ledger and income by all movements
 * at once. Instalments may pass money on among themselves, and none may be overpaid on the way; and
 * while the loan is locked, what is one statement costs one round trip.
 */
export function moneyMoved(
  transaction: Transaction,
  { portfolioId, loanId, currency, madeBy, madeAt }: Moving,
  movements: readonly Movement[],
) {
  const portions = movements.flatMap((movement) => movement.portions);
  const total = sumPortions(portions);
  const posting = { portfolioId, loanId, currency, postedBy: madeBy, postedAt: madeAt };
  return transaction`
    income as (
      select * from jsonb_to_recordset(${transaction.json(movements.filter(isNoRecovery).map(incomeOf))}) as income(
        day date, team uuid, agent uuid, payments integer,
        principal bigint, interest bigint, fees bigint, penalties bigint)
    ), moved as (
      select number, sum(principal) as principal, sum(interest) as interest, sum(fees) as fees,
        sum(penalties) as penalties
      from ${portionRows(transaction, portions)}
      group by number
    ), moved_instalments as (
      update instalments instalment set
        principal_paid_minor = instalment.principal_paid_minor + moved.principal,
        interest_paid_minor = instalment.interest_paid_minor + moved.interest,
        fees_paid_minor = instalment.fees_paid_minor + moved.fees,
        penalties_paid_minor = instalment.penalties_paid_minor + moved.penalties
      from moved
      where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
        and instalment.number = moved.number
    ), moved_loan as (
      update loan_state set
        outstanding_principal_minor = outstanding_principal_minor - ${total.principalMinor}::bigint,
        principal_paid_minor = principal_paid_minor + ${total.principalMinor}::bigint,
        interest_paid_minor = interest_paid_minor + ${total.interestMinor}::bigint,
        fees_paid_minor = fees_paid_minor + ${total.feeMinor}::bigint,
        penalties_paid_minor = penalties_paid_minor + ${total.penaltyMinor}::bigint
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ), ${entriesBooked(transaction, posting, movements.map(entryOf))}
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

function incomeOf({ stamp, payments, portions }: Movement) {
  const { valueDate: day, teamId: team, agentId: agent } = stamp;
  return { day, team, agent, payments, ...columnsOf(sumPortions(portions)) };
}

function entryOf(movement: Movement): LedgerEntry {
  const { event, sourceId, stamp, cashMinor, portions, recoveredMinor } = movement;
  const sums = sumPortions(portions);
  const lines = linesOf([
    ['cash', cashMinor],
    ['loans-receivable', -sums.principalMinor],
    ['interest-income', -sums.interestMinor],
    ['fee-income', -sums.feeMinor],
    ['penalty-income', -sums.penaltyMinor],
    ['recoveries', -recoveredMinor],
  ]);
  return { id: uuidv7(), event, sourceId, valueDate: stamp.valueDate, lines };
}

/** Portions as rows of a statement, so that one statement writes them all. */
export function portionRows(sql: Queryable, portions: readonly Portion[]) {
  const rows = portions.map((portion) => ({
    number: portion.instalmentNumber,
    ...columnsOf(portion),
  }));
  return sql`jsonb_to_recordset(${sql.json(rows)}) as portion(
    number smallint, principal bigint, interest bigint, fees bigint, penalties bigint)`;
}

export function columnsOf(sums: PortionAmounts) {
  return {
    principal: sums.principalMinor,
    interest: sums.interestMinor,
    fees: sums.feeMinor,
    penalties: sums.penaltyMinor,
  };
}
