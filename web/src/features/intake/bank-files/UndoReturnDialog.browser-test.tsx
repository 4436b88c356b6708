import type { BankLine } from '@bursar/contracts/intake/bank-files';
import type { UndoBankReturn } from '@bursar/contracts/intake/bank-returns';
import { useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { lineOf } from './testing/line-of.ts';
import { UndoReturnDialog } from './UndoReturnDialog.tsx';

type Returned = NonNullable<BankLine['returned']>;

const lineReturned = (returned: Pick<Returned, 'kind' | 'outcome'>): BankLine =>
  lineOf({
    state: 'returned',
    reason: 'debit',
    returned: {
      amountMinor: 10_000,
      feeMinor: 0,
      valueDate: '2026-06-03',
      splitLine: null,
      ...returned,
    },
  });

const undone = (line: BankLine) =>
  answers<UndoBankReturn>('POST /api/bank-files/:bankFileId/lines/:bankLineId/return/undo', line);

const open = lineOf({ state: 'left-out', reason: 'debit' });

async function drawDialog(line: BankLine) {
  const onClose = vi.fn<() => void>();
  await drawFeature(<UndoReturnDialog bankFileId="0198-file" line={line} onClose={onClose} />, {
    texts: ['bank-files'],
  });
  return onClose;
}

async function undo(line: BankLine) {
  const onClose = await drawDialog(line);
  await page.getByRole('textbox', { name: 'Reason' }).fill('A mistake');
  await page.getByRole('button', { name: 'Undo return' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  return toastStore.read().map(({ message }) => message);
}

it('the undo dialog names the payments of a split line of which some were reversed', async () => {
  await drawDialog(lineReturned({ kind: 'split', outcome: 'not-done' }));
  await expect.element(page.getByText(/^The payments that were reversed are posted/)).toBeVisible();
});

it('the undo dialog says that nothing was booked if the only reversal was declined', async () => {
  await drawDialog(lineReturned({ kind: 'payment', outcome: 'not-done' }));
  await expect.element(page.getByText(/^Nothing was booked/)).toBeVisible();
});

it('an undo is announced', async () => {
  answerApi(undone(open));
  const texts = await undo(lineReturned({ kind: 'payment', outcome: 'done' }));
  expect(texts).toEqual(['Return undone']);
});

it('an undo of a refund that waits for approval is announced as such', async () => {
  const line = lineReturned({ kind: 'credit', outcome: 'done' });
  answerApi(undone(line));
  const texts = await undo(line);
  expect(texts).toEqual(['The undo waits for approval. Until then the refund counts.']);
});

it('an undo refetches the totals of teams and agents', async () => {
  answerApi(undone(open));
  const readTargets = vi.fn<() => Promise<string>>().mockResolvedValue('totals');
  function Totals() {
    return useQuery({ queryKey: queryRoots.assignmentTargets, queryFn: readTargets }).data;
  }
  const line = lineReturned({ kind: 'payment', outcome: 'done' });
  await drawFeature(
    <>
      <Totals />
      <UndoReturnDialog bankFileId="0198-file" line={line} onClose={() => undefined} />
    </>,
    { texts: ['bank-files'] },
  );
  await page.getByRole('textbox', { name: 'Reason' }).fill('A mistake');
  expect(readTargets).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Undo return' }).click();
  await expect.poll(() => readTargets.mock.calls.length).toBe(2);
});
