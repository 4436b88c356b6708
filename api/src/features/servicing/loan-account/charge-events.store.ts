import type { Charge } from '@bursar/contracts/servicing/charges';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../platform/database.ts';
import { chargeLines, linesOf, type LedgerEvent } from '../ledger/ledger-entry.ts';
import { bookEntries, type LoanEntry } from '../ledger/ledger.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type NewCharge = LoanKey & {
  readonly id: string;
  readonly portion: Charge['portion'];
  readonly kind: Charge['kind'];
  readonly instalment: { readonly number: number; readonly dueOn: string };
  /**
   * True if no instalment falls due on or after the charge's day. The charge then gets an
   * instalment row of its own.
   */
  readonly isAfterLast: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly dueOn: string;
  readonly chargedOn: string;
  readonly reason: string;
  /** The month of lateness that an automatic penalty covers, from 1; 0 for a fixed penalty. */
  readonly lateMonths?: number;
  /**
   * The business day on which a missing penalty was charged later; absent if the close of the
   * penalty's own day charges it.
   */
  readonly chargedLateOn?: string | undefined;
  /** Null for an automatic penalty. */
  readonly madeBy: string | null;
  readonly madeAt: string;
};

/** Inserts charges of one loan, adds them to their instalments, and books the ledger entries. */
export async function insertCharges(
  transaction: Transaction,
  made: readonly [NewCharge, ...NewCharge[]],
): Promise<void> {
  const [{ portfolioId, loanId, madeBy, madeAt }] = made;
  const rows = made.map(({ id, portion, kind, instalment, reason, ...charge }) => {
    const { amountMinor: amount, dueOn: due, chargedOn: charged, lateMonths: late } = charge;
    const { chargedLateOn: found } = charge;
    const number = instalment.number;
    return { id, portion, kind, number, amount, due, charged, reason, late, found };
  });
  const entries = made.map((charge) =>
    entryOf({ ...charge, event: 'add-charge', valueDate: charge.chargedOn }),
  );
  const posting = { portfolioId, postedBy: madeBy, postedAt: madeAt };
  await transaction`
    with charged as (
      insert into charges (portfolio_id, id, loan_id, portion, kind, instalment_number,
        amount_minor, due_on, charged_on, reason, late_months, charged_late_on, posted_by, posted_at)
      select ${portfolioId}, id, ${loanId}, portion, kind, number, amount, due, charged, reason,
        late, found, ${madeBy}, ${madeAt}
      from jsonb_to_recordset(${transaction.json(rows)}) as charge(id uuid, portion text,
        kind text, number smallint, amount bigint, due date, charged date, reason text, late smallint,
        found date)
    ), ${bookEntries(transaction, posting, entries)}
    select 1`;
  for (const { instalment } of made.filter(({ isAfterLast }) => isAfterLast)) {
    await transaction`
      insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
      values (${portfolioId}, ${loanId}, ${instalment.number}, ${instalment.dueOn}, 0, 0)`;
  }
  const moved = made.map(({ instalment, ...charge }) => {
    return { ...charge, instalmentNumber: instalment.number };
  });
  await chargeInstalments(transaction, { portfolioId, loanId }, moved);
}

export type NewWaiver = LoanKey & {
  readonly id: string;
  readonly event: 'waive-charge' | 'undo-waiver';
  readonly charge: Pick<Charge, 'id' | 'portion' | 'instalmentNumber'>;
  readonly undoesId: string | null;
  /**
   * True if the waived amount was no longer justified, for example because a back-dated payment
   * removed the lateness.
   */
  readonly lostReason?: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/** Inserts a waiver or its undo, updates the instalment, and books the ledger entries. */
export async function insertWaiver(transaction: Transaction, made: NewWaiver): Promise<void> {
  const { portfolioId, loanId, id, event, charge, undoesId, valueDate, reason } = made;
  const { portion, instalmentNumber } = charge;
  const amountMinor = event === 'waive-charge' ? -made.amountMinor : made.amountMinor;
  const posting = { portfolioId, postedBy: made.madeBy, postedAt: made.madeAt };
  await transaction`
    with waived as (
      insert into charge_waivers (portfolio_id, id, charge_id, loan_id, event, undoes_id,
        amount_minor, value_date, reason, made_by, made_at, lost_reason)
      values (${portfolioId}, ${id}, ${charge.id}, ${loanId}, ${event}, ${undoesId},
        ${made.amountMinor}, ${valueDate}, ${reason}, ${made.madeBy}, ${made.madeAt},
        ${made.lostReason ?? false})
    ), ${bookEntries(transaction, posting, [entryOf({ ...made, portion, amountMinor })])}
    select 1`;
  await chargeInstalments(transaction, made, [{ portion, instalmentNumber, amountMinor }]);
}

type Booked = Pick<NewCharge, 'id' | 'loanId' | 'currency' | 'portion' | 'amountMinor'> & {
  readonly event: LedgerEvent;
  readonly valueDate: string;
};

function entryOf({
  loanId,
  currency,
  event,
  id: sourceId,
  valueDate,
  ...moved
}: Booked): LoanEntry {
  const { portion, amountMinor } = moved;
  const [fee, penalty] = portion === 'fee' ? [amountMinor, 0] : [0, amountMinor];
  const lines = linesOf(chargeLines(fee, penalty));
  return { id: uuidv7(), loanId, currency, event, sourceId, valueDate, lines };
}

type Charged = Pick<NewCharge, 'portion' | 'amountMinor'> & { readonly instalmentNumber: number };

async function chargeInstalments(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
  charged: readonly Charged[],
): Promise<void> {
  const rows = charged.map(({ portion, amountMinor, instalmentNumber: number }) => {
    const [fee, penalty] = portion === 'fee' ? [amountMinor, 0] : [0, amountMinor];
    return { number, fee, penalty };
  });
  await transaction`
    update instalments set fees_minor = fees_minor + charged.fee,
      penalties_minor = penalties_minor + charged.penalty
    from (
      select number, sum(fee)::bigint as fee, sum(penalty)::bigint as penalty
      from jsonb_to_recordset(${transaction.json(rows)}) as row(
        number smallint, fee bigint, penalty bigint)
      group by number
    ) charged
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      and instalments.number = charged.number`;
}
