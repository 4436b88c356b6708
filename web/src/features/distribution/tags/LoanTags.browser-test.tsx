import type { ListTags, TagLoans } from '@bursar/contracts/distribution/tags';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LoanTags } from './LoanTags.tsx';

const tag = (id: string, name: string) => ({
  id,
  name,
  colour: 'teal' as const,
  loans: 3,
  version: 1,
});

it('the second of two quick ticks is sent after the first', async () => {
  const tags = [tag('0198-court', 'Court'), tag('0198-fraud', 'Fraud')];
  const sent = answerApi(
    signInAs({ role: 'team', permissions: ['tag-loans'] }),
    answers<ListTags>('GET /api/tags', { tags }),
    answers<TagLoans>('POST /api/loan-tags', { count: 1, changed: 1 }),
  );
  await drawFeature(<LoanTags loan={{ id: '0198-loan', tags: [] }} />, { texts: ['tags'] });
  await page.getByRole('button', { name: 'Tag' }).click();
  const boxOf = (name: string) => page.getByRole('checkbox', { name });
  await expect.element(boxOf('Court')).toBeVisible();
  for (const name of ['Court', 'Fraud']) {
    const box = boxOf(name).element();
    if (box instanceof HTMLElement) box.click();
  }
  const change = { selection: { loanIds: ['0198-loan'] }, takeOff: [] };
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      { ...change, putOn: ['0198-court'] },
      { ...change, putOn: ['0198-fraud'] },
    ]);
});
