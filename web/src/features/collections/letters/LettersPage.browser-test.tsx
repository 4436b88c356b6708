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

type Step = AnswerOf<ListDunningSteps>['steps'][number];

const step = (id: string, given: Partial<Step>): Step => ({
  id,
  templateId: '0198-template',
  fromDaysLate: 3,
  untilDaysLate: 14,
  everyDays: 14,
  workingDaysOnly: false,
  sparesPromises: true,
  releasesItself: false,
  channel: 'sms',
  templateName: 'First reminder',
  version: 1,
  changedBy: 'Mona Aziz',
  changedAt: '2026-06-15T08:00:00Z',
  ...given,
});

const rowTexts = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

const texts = { texts: ['letters', 'contact-log'] };

it('names an unknown field next to its text, and inserts a field at the cursor', async () => {
  const calls = answerApi(
    answers<ListMessageTemplates>('GET /api/message-templates', { templates: [template] }),
    answers<ListDunningSteps>('GET /api/dunning-steps', { steps: [] }),
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

it('lists steps in a table whose rows open the editor and whose menu removes a step', async () => {
  const steps = [
    step('0198-first', {}),
    step('0198-notice', {
      channel: 'letter',
      templateName: 'Formal notice',
      fromDaysLate: 46,
      untilDaysLate: null,
      everyDays: 1,
      sparesPromises: false,
      workingDaysOnly: true,
    }),
  ];
  answerApi(
    answers<ListDunningSteps>('GET /api/dunning-steps', { steps }),
    answers<ListMessageTemplates>('GET /api/message-templates', { templates: [template] }),
  );
  await drawFeature(<StepList />, texts);
  await expect.element(page.getByRole('cell', { name: 'SMS' })).toBeVisible();
  expect(rowTexts()).toEqual([
    'Step | Channel | Days late | At most every | Pause while promised | Other rules | Actions',
    '1 First reminder | SMS | 3 to 14 | 14 days | Yes | – | ',
    '2 Formal notice | Letter | From 46 | 1 day | – | Working days only | ',
  ]);
  await page.getByRole('button', { name: 'Actions for Formal notice' }).click();
  await page.getByRole('menuitem', { name: 'Remove step' }).click();
  await expect.element(page.getByText('Remove the step Formal notice?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // The row's button covers the cells of the row, so the click on a cell must be forced.
  await page.getByRole('cell', { name: 'SMS' }).click({ force: true });
  await expect.element(page.getByRole('dialog', { name: 'Edit dunning step' })).toBeVisible();
});

it('lists templates in the order of the steps that send them, unused ones last', async () => {
  const named = (id: string, name: string) => ({ ...template, id, name });
  const templates = [
    named('0198-notice', 'Formal notice'),
    named('0198-letter', 'Letter of thanks'),
    template,
  ];
  const notice = { templateId: '0198-notice', fromDaysLate: 46, untilDaysLate: null };
  const steps = [step('0198-one', {}), step('0198-two', notice)];
  answerApi(
    answers<ListDunningSteps>('GET /api/dunning-steps', { steps }),
    answers<ListMessageTemplates>('GET /api/message-templates', { templates }),
  );
  await drawFeature(<TemplateList />, texts);
  await expect.element(page.getByText('Letter of thanks')).toBeVisible();
  expect(rowTexts()).toEqual([
    'Template | Channel | Languages | Used by step | Actions',
    'First reminder | SMS | English | Step 1: 3 to 14 days late | ',
    'Formal notice | SMS | English | Step 2: from 46 days late | ',
    'Letter of thanks | SMS | English | – | ',
  ]);
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
  await page.getByLabelText('Days late, from').fill('10');
  await page.getByLabelText(/Days late, until/).fill('5');
  await page.getByRole('button', { name: 'Save step' }).click();
  await expect
    .element(page.getByText(/The range of days late ends before it starts/))
    .toBeVisible();
  expect(calls).toEqual([]);
  await page.getByLabelText(/Days late, until/).fill('20');
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
    unprintable: reference === 'L-000001' ? ['王', '元'] : [],
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
  await expect
    .element(page.getByText('These characters print as empty boxes: 王 元'))
    .toBeVisible();
  await page.getByRole('checkbox', { name: 'Leave out L-000002' }).click();
  await page.getByRole('button', { name: 'Release 1 message' }).click();
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ leaveOut: ['0198-two'] });
});
