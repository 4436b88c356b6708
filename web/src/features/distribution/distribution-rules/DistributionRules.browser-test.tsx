import type {
  ChangeDistributionRules,
  PreviewDistribution,
  ReadDistributionRules,
  RunDistributionRules,
} from '@bursar/contracts/distribution/distribution-rules';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { DistributionRules } from './DistributionRules.tsx';

const rule: AnswerOf<ReadDistributionRules>['rules'][number] = {
  name: 'Early arrears',
  buckets: ['1-30'],
  minOutstandingMinor: 100_000,
  maxOutstandingMinor: null,
  language: null,
  teamId: '0198-north',
  skill: null,
  speaksLanguage: false,
  keepsAgent: true,
  takesHeld: false,
};
const stored: AnswerOf<ReadDistributionRules> = {
  currency: 'USD',
  rules: [rule, { ...rule, name: 'The rest', buckets: [], minOutstandingMinor: null }],
  runsDaily: false,
  version: 3,
  teams: [{ id: '0198-north', name: 'North' }],
  agents: [],
};

const show = async () => {
  const calls = answerApi(
    answers<ReadDistributionRules>('GET /api/distribution-rules', stored),
    answers<ChangeDistributionRules>('PUT /api/distribution-rules', { ...stored, version: 4 }),
    answers<PreviewDistribution>('POST /api/distribution-rules/preview', {
      count: 2,
      outstandingMinor: 300_000,
      currency: 'USD',
      version: 3,
      seen: 'as shown',
      needsApproval: false,
      withoutReceiver: 1,
      rules: [
        { name: 'Early arrears', receives: 2 },
        { name: 'The rest', receives: 0 },
      ],
      targets: [{ id: '0198-otto', name: 'Otto Rao', receives: 2, loansBefore: 5, loansAfter: 7 }],
    }),
    answers<RunDistributionRules>('POST /api/distribution-rules/run', {
      outcome: 'assigned',
      batchId: '0198-batch',
      count: 2,
      replayed: false,
    }),
  );
  await drawFeature(<DistributionRules />, { texts: ['distribution-rules', 'loans'] });
  return calls;
};

it('lists the rules in their order and moves one up', async () => {
  const calls = await show();
  await expect
    .element(
      page.getByText(/1–30 days · from .*1,000\.00.* · to .*North.* · borrower’s agent first/),
    )
    .toBeVisible();
  await page.getByRole('button', { name: 'Move The rest up' }).click();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({ version: 3, rules: [{ name: 'The rest' }, { name: 'Early arrears' }] });
});

it('saves a new rule after the others, once it has a name', async () => {
  const calls = await show();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect.element(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabelText('Name').fill('Large loans');
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({ rules: [rule, { name: 'The rest' }, { name: 'Large loans', teamId: null }] });
});

it('shows what a run would move before it runs', async () => {
  const calls = await show();
  await page.getByRole('button', { name: 'Preview and run' }).click();
  await expect.element(page.getByText('Otto Rao')).toBeVisible();
  await expect
    .element(page.getByText('1 loan matches a rule, but no agent can receive it.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Assign 2 loans' }).click();
  const ran = () => calls.find(({ path }) => path === '/api/distribution-rules/run');
  await expect.poll(() => ran()?.body).toMatchObject({ version: 3, seen: 'as shown' });
});
