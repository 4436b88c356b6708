import type { ImportSummary } from '@bursar/contracts/intake/imports';
import { errorFinding, UnreadableTape } from '../../../../platform/table-files/findings.ts';
import type { TapeTerms } from './read-tape.ts';
import { sumArrears } from './sum-arrears.ts';
import type { ScheduledLoan } from './schedule-loan.ts';
import type { TapeLoan } from '../read/tape-loan.ts';

export function sumLoans(terms: Pick<TapeTerms, 'businessDate' | 'cutOffOn'>) {
  const arrears = sumArrears(terms);
  const sums: ImportSummary = {
    rows: 0,
    loans: 0,
    errors: 0,
    warnings: 0,
    principalMinor: 0,
    balanceMinor: 0,
    principalPaidMinor: 0,
    interestPaidMinor: 0,
    lateFeesPaidMinor: 0,
    writtenOffLoans: 0,
    writtenOffPrincipalMinor: 0,
    closedLoans: 0,
    instalments: 0,
    instalmentsEqualToTerms: 0,
    arrears: arrears.sums,
    goodLoans: null,
    comparison: null,
    holders: null,
  };
  return {
    sums,
    add(loan: TapeLoan, scheduled: Extract<ScheduledLoan, { ok: true }>): void {
      sums.loans += 1;
      sums.principalMinor += loan.principalMinor;
      sums.balanceMinor += loan.balanceMinor;
      sums.principalPaidMinor += loan.principalPaidMinor;
      sums.interestPaidMinor += loan.interestPaidMinor;
      sums.lateFeesPaidMinor += loan.lateFeesPaidMinor;
      sums.writtenOffLoans += loan.status === 'written_off' ? 1 : 0;
      sums.writtenOffPrincipalMinor += loan.writtenOffMinor;
      sums.closedLoans += loan.status === 'closed' ? 1 : 0;
      sums.instalments += scheduled.instalments.length;
      sums.instalmentsEqualToTerms += scheduled.termsGiveMinor === null ? 1 : 0;
      arrears.add(loan, scheduled.instalments);
      const figures = Object.values(sums).filter((figure) => typeof figure === 'number');
      if (!figures.every(Number.isSafeInteger)) {
        throw new UnreadableTape(errorFinding('sums_too_large'));
      }
    },
  };
}
