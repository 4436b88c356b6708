import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import type { ListLoanParties } from '@bursar/contracts/records/loan-parties';
import { CONTACT_SECONDS_AGO_MAX } from '@bursar/contracts/collections/contact-log.values';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LogContactDrawer } from './LogContactDrawer.tsx';

const TIME_ZONE = 'UTC';
const soon = new Date(Date.now() + 5 * 3_600_000).toISOString();
const today = new Date().toISOString().slice(0, 10);
const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: today,
  daysPastDue: 0,
  instalments: [],
  arrearsMinor: 10_000,
  nextDueMinor: 10_000,
  remainingMinor: 100_000,
  payoffMinor: 95_000,
  paymentRefusal: null,
  borrower: { name: 'Ada Byron', phone: '+1 202 555 0101', withdrawnChannels: [] },
  quietHours: {
    from: '00:00',
    until: '00:00',
    timeZone: TIME_ZONE,
    isQuiet: false,
    minutesLeft: 1,
  },
};

async function open(work: { tryAgainAt: string | null }, quietHours = loan.quietHours) {
  const sent = answerApi(
    answers<ListLoanParties>('GET /api/loans/:loanId/parties', { parties: [] }),
    answers<ReadLoanWork>('GET /api/loans/:loanId/work', {
      nextAction: null,
      snoozedUntil: null,
      lastContactAt: null,
      nextWorkingDay: dayAfter(3),
      coverFor: null,
      promise: null,
      pauses: [],
      pinnedNote: { text: 'Works nights', by: 'Amina Rao', at: '2026-06-15T10:00:00Z' },
      ...work,
    }),
  );
  const onClose = vi.fn<() => void>();
  const shown = { ...loan, quietHours };
  await drawFeature(<LogContactDrawer loan={shown} opened onClose={onClose} />, {
    texts: ['contact-log', 'payments'],
  });
  return sent;
}

const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click({ force: true });
const send = () => page.getByRole('button', { name: 'Log contact' }).click();

it.each(['Answered', 'Hardship', 'Refused', 'No answer'])(
  'a call back can be agreed after the outcome %s, on the next working day',
  async (outcome) => {
    const sent = await open({ tryAgainAt: null });
    await choose(outcome);
    await choose(/09:00/);
    await send();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({ tryAgainAt: `${dayAfter(3)}T09:00:00.000Z` });
  },
);

it('an agreed call back stays when another contact is logged', async () => {
  const sent = await open({ tryAgainAt: soon });
  await choose('Answered');
  await expect.element(page.getByRole('radio', { name: /^As agreed/ })).toBeChecked();
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).not.toHaveProperty('tryAgainAt');
});

it('the form shows the pinned note of the loan', async () => {
  await open({ tryAgainAt: null });
  const note = page.getByRole('region', { name: 'Pinned note' });
  await expect.element(note).toHaveTextContent(/Works nights.*Amina Rao/);
});

it('an agreed call back can be ended', async () => {
  const ended = await open({ tryAgainAt: soon });
  await choose('Answered');
  await choose('None');
  await send();
  await expect.poll(() => ended.length).toBe(1);
  expect(ended[0]?.body).toMatchObject({ tryAgainAt: null });
});

it('a call back in quiet hours is refused before it is sent', async () => {
  const sent = await open({ tryAgainAt: null }, { ...loan.quietHours, until: '10:00' });
  await choose('Answered');
  await choose(/09:00/);
  await send();
  await expect.element(page.getByText(/^Borrowers are not called from/).first()).toBeVisible();
  expect(sent).toEqual([]);
});

it('in quiet hours no channel is chosen, and a contact is logged only with a chosen one', async () => {
  const sent = await open({ tryAgainAt: null }, { ...loan.quietHours, isQuiet: true });
  await choose('Answered');
  const channels = page.getByRole('group', { name: 'Channel' });
  for (const channel of channels.getByRole('radio').elements()) {
    await expect.element(channel).not.toBeChecked();
  }
  await send();
  await expect.element(channels.getByText('Choose a channel.')).toBeVisible();
  expect(sent).toEqual([]);
  await choose('Email');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({ channel: 'email' });
});

it.each([
  [20, 20 * 86_400],
  [500, CONTACT_SECONDS_AGO_MAX],
])('a contact that is sent again after %i days is within the limits', async (days, seconds) => {
  const isNear = (secondsAgo: number) =>
    secondsAgo >= seconds && secondsAgo <= CONTACT_SECONDS_AGO_MAX;
  const sent = await open({ tryAgainAt: null });
  await choose('No answer');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(page.getByRole('button', { name: 'Log contact' })).toBeEnabled();
  const later = Date.now() + days * 86_400_000;
  const spy = vi.spyOn(Date, 'now').mockReturnValue(later);
  onTestFinished(() => spy.mockRestore());
  await send();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body).toMatchObject({ secondsAgo: expect.toSatisfy(isNear) });
});
