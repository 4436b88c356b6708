import type { OverpaymentTreatment } from '../allocation.ts';

export const OVERPAYMENT_TREATMENTS: readonly OverpaymentTreatment[] = [
  'next_instalments',
  'last_instalments',
  'even_spread',
  'shorter_term',
  'lower_instalment',
  'credit',
];
