import { formatUnits } from '@bursar/loan-maths/money';
import type { RowCells, TapeContext } from './row-cells.ts';
import type { TapeStatus } from './tape-loan.ts';

export type StatedBalances = {
  readonly principalMinor: number;
  readonly status: TapeStatus | null;
  readonly balanceMinor: number | null;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly paidTotalMinor: number | null;
};

/** Where a loan stands, once what the tape says of it fits together. */
export type Standing = {
  readonly status: TapeStatus;
  readonly balanceMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly writtenOffMinor: number;
};

/** Each of three parts may have been rounded by half a minor unit, always the same way. */
const CONTROL_TOLERANCE_MINOR = 1;

/** Holds a row's amounts against each other; null where they contradict, with the reason in its findings. */
export function checkBalances(
  cells: RowCells,
  stated: StatedBalances,
  { currencyDecimals }: Pick<TapeContext, 'currencyDecimals'>,
): Standing | null {
  const shown = (amountMinor: number) => formatUnits(amountMinor, currencyDecimals);
  const { principalMinor, principalPaidMinor, interestPaidMinor, lateFeesPaidMinor } = stated;
  if (principalPaidMinor > principalMinor) {
    const details = { principal: shown(principalMinor), paid: shown(principalPaidMinor) };
    cells.refuse('paid_more_than_principal', 'principalPaid', details);
    return null;
  }
  const unpaidMinor = principalMinor - principalPaidMinor;
  const isLost = stated.status === 'written_off';
  const balanceMinor = stated.balanceMinor ?? (isLost ? 0 : unpaidMinor);
  if (balanceMinor !== unpaidMinor && !(isLost && balanceMinor === 0)) {
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

/** Money decides: a loan that owes nothing is closed, one that owes something is not. */
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
