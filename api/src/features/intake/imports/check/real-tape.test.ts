import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWholeTape, type WholeTape } from '../../../../testing/read-whole-tape.ts';
import { openTapeFile } from '../../../../platform/table-files/tape-file.ts';

// Real loans are not in the repository; these tests run only if the tape is stored next to it.
const path = fileURLToPath(
  new URL('../../../../../../../shared/data/loan-tape-2018q1.csv', import.meta.url),
);
const isThere = existsSync(path);

describe.runIf(isThere)('the tape of 2018 (skipped where it is not beside the project)', () => {
  let tape: WholeTape;
  beforeAll(async () => {
    tape = await readWholeTape(await openTapeFile(path, 'loan-tape-2018q1.csv'));
  });

  it('has its totals to the cent', () => {
    expect(tape.summary).toMatchObject({
      rows: 5000,
      loans: 5000,
      principalMinor: 81_748_750_00,
      balanceMinor: 72_240_613_80,
      principalPaidMinor: 9_493_136_20,
      interestPaidMinor: 2_994_027_91,
      lateFeesPaidMinor: 694_22,
      closedLoans: 222,
      instalments: 215_376,
    });
  });

  it('has 4,999 instalments that follow from their terms', () => {
    expect(tape.summary.instalmentsEqualToTerms).toBe(4999);
  });

  it('has two loans written off, with the principal that was lost', () => {
    const lost = tape.loans.filter(({ status }) => status === 'written_off');
    expect(lost.map(({ externalId, writtenOffMinor }) => [externalId, writtenOffMinor])).toEqual([
      ['1345', 3000_00],
      ['8875', 12_000_00],
    ]);
    expect(tape.summary).toMatchObject({ writtenOffLoans: 2, writtenOffPrincipalMinor: 15_000_00 });
  });

  it('has only findings about a late fee and a modified instalment', () => {
    expect(tape.sentences).toEqual([
      'Row 2367, column paid_late_fees: "21.100000028" has more decimals than the currency and is booked as 21.10.',
      'Row 4845, column installment: the instalment is 733.34, but principal, rate and term give 730.13. The loan is booked with the instalment of the tape; the last instalment includes the difference.',
    ]);
  });
});
