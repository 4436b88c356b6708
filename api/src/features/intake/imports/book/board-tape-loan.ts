import { mapFacts } from '@bursar/contracts/fact-kinds';
import {
  balancesOf,
  type InstalmentToBoard,
  type LoanToBoard,
} from '../../../servicing/loan-account/loan-to-board.ts';
import { scheduleLoan, type ScheduledInstalment } from '../check/schedule-loan.ts';
import { loanLabels, type TapeLoan } from '../read/tape-loan.ts';

/** Converts a tape's loan for booking, with its whole schedule. */
export function asLoanToBoard(tape: TapeLoan, currency: string): LoanToBoard {
  const scheduled = scheduleAgain(tape, currency);
  return {
    ...mapFacts(loanLabels, (_, key) => tape[key]),
    externalId: tape.externalId,
    borrower: tape.borrower,
    principalMinor: tape.principalMinor,
    instalmentCount: tape.instalmentCount,
    disbursedOn: tape.disbursedOn,
    firstDueOn: tape.firstDueOn,
    status: tape.status,
    annualRatePercent: tape.annualRate,
    frequencyUnit: tape.interval.unit,
    frequencyEvery: tape.interval.every,
    instalmentRounding: scheduled.instalmentRounding,
    instalmentMinor: scheduled.instalmentMinor,
    outstandingPrincipalMinor: tape.balanceMinor,
    writtenOffPrincipalMinor: tape.writtenOffMinor,
    instalments: () => withLateFees(scheduleAgain(tape, currency).instalments, tape),
    balances: balancesOf(tape.status, withLateFees(scheduled.instalments, tape)),
  };
}

/** Rebuilds the schedule of the dry run, which always succeeds for a checked row. */
function scheduleAgain(tape: TapeLoan, currency: string) {
  const scheduled = scheduleLoan(tape, currency);
  if (!scheduled.ok) throw new Error(`loan ${tape.externalId}: ${scheduled.reason}`);
  return scheduled;
}

/**
 * Puts the late fees, charged and paid in full, on the latest instalment with paid principal, or on
 * the first instalment if no principal was paid.
 */
function withLateFees(
  instalments: readonly ScheduledInstalment[],
  { lateFeesPaidMinor }: Pick<TapeLoan, 'lateFeesPaidMinor'>,
): readonly InstalmentToBoard[] {
  const latestPaid = instalments.findLastIndex(({ principalPaidMinor }) => principalPaidMinor > 0);
  const bearer = Math.max(0, latestPaid);
  return instalments.map((instalment, index) => {
    const feeMinor = index === bearer ? lateFeesPaidMinor : 0;
    // Written out instead of spread for speed, because a tape has millions of these.
    return {
      dueOn: instalment.dueOn,
      principalMinor: instalment.principalMinor,
      interestMinor: instalment.interestMinor,
      penaltyMinor: feeMinor,
      principalPaidMinor: instalment.principalPaidMinor,
      interestPaidMinor: instalment.interestPaidMinor,
      penaltyPaidMinor: feeMinor,
    };
  });
}
