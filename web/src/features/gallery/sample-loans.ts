import type { ArrearsStep } from '../servicing/loan-account/ArrearsBadge.tsx';

export type SampleLoan = {
  readonly reference: string;
  readonly person: 'layla' | 'yusuf' | 'sami';
  readonly state: 'active' | 'settled';
  readonly bucket: ArrearsStep;
  readonly days: number;
  readonly outstandingMinor: number;
  readonly paidPercent: number;
  readonly trend: readonly number[];
  readonly dueDay: string;
  readonly note: 'lateText' | 'promiseText' | 'goodText';
};

/** The loans in the example tables. */
export const sampleLoans: readonly SampleLoan[] = [
  {
    reference: 'L-000123',
    person: 'layla',
    state: 'active',
    bucket: '31-60',
    days: 34,
    outstandingMinor: 1_248_022,
    paidPercent: 40,
    trend: [9, 8, 8, 6, 5, 5],
    dueDay: '2026-12-05',
    note: 'lateText',
  },
  {
    reference: 'L-000187',
    person: 'yusuf',
    state: 'active',
    bucket: '1-30',
    days: 12,
    outstandingMinor: 410_200,
    paidPercent: 75,
    trend: [8, 7, 7, 5, 4, 2],
    dueDay: '2026-12-12',
    note: 'promiseText',
  },
  {
    reference: 'L-000344',
    person: 'sami',
    state: 'settled',
    bucket: 'current',
    days: 0,
    outstandingMinor: 0,
    paidPercent: 100,
    trend: [7, 6, 4, 3, 1, 0],
    dueDay: '2026-11-20',
    note: 'goodText',
  },
];
