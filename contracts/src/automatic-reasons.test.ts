import { expect, it } from 'vitest';
import { automaticReasonIn, automaticReasons } from './automatic-reasons.ts';

it('a reason that the system wrote is recognised, as it has always been stored', () => {
  const { paidOn, paymentReversed, rescheduleUndone, productTerms } = automaticReasons;
  const written = [paidOn('2026-06-10'), paymentReversed, rescheduleUndone, productTerms];
  expect(written).toEqual([
    'Paid on 2026-06-10',
    'Payment reversed',
    'Reschedule undone',
    'By the terms of the product.',
  ]);
  expect(written.map(automaticReasonIn)).toEqual([
    { kind: 'paidOn', day: '2026-06-10' },
    { kind: 'paymentReversed' },
    { kind: 'rescheduleUndone' },
    { kind: 'productTerms' },
  ]);
});

it.each([
  '',
  'Paid on Monday',
  'Paid on 2026-13-45',
  'Paid on 2026-06-10, in cash',
  'payment reversed',
  'kind',
])('other words are not: %s', (reason) => {
  expect(automaticReasonIn(reason)).toBeNull();
});
