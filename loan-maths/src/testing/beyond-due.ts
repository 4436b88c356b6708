import type { BeyondDue } from '../allocation.ts';

export const BEYOND_DUE: readonly BeyondDue[] = [
  'next_instalments',
  'last_instalments',
  'even_spread',
  'shorter_term',
  'lower_instalment',
  'credit',
];
