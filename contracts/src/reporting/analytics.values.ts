import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';

/**
 * The state of a loan one month end later: an arrears bucket, or `gone` if it is paid off or
 * written off.
 */
export const rolledTo = [...ARREARS_SCALE, 'gone'] as const;
export type RolledTo = (typeof rolledTo)[number];

/** The facts by which the concentration of a portfolio is measured. */
export const concentrationKinds = ['product', 'purpose', 'grade'] as const;
