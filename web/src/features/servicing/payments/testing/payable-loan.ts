import type { Instalment } from '@bursar/contracts/servicing/loans';
import type { PayableLoan } from '../preview-payment.ts';

const overdueInstalment: Instalment = {
  number: 1,
  dueOn: '2026-10-01',
  principalMinor: 9000,
  interestMinor: 1300,
  feeMinor: 200,
  penaltyMinor: 500,
  principalPaidMinor: 0,
  interestPaidMinor: 0,
  feePaidMinor: 0,
  penaltyPaidMinor: 0,
  accrual: null,
  isClaim: false,
  state: 'overdue',
};

/** A loan of 180.00 with an overdue and an upcoming instalment. */
export const payableLoan: PayableLoan = {
  currency: 'USD',
  instalments: [
    overdueInstalment,
    { ...overdueInstalment, number: 2, dueOn: '2026-12-01', penaltyMinor: 0, state: 'upcoming' },
  ],
  allocationOrder: 'penalties_fees_interest_principal',
  instalmentRounding: null,
  instalmentMultipleMinor: null,
  gracePrincipal: null,
  graceInterest: null,
  outstandingMinor: 18_000,
  remainingMinor: 21_500,
  businessDate: '2026-11-21',
  disbursedOn: '2026-09-01',
  lastPaymentOn: null,
  annualRatePercent: '12',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  charges: [],
  loss: null,
  creditMinor: 0,
  rescheduledOn: null,
};
