import type { ListBankFiles } from '@bursar/contracts/intake/bank-files';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BankFileList } from './BankFileList.tsx';

it('the page says that no bank file was uploaded before the first one', async () => {
  answerApi(answers<ListBankFiles>('GET /api/bank-files', { bankFiles: [], nextCursor: null }));
  await drawFeature(<BankFileList />, { texts: ['bank-files'] });
  await expect.element(page.getByText('Uploaded files')).toBeVisible();
  await expect.element(page.getByText('No bank files yet')).toBeVisible();
});
