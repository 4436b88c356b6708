import type { SnoozeLoan } from '@bursar/contracts/collections/work-queue';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';

const SNOOZE = 'PUT /api/loans/:loanId/snooze';
const before = { snoozedUntil: '2026-06-17', tryAgainAt: '2026-06-15T15:00:00.000Z' };
const answer = { nextAction: null, snoozedUntil: null, tryAgainAt: null, lastContactAt: null };
const loanOf = (name: string) => ({ id: name, reference: name, businessDate: '2026-06-15' });

/** The queue shows the next loan once the first is snoozed. */
function Queue() {
  const [isSnoozed, setSnoozed] = useState(false);
  const [opened, setOpened] = useState(false);
  const close = () => {
    setOpened(false);
    setSnoozed(true);
  };
  return (
    <>
      <Button onClick={() => setOpened(true)}>Snooze</Button>
      <SnoozeDialog loan={loanOf(isSnoozed ? 'second' : 'first')} opened={opened} onClose={close} />
    </>
  );
}

async function snoozeFirst(...stubbed: readonly StubbedAnswer[]) {
  const sent = answerApi(...stubbed);
  await drawFeature(<Queue />, { texts: ['work-queue'] });
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.getByRole('button', { name: 'Snooze loan' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  return sent;
}

const lastToast = () => toastStore.read().at(-1);
const undo = () => lastToast()?.actions[0]?.run();

it('undoing a snooze restores the day and the call of that loan, though the next is shown', async () => {
  const sent = await snoozeFirst(answers<SnoozeLoan>(SNOOZE, { ...answer, before }));
  undo();
  await expect.poll(() => lastToast()?.message).toBe('The snooze of first was undone');
  expect(sent).toEqual([
    { method: 'PUT', path: '/api/loans/first/snooze', body: { until: '2026-06-16' } },
    {
      method: 'PUT',
      path: '/api/loans/first/snooze',
      body: { until: '2026-06-17', tryAgainAt: '2026-06-15T15:00:00.000Z' },
    },
  ]);
});

it('undoing a snooze that is refused says why', async () => {
  await snoozeFirst(answers<SnoozeLoan>(SNOOZE, { ...answer, before }));
  answerApi(refuses<SnoozeLoan>(SNOOZE, 'not_found'));
  undo();
  await expect.poll(() => lastToast()?.tone).toBe('error');
});

it('the other day is empty until the user enters one, which then replaces the usual day', async () => {
  const sent = answerApi(answers<SnoozeLoan>(SNOOZE, { ...answer, before }));
  await drawFeature(<Queue />, { texts: ['work-queue'] });
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  const other = page.getByRole('textbox', { name: 'Or until another day' });
  await expect.element(other).toHaveValue('');
  await other.fill('17.6.');
  await userEvent.tab();
  await expect.element(other).toHaveValue('17\u00a0Jun\u00a02026');
  await page.getByRole('radio', { name: 'Tomorrow' }).click();
  await expect.element(other).toHaveValue('');
  await other.fill('20.6.');
  await page.getByRole('button', { name: 'Snooze loan' }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ until: '2026-06-20' }]);
});

it('a usual day drops a text that is no day', async () => {
  const sent = answerApi(answers<SnoozeLoan>(SNOOZE, { ...answer, before }));
  await drawFeature(<Queue />, { texts: ['work-queue'] });
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  const other = page.getByRole('textbox', { name: 'Or until another day' });
  await other.fill('soon');
  await page.getByRole('radio', { name: 'Tomorrow' }).click();
  await expect.element(other).toHaveValue('');
  await page.getByRole('button', { name: 'Snooze loan' }).click();
  await expect.poll(() => sent).toHaveLength(1);
});
