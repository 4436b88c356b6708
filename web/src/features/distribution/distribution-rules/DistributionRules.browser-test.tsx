import type {
  ChangeDistributionRules,
  PreviewDistribution,
  ReadDistributionRules,
  RunDistributionRules,
} from '@bursar/contracts/distribution/distribution-rules';
import type { UndoAssignment } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type SentCall,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { Toasts } from '../../../ui/overlay/Toasts.tsx';
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

const show = async (...more: readonly StubbedAnswer[]) => {
  const calls = answerApi(
    ...more,
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
  const element = (
    <>
      <DistributionRules />
      <Toasts />
    </>
  );
  await drawFeature(element, { texts: ['distribution-rules', 'loans'] });
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

const [, rest = rule] = stored.rules;
const added = { ...rule, name: 'Rule of another user' };

/**
 * Shows the rules, opens the last one and edits its name. The server refuses a change that is based
 * on older rules than its own.
 */
async function editRest() {
  const server = { rules: stored };
  const change = 'PUT /api/distribution-rules';
  const refused = refuses<ChangeDistributionRules>(change, 'changed_since');
  const isRefused = () => !calls.some(({ body }) => isVersion(body, server.rules.version));
  const calls: readonly SentCall[] = await show(
    {
      ...answers<ReadDistributionRules>('GET /api/distribution-rules', stored),
      get body() {
        return server.rules;
      },
    },
    {
      ...refused,
      get status() {
        return isRefused() ? refused.status : 200;
      },
      get body() {
        return isRefused() ? refused.body : server.rules;
      },
    },
  );
  await page.getByRole('button', { name: 'Edit The rest' }).click();
  await page.getByLabelText('Name').fill('All others');
  const changeMeanwhile = (rules: typeof stored.rules) => {
    server.rules = { ...stored, rules, version: 4 };
  };
  const save = () => page.getByRole('button', { name: 'Save rule' }).click();
  return { calls, changeMeanwhile, save };
}

const isVersion = (body: unknown, version: number) =>
  typeof body === 'object' && body !== null && 'version' in body && body.version === version;

it.each([
  { rules: [added, rule, rest], message: /save again to apply them to the latest/ },
  { rules: [added, rule], message: /save again to add them as a new rule/ },
])('an edited rule replaces no rule of another user: $message', async ({ rules, message }) => {
  const { calls, changeMeanwhile, save } = await editRest();
  changeMeanwhile(rules);
  await save();
  await expect.element(page.getByText(message)).toBeVisible();
  await save();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({ version: 4, rules: [added, rule, { name: 'All others' }] });
});

it('an edited rule is saved onto the rules that were shown, not onto later ones', async () => {
  const { calls, changeMeanwhile, save } = await editRest();
  changeMeanwhile([rest, added]);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText(added.name)).toBeInTheDocument();
  await save();
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({ version: 3, rules: [rule, { name: 'All others' }] });
});

const undo = 'POST /api/assignments/:batchId/undo';
const undone = { batchId: '0198-undo', count: 2, replayed: false };
const undos = {
  'The run was undone': answers<UndoAssignment>(undo, { ...undone, outcome: 'undone' }),
  'The undo of the run waits for approval': answers<UndoAssignment>(undo, {
    ...undone,
    outcome: 'awaiting-approval',
  }),
  'This assignment was already undone.': refuses<UndoAssignment>(undo, 'batch_already_undone'),
};

it.each(Object.entries(undos))('the undo of a run reports: %s', async (message, answer) => {
  await show(answer);
  await page.getByRole('button', { name: 'Preview and run' }).click();
  await page.getByRole('button', { name: 'Assign 2 loans' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
});
