import type { ListPromises } from '@bursar/contracts/servicing/promises';
import type { RequestSettlement } from '@bursar/contracts/servicing/settlements';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { SettlementDrawer } from './SettlementDrawer.tsx';

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: '2026-06-15',
  daysPastDue: 30,
  instalments: [],
  arrearsMinor: 400_00,
  nextDueMinor: 100_00,
  remainingMinor: 1_000_00,
  payoffMinor: 950_00,
  paymentRefusal: null,
  borrower: { name: 'Ada Byron', phone: '+1 202 555 0101', withdrawnChannels: [] },
  quietHours: { from: '00:00', until: '00:00', timeZone: 'UTC', isQuiet: false, minutesLeft: 1 },
};

async function open() {
  const sent = answerApi(
    answers<ListPromises>('GET /api/loans/:loanId/promises', {
      promises: [],
      requests: [],
      limits: { daysAhead: null, sharePercent: null, mostBroken: null },
      measures: { businessDate: '2026-06-15', dueMinor: 0, waitingMinor: 0, brokenPromises: 0 },
    }),
    answers<RequestSettlement>('POST /api/loans/:loanId/settlement-request', {
      outcome: 'awaiting-approval',
      replayed: false,
    }),
  );
  const onClose = vi.fn<() => void>();
  await drawFeature(<SettlementDrawer loan={loan} opened onClose={onClose} />, {
    texts: ['contact-log', 'reschedules', 'payments'],
  });
  return { sent, onClose };
}

const ask = () => page.getByRole('button', { name: 'Ask for approval' }).click();
const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text);

it('shows what is not collected, and asks for approval with the borrower’s consent', async () => {
  const { sent, onClose } = await open();
  await fill('Promised amount', '700');
  await fill('Due by', '2026-06-30');
  await expect.element(page.getByText('Not collected')).toBeVisible();
  await expect.element(page.getByText(/250\.00/)).toBeVisible();
  await page.getByRole('combobox', { name: 'How the borrower agreed' }).click();
  await page.getByRole('option', { name: 'Call' }).click();
  await fill('Reason', 'Lost the job');
  await ask();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    currency: 'USD',
    lines: [{ amountMinor: 700_00, promisedOn: '2026-06-30' }],
    agreedBy: 'call',
    reason: 'Lost the job',
  });
});

it('is less than the payoff, and needs the borrower’s consent and a reason', async () => {
  const { sent } = await open();
  await fill('Promised amount', '950');
  await fill('Due by', '2026-06-30');
  await ask();
  for (const problem of [/^The payoff today is .*950\.00/, /needs their consent/, /reason/i]) {
    await expect.element(page.getByText(problem).first()).toBeVisible();
  }
  expect(sent).toEqual([]);
});
