import type {
  ListDunningSteps,
  ListMessageBatches,
  ReadMessageBatch,
  ReleaseMessageBatch,
  SaveDunningStep,
} from '@bursar/contracts/collections/dunning';
import type {
  ListMessageTemplates,
  SaveMessageTemplate,
} from '@bursar/contracts/collections/message-templates';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { StepList } from './StepList.tsx';
import { TemplateList } from './TemplateList.tsx';

const template: AnswerOf<ListMessageTemplates>['templates'][number] = {
  id: '0198-template',
  name: 'First reminder',
  channel: 'sms',
  en: { subject: null, body: 'Pay {{amount_late}}' },
  ae: null,
  version: 2,
  changedBy: 'Mona Aziz',
  changedAt: '2026-06-15T08:00:00Z',
  steps: 0,
};

const batch: AnswerOf<ListMessageBatches>['batches'][number] = {
  id: '0198-batch',
  day: '2026-06-15',
  channel: 'sms',
  templateName: 'First reminder',
  fromDaysLate: 3,
  state: 'proposed',
  proposed: 2,
  sent: 0,
  leftOut: 0,
  proposedAt: '2026-06-15T00:05:00Z',
  settledBy: null,
  settledAt: null,
  releasedItself: false,
};

const texts = { texts: ['letters', 'contact-log'] };

it('names an unknown field next to its text, and inserts a field at the cursor', async () => {
  const calls = answerApi(
    answers<ListMessageTemplates>('GET /api/message-templates', { templates: [template] }),
    answers<SaveMessageTemplate>('PUT /api/message-templates/:templateId', template),
  );
  await drawFeature(<TemplateList />, texts);
  await page.getByRole('button', { name: 'Edit template First reminder' }).click();
  const english = page.getByLabelText('Text in English');
  await english.fill('Pay {{amount}} ');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect.element(page.getByText('“amount” is not a field.')).toBeVisible();
  expect(calls).toEqual([]);
  await english.fill('Pay ');
  await page.getByRole('button', { name: 'Late amount' }).click();
  await expect.element(english).toHaveValue('Pay {{amount_late}}');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      version: 2,
      name: 'First reminder',
      channel: 'sms',
      en: { subject: null, body: 'Pay {{amount_late}}' },
      ae: null,
    });
});

it('saves a step once its days are in order', async () => {
  const calls = answerApi(
    answers<ListDunningSteps>('GET /api/dunning-steps', { steps: [] }),
    answers<ListMessageTemplates>('GET /api/message-templates', { templates: [template] }),
    refuses<SaveDunningStep>('PUT /api/dunning-steps/:stepId', 'changed_since'),
  );
  await drawFeature(<StepList />, texts);
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'First reminder · SMS' }).click();
  await page.getByLabelText('From days late').fill('10');
  await page.getByLabelText(/Until days late/).fill('5');
  await page.getByRole('button', { name: 'Save step' }).click();
  await expect
    .element(page.getByText(/The range of days late ends before it starts/))
    .toBeVisible();
  expect(calls).toEqual([]);
  await page.getByLabelText(/Until days late/).fill('20');
  await page.getByRole('button', { name: 'Save step' }).click();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({
      version: 0,
      templateId: '0198-template',
      fromDaysLate: 10,
      untilDaysLate: 20,
      everyDays: 7,
      workingDaysOnly: true,
      sparesPromises: true,
      releasesItself: false,
    });
});

it('releases a batch without the messages that are ticked', async () => {
  const message = (id: string, reference: string) => ({
    id,
    loanId: `${id}-loan`,
    reference,
    borrower: 'Ana Silva',
    state: 'proposed' as const,
    reason: null,
    emptyField: null,
    daysLate: 14,
    lateMinor: 10_662,
    currency: 'USD',
  });
  const calls = answerApi(
    answers<ReadMessageBatch>('GET /api/message-batches/:messageBatchId', {
      batch,
      messages: [message('0198-one', 'L-000001'), message('0198-two', 'L-000002')],
      nextCursor: null,
    }),
    answers<ReleaseMessageBatch>('POST /api/message-batches/:messageBatchId/release', {
      sent: 1,
      leftOut: 1,
      replayed: false,
    }),
  );
  await drawFeature(<BatchDialog batchId="0198-batch" onClose={() => undefined} />, texts);
  await page.getByRole('checkbox', { name: 'Leave out L-000002' }).click();
  await page.getByRole('button', { name: 'Release 1 message' }).click();
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ leaveOut: ['0198-two'] });
});
