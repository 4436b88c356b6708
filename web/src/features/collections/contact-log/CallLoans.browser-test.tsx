import type { BorrowerLoan, ListBorrowerLoans } from '@bursar/contracts/collections/work-queue';
import type { LogContact } from '@bursar/contracts/collections/contact-log';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListLoanParties } from '@bursar/contracts/records/loan-parties';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type SentCall,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LogContactDrawer } from './LogContactDrawer.tsx';
import type { PromisingLoan } from './promise-draft.ts';

const LATE = '01981111-0000-7000-8000-000000000008';
const FINE = '01981111-0000-7000-8000-000000000010';
const today = new Date().toISOString().slice(0, 10);

const loan: PromisingLoan = {
  id: '0198-own',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: today,
  daysPastDue: 0,
  instalments: [],
  arrearsMinor: 0,
  nextDueMinor: 100_00,
  remainingMinor: 500_00,
  payoffMinor: 450_00,
  paymentRefusal: null,
  borrower: { name: 'Ada Byron', phone: null, withdrawnChannels: [] },
  quietHours: { from: '00:00', until: '00:00', timeZone: 'UTC', isQuiet: false, minutesLeft: 1 },
};

const otherLoan = (wishes: Partial<BorrowerLoan>): BorrowerLoan => ({
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
  ...wishes,
});
const late = otherLoan({});
const disputed = otherLoan({
  loanId: '01981111-0000-7000-8000-000000000009',
  reference: 'L-000009',
  state: 'disputed',
});
const current = otherLoan({
  loanId: FINE,
  reference: 'L-000010',
  daysPastDue: 0,
  dueMinor: 0,
  state: 'at-rest',
});

const none: AnswerOf<ListBorrowerLoans> = { loans: [], count: 0 };

async function open(...more: readonly StubbedAnswer[]) {
  const sent = answerApi(
    ...more,
    answers<ListLoanParties>('GET /api/loans/:loanId/parties', { parties: [] }),
    answers<ListBorrowerLoans>('GET /api/loans/:loanId/borrower-loans', {
      loans: [late, disputed, current],
      count: 3,
    }),
  );
  await drawFeature(<LogContactDrawer loan={loan} opened onClose={vi.fn<() => void>()} />, {
    texts: ['contact-log', 'payments'],
  });
  await expect.element(tick(/^L-000008/)).toBeChecked();
  return sent;
}

beforeEach(() => {
  signInAs({ role: 'agent', id: '0198-otto', permissions: [] });
});

const tick = (name: RegExp) => page.getByRole('checkbox', { name });
const choose = (name: string) => page.getByRole('radio', { name }).click({ force: true });
const send = () => page.getByRole('button', { name: 'Log contact' }).click();
const field = (name: string) => page.getByRole('textbox', { name });

it('a call is about the loans that are overdue or in the queue, unless the user chooses others', async () => {
  const sent = await open();
  await expect.element(tick(/^L-000007.*this loan/)).toBeDisabled();
  await expect.element(tick(/^L-000009.*disputed/)).not.toBeChecked();
  await tick(/^L-000010.*up to date/).click();
  await choose('No answer');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    outcome: 'no-response',
    otherLoans: [
      { loanId: LATE, outcome: 'no-response' },
      { loanId: FINE, outcome: 'no-response' },
    ],
  });
});

it('a promise shows what it is on each loan, and a loan without a part is answered', async () => {
  const sent = await open();
  await choose('Promised');
  await field('Promised amount').fill('70');
  await field('Due by').fill('+3');
  const shares = page.getByRole('region', { name: 'Promised on each loan' });
  await expect.element(shares).toHaveTextContent(/L-000008.*70\.00.*L-000007.*No promise/);
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    outcome: 'answered',
    otherLoans: [
      { loanId: LATE, outcome: 'promised', promise: { lines: [{ amountMinor: 70_00 }] } },
    ],
  });
  expect(sent[0]?.body).not.toHaveProperty('promise');
});

it('a payment is split by the rule; amounts changed by hand must add up', async () => {
  const sent = await open();
  await choose('Says paid');
  await field('Paid today').fill('100');
  await field('Paid by').fill('A cousin');
  await expect.element(field('L-000008')).toHaveValue('100.00');
  await field('L-000008').fill('60');
  await send();
  const wrong = 'The parts add up to 60.00 USD. Change them so that they add up to 100.00 USD.';
  await expect.element(page.getByText(wrong).first()).toBeVisible();
  expect(sent).toEqual([]);
  await field('L-000007').fill('40');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    outcome: 'paid',
    payment: { amountMinor: 40_00, payer: 'A cousin' },
    otherLoans: [
      { loanId: LATE, outcome: 'paid', payment: { amountMinor: 60_00, payer: 'A cousin' } },
    ],
  });
});

it.each([
  { title: 'a refused call is sent again with what the loans owe now', status: 409, second: 20_00 },
  { title: 'a call without an answer is sent again unchanged', status: 500, second: 80_00 },
])('$title', async ({ status, second }) => {
  let sent: readonly SentCall[] = [];
  sent = await open(
    {
      ...refuses<LogContact>('POST /api/loans/:loanId/contacts', 'amount_exceeds_payoff'),
      status,
    },
    {
      ...answers<ListBorrowerLoans>('GET /api/loans/:loanId/borrower-loans', none),
      get body() {
        return {
          loans: [otherLoan(sent.length > 0 ? { dueMinor: 20_00, remainingMinor: 20_00 } : {})],
          count: 1,
        };
      },
    },
  );
  await choose('Says paid');
  await field('Paid today').fill('80');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({ otherLoans: [{ payment: { amountMinor: 80_00 } }] });
  await expect.element(field('L-000008')).toHaveValue('20.00');
  await send();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body).toMatchObject({ otherLoans: [{ payment: { amountMinor: second } }] });
});

it('a dispute is about the loans that are chosen, and at least one', async () => {
  const sent = await open();
  await choose('Disputed');
  await choose('Fraud');
  const disputedOf = page.getByRole('group', { name: 'Disputed loans' });
  await disputedOf.getByRole('checkbox', { name: 'L-000007' }).click();
  await send();
  await expect.element(page.getByText('Choose which loans are disputed.').first()).toBeVisible();
  await disputedOf.getByRole('checkbox', { name: 'L-000008' }).click();
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    outcome: 'answered',
    otherLoans: [{ loanId: LATE, outcome: 'disputed', disputeReason: 'fraud' }],
  });
  expect(sent[0]?.body).not.toHaveProperty('disputeReason');
});
