import type {
  BankPostingRule,
  ReadBankPostingRule,
} from '@bursar/contracts/intake/bank-posting-rule';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { PostingRule } from './PostingRule.tsx';

const drawRule = async (rule: Partial<BankPostingRule> = {}) => {
  const sent = answerApi(
    answers<ReadBankPostingRule>('GET /api/bank-posting-rule', {
      postsExact: false,
      mayChange: true,
      changedBy: null,
      changedAt: null,
      ...rule,
    }),
  );
  await drawFeature(<PostingRule />, { texts: ['bank-files'] });
  return sent;
};

const toggle = () =>
  page.getByRole('switch', { name: 'Post lines with an exact reference and amount automatically' });

it('the posting rule is switched by a user who may change it', async () => {
  const sent = await drawRule();
  await expect.element(toggle()).not.toBeChecked();
  // Only the present state is explained.
  await expect.element(page.getByText('Nothing is posted until you confirm it.')).toBeVisible();
  await expect.element(page.getByText(/^A line is posted at upload/)).not.toBeInTheDocument();
  await toggle().click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: '/api/bank-posting-rule',
    body: { postsExact: true },
  });
});

it('the posting rule names who changed it, and has no switch for others', async () => {
  await drawRule({
    postsExact: true,
    mayChange: false,
    changedBy: 'Grace Hopper',
    changedAt: '2026-06-08T10:00:00.000Z',
  });
  await expect.element(page.getByText('On', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Changed by .*Grace Hopper/)).toBeVisible();
  await expect.element(toggle()).not.toBeInTheDocument();
});
