import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import type { ListPromises, PaymentPromise } from '@bursar/contracts/servicing/promises';
import type { PromiseLimits } from '@bursar/contracts/servicing/promises.values';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { MakePromiseDrawer } from './MakePromiseDrawer.tsx';

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: '2026-06-15',
  daysPastDue: 0,
  instalments: [],
  arrearsMinor: 400_00,
  nextDueMinor: 100_00,
  remainingMinor: 1_000_00,
  payoffMinor: 950_00,
  paymentRefusal: null,
  borrower: { name: 'Ada Byron', phone: '+1 202 555 0101', withdrawnChannels: [] },
  quietHours: { from: '00:00', until: '00:00', timeZone: 'UTC', isQuiet: false, minutesLeft: 1 },
};

const waiting: PaymentPromise = {
  id: '0198-promise',
  contactId: null,
  currency: 'USD',
  lines: [
    { id: '1', amountMinor: 50_00, promisedOn: '2026-06-17', state: 'waiting', receivedMinor: 0 },
  ],
  madeAt: '2026-06-10T10:00:00Z',
  madeBy: 'Amina Rao',
  settlement: null,
};

const unlimited = { daysAhead: null, sharePercent: null, mostBroken: null };

async function open(promises: PaymentPromise[], limits: PromiseLimits = unlimited) {
  const sent = answerApi(
    answers<ListPromises>('GET /api/loans/:loanId/promises', {
      promises,
      requests: [],
      limits,
      measures: {
        businessDate: '2026-06-15',
        dueMinor: 425_04,
        waitingMinor: 0,
        brokenPromises: 0,
      },
    }),
  );
  await drawDrawer();
  return sent;
}

const drawDrawer = () =>
  drawFeature(<MakePromiseDrawer loan={loan} opened onClose={vi.fn<() => void>()} />, {
    texts: ['contact-log', 'payments'],
  });

const save = () => page.getByRole('button', { name: 'Save promise' }).click();
const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text);

it('fills in equal instalments, which are sent as lines', async () => {
  const sent = await open([]);
  await fill('Promised amount', '100');
  await fill('Due by', '2026-06-19');
  await page.getByRole('button', { name: 'In instalments…' }).click();
  await page.getByRole('button', { name: /^Fill in 4 ×/ }).click();
  await expect.element(page.getByText('Total')).toBeVisible();
  await page.getByRole('button', { name: 'Remove line 4' }).click();
  await save();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    currency: 'USD',
    lines: ['2026-06-19', '2026-06-26', '2026-07-03'].map((promisedOn) => ({
      amountMinor: 100_00,
      promisedOn,
    })),
  });
  expect(sent[0]?.body).not.toHaveProperty('earlier');
});

it('asks what happens to a promise that waits', async () => {
  const sent = await open([waiting]);
  await expect.element(page.getByText(/^Waiting: .*50\.00/)).toBeVisible();
  await fill('Promised amount', '100');
  await fill('Due by', '2026-06-19');
  await save();
  await expect
    .element(page.getByText('Choose what happens to the waiting promise.').first())
    .toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('radio', { name: 'Add to the waiting promise' }).click({ force: true });
  await save();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({ earlier: 'add' });
});

it('asks about the promise that the page of the loan shows before all promises have loaded', async () => {
  answerApi(
    answers<ReadLoanWork>('GET /api/loans/:loanId/work', {
      nextAction: null,
      snoozedUntil: null,
      tryAgainAt: null,
      lastContactAt: null,
      nextWorkingDay: '2026-06-16',
      coverFor: null,
      promise: { amountMinor: 50_00, promisedOn: '2026-06-17' },
      pauses: [],
      pinnedNote: null,
    }),
  );
  await drawDrawer();
  await expect.element(page.getByText(/^Waiting: .*50\.00/)).toBeVisible();
});

it('refuses two lines of one day, and more than the payoff in all', async () => {
  const sent = await open([]);
  await fill('Promised amount', '600');
  await fill('Due by', '2026-06-19');
  await page.getByRole('button', { name: 'Add line' }).click();
  const second = page.getByRole('group', { name: 'Line 2' });
  await second.getByRole('textbox', { name: 'Promised amount' }).fill('600');
  await second.getByRole('textbox', { name: 'Due by' }).fill('2026-06-19');
  await save();
  await expect.element(second.getByText(/^Another line has the same day/)).toBeVisible();
  await expect.element(page.getByText(/^The payoff is .*1,000\.00/).first()).toBeVisible();
  expect(sent).toEqual([]);
});

it('says before saving which limits a promise exceeds', async () => {
  await open([], { daysAhead: 60, sharePercent: 25, mostBroken: 2 });
  await fill('Promised amount', '1');
  await fill('Due by', '2027-06-15');
  const note = page.getByRole('status');
  await expect.element(note).toHaveTextContent(/This promise needs approval/);
  await expect.element(note).toHaveTextContent(/after 14 Aug 2026/);
  await expect.element(note).toHaveTextContent(/less than 25\s?% of the .*425\.04/);
  await fill('Promised amount', '200');
  await fill('Due by', '2026-06-19');
  await expect.element(page.getByText(/^This promise needs approval/)).not.toBeInTheDocument();
});
