import type { ReadAgentQueue } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { AgentQueueToRead } from './AgentQueueToRead.tsx';

const queue: AnswerOf<ReadAgentQueue> = {
  agent: { id: '0198-otto', name: 'Otto Rao' },
  businessDate: '2026-06-15',
  currency: 'USD',
  items: [
    {
      borrowerId: '0198-borrower',
      loanId: '0198-ada',
      reference: 'L-000007',
      borrower: 'Ada Byron',
      phone: null,
      withdrawnChannels: [],
      currency: 'USD',
      outstandingMinor: 100_000,
      dueMinor: 10_000,
      daysPastDue: 5,
      bucket: '1-30',
      reasons: ['overdue'],
      promise: null,
      nextAction: null,
      touchedOn: null,
      triedAt: null,
      coverFor: null,
      tryAgainAt: null,
      pinnedNote: null,
      lastNote: null,
      otherLoans: [],
      history: [],
    },
  ],
  left: 1,
  queues: [],
  queueId: null,
  quietHours: { from: '21:00', until: '08:00', timeZone: 'UTC', isQuiet: false, minutesLeft: 60 },
  waiting: [],
  waitingCount: 0,
  absence: null,
  covers: [],
  worked: [],
  progress: {
    done: 3,
    contacts: 4,
    promises: 1,
    collectedMinor: 2_000,
    promisesKept: 0,
    promisesSettled: 0,
    month: { collectedMinor: 150_000, targetMinor: 600_000 },
  },
};

const show = async (changes: Partial<typeof queue> = {}) => {
  answerApi(
    answers<ReadAgentQueue>('GET /api/work/agents/:agentId/queue', { ...queue, ...changes }),
  );
  await drawFeature(<AgentQueueToRead agentId="0198-otto" />, {
    texts: ['work-queue', 'contact-log'],
  });
};

it('shows an agent’s queue and month to the desk, without actions', async () => {
  await show();
  await expect.element(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible();
  await expect.element(page.getByText('25% of')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /Call|Promise|Payment/ }))
    .not.toBeInTheDocument();
});

it('names the agent in the sentences about an absence', async () => {
  await show({
    items: [],
    left: 0,
    absence: { fromOn: '2026-06-15', untilOn: '2026-06-19', standIns: ['Amina Rao'] },
  });
  await expect
    .element(page.getByText('Otto Rao is away until 19 Jun 2026. The loans are with Amina Rao.'))
    .toBeVisible();
});
