import { formatUnits } from '@bursar/loan-maths/money';
import type { RowCells } from './row-cells.ts';
import type { TapeContext } from './tape-context.ts';
import type { TapeStatus } from './tape-loan.ts';

export type StatedBalances = {
  readonly principalMinor: number;
  readonly status: TapeStatus | null;
  readonly balanceMinor: number | null;
  /** Null if the tape does not state it; it is then derived from the balance. */
  readonly principalPaidMinor: number | null;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly paidTotalMinor: number | null;
};

/** The state of a loan after the tape's amounts were checked against each other. */
export type CheckedBalances = {
  readonly status: TapeStatus;
  readonly balanceMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly writtenOffMinor: number;
};

/** Each of three amounts may have been rounded by half a minor unit in the same direction. */
const CONTROL_TOLERANCE_MINOR = 1;

/**
 * Checks a row's amounts against each other; returns null if they conflict, with the reason in the
 * findings.
 */
export function checkBalances(
  cells: RowCells,
  stated: StatedBalances,
  { currencyDecimals }: Pick<TapeContext, 'currencyDecimals'>,
): CheckedBalances | null {
  const shown = (amountMinor: number) => formatUnits(amountMinor, currencyDecimals);
  const { principalMinor, interestPaidMinor, lateFeesPaidMinor } = stated;
  const principalPaidMinor = principalPaidOf(cells, stated, shown);
  if (principalPaidMinor === null) return null;
  if (principalPaidMinor > principalMinor) {
    const details = { principal: shown(principalMinor), paid: shown(principalPaidMinor) };
    cells.refuse('paid_more_than_principal', 'principalPaid', details);
    return null;
  }
  const unpaidMinor = principalMinor - principalPaidMinor;
  const isLost = stated.status === 'written_off';
  const balanceMinor = stated.balanceMinor ?? (isLost ? 0 : unpaidMinor);
  const isOff = Math.abs(balanceMinor - unpaidMinor) > roundingOf(cells);
  if (isOff && !(isLost && balanceMinor === 0)) {
    const details = { balance: shown(balanceMinor), expected: shown(unpaidMinor) };
    cells.refuse('balance_does_not_add_up', 'balance', details);
    return null;
  }
  const partsMinor = principalPaidMinor + interestPaidMinor + lateFeesPaidMinor;
  const totalMinor = stated.paidTotalMinor ?? partsMinor;
  if (Math.abs(totalMinor - partsMinor) > CONTROL_TOLERANCE_MINOR) {
    const details = { total: shown(totalMinor), expected: shown(partsMinor) };
    cells.warn('paid_total_does_not_add_up', 'paidTotal', details);
  }
  const status = statusFor(cells, { stated: stated.status, unpaidMinor, shown });
  return {
    status,
    balanceMinor: status === 'active' ? unpaidMinor : 0,
    principalPaidMinor,
    interestPaidMinor,
    lateFeesPaidMinor,
    writtenOffMinor: status === 'written_off' ? unpaidMinor : 0,
  };
}

/**
 * Derives the paid principal from the stated amount and the balance; returns null, with the reason
 * in the findings, if they leave it open or the balance is above the principal.
 */
function principalPaidOf(
  cells: RowCells,
  { principalMinor, principalPaidMinor, balanceMinor, status }: StatedBalances,
  shown: (amountMinor: number) => string,
): number | null {
  if (balanceMinor === null && status === 'closed') return principalPaidMinor ?? principalMinor;
  // The profile pass has asked about loans that may have been paid, see `missing-balances.ts`.
  if (balanceMinor === null) return principalPaidMinor ?? 0;
  if (balanceMinor > principalMinor) {
    const details = { balance: shown(balanceMinor), principal: shown(principalMinor) };
    cells.refuse('balance_above_principal', 'balance', details);
    return null;
  }
  const paidByBalance = principalMinor - balanceMinor;
  if (principalPaidMinor === null) {
    // A written-off loan has a balance of zero, however much was paid before.
    if (status !== 'written_off' || balanceMinor > 0) return paidByBalance;
    cells.refuse('principal_paid_not_told', 'principalPaid', {});
    return null;
  }
  // An exact stated amount takes precedence; a rounded one is replaced by the calculated amount.
  const isOnlyRounding = Math.abs(paidByBalance - principalPaidMinor) <= roundingOf(cells);
  return isOnlyRounding && cells.isRounded('principalPaid') ? paidByBalance : principalPaidMinor;
}

/**
 * Returns the difference in minor units that rounding can explain. Each addend with more decimals
 * than the currency was rounded by at most half a minor unit.
 */
function roundingOf(cells: RowCells): number {
  return addends.filter((field) => cells.isRounded(field)).length / 2;
}

const addends = ['principal', 'balance', 'principalPaid'] as const;

/**
 * Returns the status of a loan. A loan that owes nothing is closed, with a warning if its stated
 * status differs. A loan that owes something is refused if its stated status is closed.
 */
function statusFor(
  cells: RowCells,
  about: { stated: TapeStatus | null; unpaidMinor: number; shown: (amountMinor: number) => string },
): TapeStatus {
  const { stated, unpaidMinor, shown } = about;
  const balance = shown(unpaidMinor);
  if (unpaidMinor === 0) {
    const contradicts = stated !== null && stated !== 'closed';
    if (contradicts)
      cells.warn('status_contradicts_balance', 'status', { balance, booked: 'closed' });
    return 'closed';
  }
  if (stated === 'closed') cells.refuse('status_contradicts_balance', 'status', { balance });
  return stated ?? 'active';
}
