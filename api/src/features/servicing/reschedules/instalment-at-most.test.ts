import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
await arrangeApprovalRule(test.owner, portfolio, { kind: 'disburse-loan', required: false });
const manager = await signIn('manager');
const lending = lendingBy(manager, await signInDeputy());

const preview = async (loanId: string, query: Readonly<Record<string, number>>) => {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  return (await manager.get(`/api/loans/${loanId}/reschedule-preview?${asked.toString()}`)).body;
};

/** The loans of these tests have 12,000.00 at 12 % over 12 months. */
const ROUNDINGS = [
  ['equal_instalments', 'half_even', 5_000],
  ['equal_instalments', 'half_even', 1_000],
  ['equal_instalments', 'half_even', 500],
  ['equal_instalments', 'down', 100],
  ['flat', 'half_even', 5_000],
] as const;

const loanIds: string[] = [];
for (const [scheduleMethod, instalmentRounding, instalmentMultipleMinor] of ROUNDINGS) {
  const terms = { scheduleMethod, instalmentRounding, instalmentMultipleMinor };
  loanIds.push((await lending.paidOut(terms)).loanId);
}

describe('the maximum amount of an instalment', () => {
  it.each([
    { product: 0, atMostMinor: 70_000, instalmentCount: 19 },
    { product: 1, atMostMinor: 50_000, instalmentCount: 29 },
    { product: 1, atMostMinor: 35_000, instalmentCount: 44 },
    { product: 2, atMostMinor: 35_000, instalmentCount: 43 },
    { product: 3, atMostMinor: 70_000, instalmentCount: 20 },
    { product: 4, atMostMinor: 35_000, instalmentCount: 53 },
  ])('is reached with the fewest instalments: %o', async (wanted) => {
    const loanId = loanIds[wanted.product] ?? '';
    const found = await preview(loanId, { instalmentAtMostMinor: wanted.atMostMinor });
    expect(found.terms).toMatchObject({ instalmentCount: wanted.instalmentCount });
    const answers = [];
    for (
      let instalmentCount = 12;
      instalmentCount <= wanted.instalmentCount;
      instalmentCount += 1
    ) {
      answers.push(await preview(loanId, { instalmentCount }));
    }
    const fits = answers.map(
      ({ instalments }) =>
        instalments !== undefined && highestOf(instalments) <= wanted.atMostMinor,
    );
    expect(fits.indexOf(true)).toBe(fits.length - 1);
  });

  it('names the lowest maximum that a number of instalments reaches', async () => {
    const [loanId = ''] = loanIds;
    const { details, error } = await preview(loanId, { instalmentAtMostMinor: 100 });
    expect(error).toBe('instalment_cannot_be_reached');
    const { leastMinor } = details;
    expect(await preview(loanId, { instalmentAtMostMinor: leastMinor })).toHaveProperty('terms');
    expect(await preview(loanId, { instalmentAtMostMinor: leastMinor - 1 })).toMatchObject({
      error: 'instalment_cannot_be_reached',
      details: { leastMinor },
    });
  });
});

function highestOf(
  instalments: readonly { readonly principalMinor: number; readonly interestMinor: number }[],
): number {
  return Math.max(...instalments.map((row) => row.principalMinor + row.interestMinor));
}
