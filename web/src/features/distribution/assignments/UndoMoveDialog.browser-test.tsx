import type { UndoAssignment } from '@bursar/contracts/distribution/assignments';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { UndoMoveDialog } from './UndoMoveDialog.tsx';

const UNDO = 'POST /api/assignments/:batchId/undo';
const move = { batchId: '0198-batch', loans: 12, holders: ['Delta', null] };

async function drawDialog(...stubbed: readonly StubbedAnswer[]) {
  const sent = answerApi(...stubbed);
  const onClose = vi.fn<() => void>();
  await drawFeature(<UndoMoveDialog move={move} onClose={onClose} />, { texts: ['assignments'] });
  return { sent, onClose };
}

const confirm = page.getByRole('button', { name: 'Return 12 loans' });

it('the undo of a move names the loans and their holders, and sends the batch', async () => {
  const { sent, onClose } = await drawDialog(
    answers<UndoAssignment>(UNDO, {
      outcome: 'undone',
      batchId: move.batchId,
      count: 12,
      replayed: false,
    }),
  );
  await expect
    .element(page.getByText(/All 12 loans of the assignment return .*Delta/))
    .toBeVisible();
  await confirm.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/assignments/0198-batch/undo',
      body: { id: expect.any(String) },
    },
  ]);
});

it('the undo of a move stays open after a refusal, and repeats its id', async () => {
  const { sent, onClose } = await drawDialog(refuses<UndoAssignment>(UNDO, 'batch_already_undone'));
  await confirm.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await confirm.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(onClose).not.toHaveBeenCalled();
});
