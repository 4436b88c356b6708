import type { BankLine, DecideBankLine, SplitBankLine } from '@bursar/contracts/intake/bank-files';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BankLineTable } from './BankLineTable.tsx';
import { lineOf } from './testing/line-of.ts';

const loan = { id: '0198-loan', reference: 'L-000007', borrower: 'Ada', status: 'active' } as const;
const other = { ...loan, id: '0198-other', reference: 'L-000008' };

const parts = [
  { loan, amountMinor: 6_000, paymentId: null, isReversed: false },
  { loan: other, amountMinor: 4_000, paymentId: null, isReversed: false },
];

const refused = (error: string, details: Record<string, string>, values: Partial<BankLine> = {}) =>
  lineOf({
    state: 'refused',
    reason: 'person',
    loan,
    refusal: { error, message: error, details },
    ...values,
  });

const drawLine = (line: BankLine) =>
  drawFeature(<BankLineTable bankFileId="0198-file" lines={[line]} onOpen={() => undefined} />, {
    texts: ['bank-files'],
  });

const decided = answers<DecideBankLine>(
  'PUT /api/bank-files/:bankFileId/lines/:bankLineId/decision',
  lineOf({}),
);
const split = answers<SplitBankLine>(
  'PUT /api/bank-files/:bankFileId/lines/:bankLineId/split',
  lineOf({}),
);

const equal = { paymentId: '0198-payment', postedBy: 'Ben' };

it('a line that was refused for another reason is tried again on its loan', async () => {
  const sent = answerApi(decided);
  await drawLine(refused('loan_is_closed', {}));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ decision: 'match', loanId: loan.id }]);
});

it('a line that looks posted already is confirmed as a second payment', async () => {
  const sent = answerApi(decided);
  await drawLine(refused('payment_looks_posted_already', equal));
  await page.getByRole('button', { name: 'Confirm second payment' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ decision: 'match', loanId: loan.id, confirmedDuplicateOf: equal.paymentId }]);
});

it('a split line is tried again and confirmed with all its parts', async () => {
  const sent = answerApi(split);
  await drawLine(refused('payment_looks_posted_already', equal, { parts }));
  await page.getByRole('button', { name: 'Confirm second payment' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([
      {
        parts: [
          { loanId: loan.id, amountMinor: 6_000 },
          { loanId: other.id, amountMinor: 4_000 },
        ],
        confirmedDuplicateOf: equal.paymentId,
      },
    ]);
});

it('a split line that waits shows the line that may be the same payment', async () => {
  const possibleDuplicateOf = { fileId: '0198-other', fileName: 'May.csv', number: 7 };
  await drawLine(lineOf({ parts, possibleDuplicateOf }));
  await expect.element(page.getByText('Possible duplicate of May.csv, line 7')).toBeVisible();
  await expect.element(page.getByText('Split manually')).not.toBeInTheDocument();
});
