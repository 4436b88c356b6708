import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';

/** Terms of a product with a penalty and no fees. */
export const sampleTerms: ProductTerms = {
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  instalmentCount: 24,
  instalmentCountMin: 6,
  instalmentCountMax: 60,
  principalMinMinor: 500_000,
  principalMaxMinor: 5_000_000,
  annualRatePercent: '12',
  annualRateMinPercent: '6.5',
  annualRateMaxPercent: '24',
  instalmentRounding: 'half_even',
  instalmentMultipleMinor: 1,
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: null,
  instalmentFee: null,
  penalty: { kind: 'percent', percent: '18', graceDays: 5, capMinor: 10_000 },
  allocationOrder: 'penalties_fees_interest_principal',
  dayOffRule: 'as_is',
};
