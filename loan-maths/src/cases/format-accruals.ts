import type { PaymentEvent, ReplayedLoan } from '../loan-events.ts';
import { replayLoan } from '../replay.ts';
import type { TransactionOutput } from './format-replay.ts';
import type { ParsedLoan } from './read-loan.ts';
import { formatAmount } from './case-fields.ts';

/**
 * Returns the accruals that the published cases list among the transactions. When a payment settles
 * a loan, its interest, fees and penalties that were not accrued yet are accrued; a reversal does
 * not undo that.
 */
export function formatAccruals({ loan, events, decimals }: ParsedLoan): TransactionOutput[] {
  const accrued = { interest: 0, fee: 0, penalty: 0 };
  const accruals: TransactionOutput[] = [];
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'payment') continue;
    const replayed = replayLoan(loan, events.slice(0, index + 1));
    if (!replayed.ok || !isSettled(replayed.value)) continue;
    const { instalments } = replayed.value;
    const interest = sumDue(instalments, 'interestMinor') - accrued.interest;
    const fee = sumDue(instalments, 'feeMinor') - accrued.fee;
    const penalty = sumDue(instalments, 'penaltyMinor') - accrued.penalty;
    if (interest + fee + penalty <= 0) continue;
    accrued.interest += interest;
    accrued.fee += fee;
    accrued.penalty += penalty;
    accruals.push(formatAccrual(event, { interest, fee, penalty }, decimals));
  }
  return accruals;
}

function isSettled({ status }: ReplayedLoan): boolean {
  return status === 'closed' || status === 'overpaid';
}

function sumDue(
  rows: ReplayedLoan['instalments'],
  field: 'interestMinor' | 'feeMinor' | 'penaltyMinor',
): number {
  return rows.reduce((total, { due }) => total + due[field], 0);
}

function formatAccrual(
  { date }: PaymentEvent,
  { interest, fee, penalty }: { interest: number; fee: number; penalty: number },
  decimals: number,
): TransactionOutput {
  return {
    date,
    type: 'Accrual',
    amount: formatAmount(interest + fee + penalty, decimals),
    principal: formatAmount(0, decimals),
    interest: formatAmount(interest, decimals),
    fees: formatAmount(fee, decimals),
    penalties: formatAmount(penalty, decimals),
    loan_balance: formatAmount(0, decimals),
    reverted: 'false',
  };
}
