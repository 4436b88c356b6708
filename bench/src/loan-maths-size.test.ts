import { expect, test } from 'vitest';
import { LOAN_MATHS_BYTES_MAX, measureLoanMathsBytes } from './loan-maths-size.ts';

test('schedules and allocation add at most 12 KB to a page', async () => {
  const bytes = await measureLoanMathsBytes();
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(LOAN_MATHS_BYTES_MAX);
});
