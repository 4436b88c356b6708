import type { ListTags, TagLoans } from '@bursar/contracts/distribution/tags';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { TagLoansDialog } from './TagLoansDialog.tsx';

const TAG = 'POST /api/loan-tags';
const loans = { selection: { loanIds: ['0198-first', '0198-second'] }, count: 2 };
const tag = (id: string, name: string) => ({
  id,
  name,
  colour: 'teal' as const,
  loans: 3,
  version: 1,
});

async function drawDialog(...stubbed: readonly StubbedAnswer[]) {
  const tags = [tag('0198-fraud', 'Fraud'), tag('0198-court', 'Court'), tag('0198-vip', 'VIP')];
  const sent = answerApi(answers<ListTags>('GET /api/tags', { tags }), ...stubbed);
  const onClose = vi.fn<() => void>();
  const dialog = <TagLoansDialog opened loans={loans} onClose={onClose} />;
  await drawFeature(dialog, { texts: ['tags'] });
  return { sent, onClose };
}

const choose = (name: string, change: string) =>
  page.getByRole('group', { name }).getByRole('radio', { name: change }).click();
const submit = () => page.getByRole('button', { name: 'Change tags' }).click();

it('the tag dialog sends only the changed tags, for the number of loans that it names', async () => {
  const { sent, onClose } = await drawDialog(answers<TagLoans>(TAG, { count: 2, changed: 2 }));
  await choose('Fraud', 'Add');
  await choose('VIP', 'Remove');
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/loan-tags',
      body: {
        selection: { loanIds: ['0198-first', '0198-second'], expectedCount: 2 },
        putOn: ['0198-fraud'],
        takeOff: ['0198-vip'],
      },
    },
  ]);
});

it('the tag dialog sends nothing if no tag changes', async () => {
  const { sent, onClose } = await drawDialog();
  await choose('Fraud', 'Add');
  await choose('Fraud', 'No change');
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([]);
});

it('the tag dialog stays open if the selection changed meanwhile', async () => {
  const refusal = refuses<TagLoans>(TAG, 'selection_changed', { count: 3, expected: 2 });
  const { sent, onClose } = await drawDialog(refusal);
  await choose('Court', 'Add');
  await submit();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});
