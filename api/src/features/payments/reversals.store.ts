import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../platform/database.ts';
import { columnsOf, portionRows } from './payments.store.ts';
import {
  differenceOf,
  sumPortions,
  type PlacedPayment,
  type Portion,
  type PortionSums,
} from './replay-payments.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type StandingPayment = PlacedPayment & {
  readonly id: string;
  /** Who earned its income. */
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly reallocations: number;
};

/** The payments of a loan that count, in the order in which they do: by value date, then as posted. */
export async function listStandingPayments(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<StandingPayment[]> {
  return transaction<StandingPayment[]>`
    select payment.id, payment.amount_minor, payment.value_date, payment.team_id,
      payment.agent_id, coalesce(payment.reallocations, 0) as reallocations,
      (
        select jsonb_agg(jsonb_build_object(
          'number', portion.instalment_number, 'principalMinor', portion.principal_minor,
          'interestMinor', portion.interest_minor, 'feesMinor', portion.fees_minor,
          'penaltiesMinor', portion.penalties_minor) order by portion.instalment_number)
        from standing_portions portion
        where portion.portfolio_id = payment.portfolio_id and portion.payment_id = payment.id
      ) as portions
    from standing_payments payment
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${loanId}
      and payment.reversal_id is null
    order by payment.value_date, payment.posted_at, payment.id`;
}

export async function findReversal(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<{ paymentId: string; reason: string } | null> {
  const [row] = await transaction<{ paymentId: string; reason: string }[]>`
    select payment_id, reason from payment_reversals
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

/** Who corrects a loan's payments, and when. */
export type Correction = LoanKey & {
  /** The reversal, or the payment that takes its place before later ones. */
  readonly id: string;
  readonly currency: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

export type Reallocated = {
  readonly payment: StandingPayment;
  readonly portions: readonly Portion[];
};

/** Takes a payment out and lays the later ones anew: rows beside what was written, never over it. */
export async function insertReversal(
  transaction: Transaction,
  correction: Correction & { readonly reason: string },
  { payment, reallocated }: { payment: StandingPayment; reallocated: readonly Reallocated[] },
): Promise<void> {
  const { portfolioId, loanId, id, reason, madeBy, madeAt } = correction;
  await transaction`
    insert into payment_reversals
      (portfolio_id, id, payment_id, loan_id, reason, reversed_by, reversed_at)
    values (${portfolioId}, ${id}, ${payment.id}, ${loanId}, ${reason}, ${madeBy}, ${madeAt})`;
  await insertReallocationRows(transaction, correction, reallocated);
  const reversed: Movement = {
    event: 'reverse-payment',
    sourceId: id,
    payment,
    payments: -1,
    cashMinor: -payment.amountMinor,
    difference: differenceOf(payment.portions, []),
  };
  await moveMoney(transaction, correction, [reversed, ...reallocated.map(movementOf)]);
}

/** Lays later payments anew for one that comes before them. */
export async function insertReallocations(
  transaction: Transaction,
  correction: Correction,
  reallocated: readonly Reallocated[],
): Promise<void> {
  if (reallocated.length === 0) return;
  await insertReallocationRows(transaction, correction, reallocated);
  await moveMoney(transaction, correction, reallocated.map(movementOf));
}

async function insertReallocationRows(
  transaction: Transaction,
  { portfolioId, id: causeId, madeAt }: Correction,
  reallocated: readonly Reallocated[],
): Promise<void> {
  const made = reallocated.map(({ payment, portions }) => ({
    id: uuidv7(),
    payment: payment.id,
    number: payment.reallocations + 1,
    portions: portions.map((portion) => ({
      instalment: portion.number,
      ...columnsOf(portion),
    })),
    ...columnsOf(sumPortions(portions)),
  }));
  await transaction`
    with made as (
      select * from jsonb_to_recordset(${transaction.json(made)}) as made(
        id uuid, payment uuid, number smallint, portions jsonb, principal bigint, interest bigint,
        fees bigint, penalties bigint)
    ), reallocations as (
      insert into payment_reallocations (portfolio_id, id, payment_id, number, cause_id,
        principal_minor, interest_minor, fees_minor, penalties_minor, made_at)
      select ${portfolioId}, id, payment, number, ${causeId}, principal, interest, fees, penalties,
        ${madeAt}
      from made
    )
    insert into payment_reallocation_portions (portfolio_id, reallocation_id, instalment_number,
      principal_minor, interest_minor, fees_minor, penalties_minor)
    select ${portfolioId}, made.id, portion.instalment, portion.principal, portion.interest,
      portion.fees, portion.penalties
    from made
    cross join lateral jsonb_to_recordset(made.portions) as portion(
      instalment smallint, principal bigint, interest bigint, fees bigint, penalties bigint)`;
}

/** What a correction moves of one payment: differences, so that less is a negative amount. */
type Movement = {
  readonly event: 'reverse-payment' | 'reallocate-payment';
  readonly sourceId: string;
  readonly payment: StandingPayment;
  /** How many payments more its day has. */
  readonly payments: -1 | 0;
  readonly cashMinor: number;
  readonly difference: readonly Portion[];
};

function movementOf({ payment, portions }: Reallocated): Movement {
  return {
    event: 'reallocate-payment',
    sourceId: payment.id,
    payment,
    payments: 0,
    cashMinor: 0,
    difference: differenceOf(payment.portions, portions),
  };
}

/**
 * Moves instalments, balances, ledger and income by all differences in one statement: instalments
 * may pass money on among themselves, and none may be overpaid on the way.
 */
async function moveMoney(
  transaction: Transaction,
  { portfolioId, loanId, currency, madeBy, madeAt }: Correction,
  movements: readonly Movement[],
): Promise<void> {
  const entries = movements.map((movement) => entryOf(movement));
  const lines = entries.flatMap((entry) => entry.lines);
  const differences = movements.flatMap(({ difference }) => difference);
  const total = sumPortions(differences);
  await transaction`
    with entry as (
      select * from jsonb_to_recordset(${transaction.json(entries)}) as entry(
        id uuid, event text, source uuid, day date, team uuid, agent uuid, payments integer,
        principal bigint, interest bigint, fees bigint, penalties bigint)
    ), line as (
      select * from jsonb_to_recordset(${transaction.json(lines)}) as line(
        entry uuid, number smallint, account text, debit bigint, credit bigint)
    ), portion as (
      select number, sum(principal) as principal, sum(interest) as interest, sum(fees) as fees,
        sum(penalties) as penalties
      from ${portionRows(transaction, differences)}
      group by number
    ), moved_instalments as (
      update instalments instalment set
        principal_paid_minor = instalment.principal_paid_minor + portion.principal,
        interest_paid_minor = instalment.interest_paid_minor + portion.interest,
        fees_paid_minor = instalment.fees_paid_minor + portion.fees,
        penalties_paid_minor = instalment.penalties_paid_minor + portion.penalties
      from portion
      where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
        and instalment.number = portion.number
    ), moved_loan as (
      update loan_state set
        outstanding_principal_minor = outstanding_principal_minor - ${total.principalMinor}::bigint,
        principal_paid_minor = principal_paid_minor + ${total.principalMinor}::bigint,
        interest_paid_minor = interest_paid_minor + ${total.interestMinor}::bigint,
        fees_paid_minor = fees_paid_minor + ${total.feesMinor}::bigint,
        penalties_paid_minor = penalties_paid_minor + ${total.penaltiesMinor}::bigint
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    ), booked as (
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      select ${portfolioId}, id, ${loanId}, event, source, day, ${madeBy}, ${madeAt}
      from entry where id in (select line.entry from line)
    ), booked_lines as (
      insert into ledger_lines
        (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
      select ${portfolioId}, entry, number, account, ${currency}, debit, credit from line
    )
    insert into income_days as income
      (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, fees_minor,
        penalties_minor, payments)
    select ${portfolioId}, day, team, agent, sum(principal), sum(interest), sum(fees),
      sum(penalties), sum(payments)
    from entry group by day, team, agent
    on conflict (portfolio_id, day, team_id, agent_id) do update set
      principal_minor = income.principal_minor + excluded.principal_minor,
      interest_minor = income.interest_minor + excluded.interest_minor,
      fees_minor = income.fees_minor + excluded.fees_minor,
      penalties_minor = income.penalties_minor + excluded.penalties_minor,
      payments = income.payments + excluded.payments`;
}

/**
 * A correction's ledger entry stands on the payment's own value date, and its income on the day and
 * the holder that the payment was stamped with: docs/decisions/0007.
 */
function entryOf({ event, sourceId, payment, payments, cashMinor, difference }: Movement) {
  const id = uuidv7();
  const sums = sumPortions(difference);
  return {
    id,
    event,
    source: sourceId,
    day: payment.valueDate,
    team: payment.teamId,
    agent: payment.agentId,
    payments,
    principal: sums.principalMinor,
    interest: sums.interestMinor,
    fees: sums.feesMinor,
    penalties: sums.penaltiesMinor,
    lines: linesOf(id, { cashMinor, sums }),
  };
}

/** Debits are positive; an account that nothing moves on has no line, and a line only one side. */
function linesOf(entry: string, { cashMinor, sums }: { cashMinor: number; sums: PortionSums }) {
  const moved: readonly (readonly [account: string, debitMinor: number])[] = [
    ['cash', cashMinor],
    ['loans-receivable', -sums.principalMinor],
    ['interest-income', -sums.interestMinor],
    ['fee-income', -sums.feesMinor],
    ['penalty-income', -sums.penaltiesMinor],
  ];
  return moved
    .filter(([, debitMinor]) => debitMinor !== 0)
    .map(([account, debitMinor], index) => ({
      entry,
      number: index + 1,
      account,
      debit: Math.max(debitMinor, 0),
      credit: Math.max(-debitMinor, 0),
    }));
}
