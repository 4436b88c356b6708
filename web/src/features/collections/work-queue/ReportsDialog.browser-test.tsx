import type {
  ListReportRecipients,
  SetReportRecipients,
} from '@bursar/contracts/collections/collection-reports';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ReportsDialog } from './ReportsDialog.tsx';

const people = [
  { accountId: '1', name: 'Mia', email: 'mia@bursar.example', team: null, isChosen: false },
  { accountId: '2', name: 'North desk', email: 'n@bursar.example', team: 'North', isChosen: true },
];

it('lets the manager choose who receives the report by mail', async () => {
  answerApi(
    answers<ListReportRecipients>('GET /api/work/report-recipients', {
      people,
      isMailDelivered: false,
    }),
    answers<SetReportRecipients>('PUT /api/work/report-recipients', {
      people,
      isMailDelivered: false,
    }),
  );
  const close = vi.fn<() => void>();
  await drawFeature(<ReportsDialog mayChoose opened onClose={close} />, { texts: ['work-queue'] });
  await expect.element(page.getByText(/No mail server is set up/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save recipients' })).toBeDisabled();
  await page.getByRole('combobox', { name: /Email reports to/ }).click();
  await page.getByRole('option', { name: /^Mia/ }).click();
  await page.getByRole('button', { name: 'Save recipients' }).click();
  await expect.poll(() => close.mock.calls.length).toBe(1);
});

it('offers a team desk only the files', async () => {
  await drawFeature(<ReportsDialog mayChoose={false} opened onClose={() => undefined} />, {
    texts: ['work-queue'],
  });
  await expect.element(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export XLSX' })).toBeVisible();
  expect(page.getByText('Email reports to').elements()).toEqual([]);
});
