import type { ReadQueue } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { AgentQueue } from './AgentQueue.tsx';

type Queue = AnswerOf<ReadQueue>;

const empty: Queue = {
  businessDate: '2026-06-15',
  currency: 'USD',
  items: [],
  left: 0,
  queues: [],
  queueId: null,
  quietHours: { from: '21:00', until: '08:00', timeZone: 'UTC', isQuiet: false, minutesLeft: 60 },
  waiting: [],
  waitingCount: 0,
  absence: null,
  covers: [],
  worked: [],
  progress: {
    done: 0,
    contacts: 0,
    promises: 0,
    collectedMinor: 0,
    promisesKept: 0,
    promisesSettled: 0,
    month: { collectedMinor: 0, targetMinor: null },
  },
};

const ada = {
  borrowerId: '0198-borrower',
  loanId: '0198-ada',
  reference: 'L-000007',
  borrower: 'Ada Byron',
};
const item: Queue['items'][number] = {
  ...ada,
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
};

async function show(queue: Partial<Queue>) {
  answerApi(answers<ReadQueue>('GET /api/work/queue', { ...empty, ...queue }));
  const [onAct, onShow] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await drawFeature(<AgentQueue onAct={onAct} called={null} panel={null} onShow={onShow} />, {
    texts: ['work-queue', 'contact-log'],
  });
}

it('an absent agent sees who has the loans, not that all work is done', async () => {
  await show({
    absence: { fromOn: '2026-06-15', untilOn: '2026-06-19', standIns: ['Amina Rao', 'Otto Rao'] },
  });
  const away = 'You are away until 19 Jun 2026. Your loans are with Amina Rao and Otto Rao.';
  await expect.element(page.getByText(away)).toBeVisible();
  await expect.element(page.getByText(/The queue is empty/)).not.toBeInTheDocument();
});

it('a stand-in sees whose loans they are and what was agreed', async () => {
  const coverFor = { agent: 'Otto Rao', untilOn: '2026-06-19' };
  await show({
    items: [{ ...item, coverFor }],
    left: 1,
    covers: [
      {
        ...coverFor,
        loans: 3,
        agreedCount: 1,
        agreed: [
          {
            loanId: '0198-grace',
            reference: 'L-000008',
            borrower: 'Grace Hopper',
            currency: 'USD',
            promise: { amountMinor: 5_000, promisedOn: '2026-06-18' },
            tryAgainAt: '2026-06-15T15:00:00.000Z',
            nextAction: null,
          },
        ],
      },
    ],
  });
  await expect
    .element(page.getByText('You cover for Otto Rao until 19 Jun 2026: 3 loans.'))
    .toBeVisible();
  await expect.element(page.getByText('Covered for Otto Rao until 19 Jun')).toBeVisible();
  await expect
    .element(page.getByText(/Call back 15\sJun.*Promise of .*50\.00.* by 18\sJun/))
    .toBeVisible();
});

it('loans with an agreed call are listed as waiting, not as done', async () => {
  await show({
    waiting: [{ ...ada, tryAgainAt: '2026-06-15T15:00:00.000Z' }],
    waitingCount: 1,
    worked: [
      {
        ...ada,
        currency: 'USD',
        outcome: 'answered',
        promisedMinor: 0,
        collectedMinor: 0,
        at: '2026-06-15T11:00:00.000Z',
        isOpen: false,
        tryAgainAt: '2026-06-15T15:00:00.000Z',
      },
    ],
  });
  await expect
    .element(page.getByText('Calls are agreed for later', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Call back later' })).toBeVisible();
  await expect.element(page.getByText(/^Call back 15\sJun/)).toBeVisible();
});
