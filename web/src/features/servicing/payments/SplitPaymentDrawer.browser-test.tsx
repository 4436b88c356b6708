import type { ReadLoanHolder } from '@bursar/contracts/distribution/assignments';
import type { SendStaffMail } from '@bursar/contracts/office/staff-mail';
import type { Payment } from '@bursar/contracts/servicing/payments';
import type { PostSplitPayment } from '@bursar/contracts/servicing/split-payments';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { SplitPaymentDrawer } from './SplitPaymentDrawer.tsx';

const OWN = '01981111-0000-7000-8000-000000000007';
const LATE = '01981111-0000-7000-8000-000000000008';
const DUPLICATE = '01981111-0000-7000-8000-000000000001';

const loan = {
  id: OWN,
  reference: 'L-000007',
  currency: 'USD',
  businessDate: '2026-06-15',
  daysPastDue: 0,
  instalments: [],
  payoffMinor: 450_00,
};

const late = {
  loanId: LATE,
  reference: 'L-000008',
  currency: 'USD',
  outstandingMinor: 900_00,
  dueMinor: 80_00,
  remainingMinor: 900_00,
  daysPastDue: 40,
  bucket: '31-60',
  state: 'queue',
  promise: null,
  tryAgainAt: null,
  agent: 'Otto Rao',
} as const;

const field = (name: string) => page.getByRole('textbox', { name });
const send = () => page.getByRole('button', { name: 'Post payments' }).click();

it('asks for parts that add up, and for a second look at a possible duplicate', async () => {
  const sent = answerApi(
    refuses<PostSplitPayment>('POST /api/split-payments', 'payment_looks_posted_already', {
      loanId: LATE,
      paymentId: DUPLICATE,
      postedBy: 'Amina Rao',
      postedAt: '2026-06-15T10:00:00Z',
    }),
  );
  await draw();
  await field('Amount').fill('70');
  await expect.element(field('L-000008')).toHaveValue('70.00');
  await send();
  await expect.element(page.getByText(/^Only one loan receives money/).first()).toBeVisible();
  await field('L-000008').fill('50');
  await expect.element(page.getByText(/^The parts add up to 50\.00/).first()).toBeVisible();
  await field('L-000007').fill('20');
  await send();
  await page.getByRole('button', { name: 'Post a second payment' }).click();
  await expect.poll(() => sent.length).toBe(2);
  const parts = [
    { loanId: LATE, amountMinor: 50_00 },
    { loanId: OWN, amountMinor: 20_00 },
  ];
  expect(sent[0]?.body).toMatchObject({ amountMinor: 70_00, parts });
  expect(sent[1]?.body).toMatchObject({
    parts: [{ ...parts[0], confirmedDuplicateOf: DUPLICATE }, parts[1]],
  });
});

const grace = { id: '0198c0de-0000-7000-8000-000000000002', name: 'Grace Hopper' };
const heldBy = (loanId: string, agent: typeof grace | null, isInScope: boolean) => ({
  ...answers<ReadLoanHolder>('GET /api/loans/:loanId/holder', {
    isInScope,
    team: null,
    agent,
    recipients: agent ? [agent] : [],
  }),
  path: new RegExp(`/loans/${loanId}/holder$`),
});
const draw = (
  onPosted: (paymentId: string) => void = () => undefined,
  onClose: () => void = () => undefined,
) =>
  drawFeature(
    <SplitPaymentDrawer loan={loan} others={[late]} opened onClose={onClose} onPosted={onPosted} />,
    { texts: ['payments'] },
  );

it('names another loan that moved, so that its part is entered as 0', async () => {
  answerApi(heldBy(OWN, grace, true), heldBy(LATE, grace, false));
  await draw();
  await expect.element(page.getByText('L-000008 is now with Grace Hopper.')).toBeVisible();
  await expect.element(page.getByText(/Enter 0 as its amount/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Post payments' })).toBeVisible();
});

it('sends the amount and its parts to the new holder of the loan it was opened from', async () => {
  const sent = answerApi(
    heldBy(OWN, grace, false),
    heldBy(LATE, grace, true),
    answers<SendStaffMail>('POST /api/internal-mails/:internalMailId/send', {
      id: DUPLICATE,
      threadId: DUPLICATE,
      recipients: 1,
      replayed: false,
    }),
  );
  await draw();
  await field('Amount').fill('120');
  await page.getByRole('button', { name: 'Send the details to Grace Hopper' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    accountIds: [grace.id],
    subject: 'L-000007: payment to post',
    html: expect.stringMatching(/L-000008: .*120\.00/),
  });
});

const postedPayment = (id: string, amountMinor: number): Payment => ({
  id,
  amountMinor,
  principalMinor: amountMinor,
  interestMinor: 0,
  feeMinor: 0,
  penaltyMinor: 0,
  recoveredMinor: 0,
  overpaymentTreatment: 'shorter-term',
  creditMinor: 0,
  currency: 'USD',
  valueDate: '2026-06-15',
  method: 'bank-transfer',
  payer: '',
  externalReference: '',
  note: '',
  postedAt: '2026-06-15T10:00:00Z',
  postedBy: 'Amina Rao',
  postedById: grace.id,
  team: null,
  agent: null,
  splitId: DUPLICATE,
  reallocations: 0,
  reversal: null,
  reversalRequestId: null,
});

it.each([
  ['its payment on the loan it was opened from', [LATE, OWN], ['paid-own']],
  ['no payment if that loan received none', [LATE], []],
])('reports %s', async (_, paid, reported) => {
  const payments = paid.map((loanId) => ({
    loanId,
    payment: postedPayment(loanId === OWN ? 'paid-own' : 'paid-late', 50_00),
    loanStatus: 'active' as const,
  }));
  answerApi(answers<PostSplitPayment>('POST /api/split-payments', { payments, replayed: false }));
  const onPosted = vi.fn<(paymentId: string) => void>();
  const onClose = vi.fn<() => void>();
  await draw(onPosted, onClose);
  await field('Amount').fill('100');
  await field('L-000008').fill('50');
  await field('L-000007').fill('50');
  await send();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onPosted.mock.calls.flat()).toEqual(reported);
});
