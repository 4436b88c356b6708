import type {
  Approval,
  DecideRequest,
  ListApprovals,
  ReadApproval,
  WithdrawRequest,
} from '@bursar/contracts/access/approvals';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { onUserReport, type UserReport } from '../../../lib/user-reports.ts';
import { queryClientAhead } from '../../../lib/query-client.ts';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ApprovalDrawer } from './ApprovalDrawer.tsx';
import { ApprovalList } from './ApprovalList.tsx';

const READ = 'GET /api/approvals/:approvalId';
const DECIDE = 'POST /api/approvals/:approvalId/decision';
const WITHDRAW = 'POST /api/approvals/:approvalId/withdrawal';

const request: Approval = {
  id: '0198-request',
  kind: 'write-off-loan',
  state: 'waiting',
  subject: 'L-000007',
  loanId: '0198-loan',
  borrower: 'Ada Byron',
  payment: null,
  loans: null,
  amountMinor: 80_000,
  currency: 'USD',
  before: { status: 'active' },
  after: { status: 'written_off' },
  terms: null,
  offer: null,
  reason: 'Insolvent',
  requestedBy: 'Mona',
  requestedAt: '2026-02-27T10:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: '',
  failure: null,
  isOwn: false,
  isLinked: false,
  mayDecide: true,
};
const failed = {
  state: 'failed',
  failure: { code: 'balance_changed_since', details: {} },
} as const;

async function drawDrawer(asked: Partial<Approval>, ...stubbed: readonly StubbedAnswer[]) {
  const sent = answerApi(answers<ReadApproval>(READ, { ...request, ...asked }), ...stubbed);
  const onClose = vi.fn<() => void>();
  const drawer = <ApprovalDrawer approvalId={request.id} onClose={onClose} />;
  await drawFeature(drawer, { texts: ['approvals', 'loans', 'app'] });
  await expect.element(page.getByText('Insolvent')).toBeVisible();
  return { sent, onClose };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const reason = page.getByRole('textbox');

it('the drawer of a request sends an approval without a reason, once', async () => {
  const { sent, onClose } = await drawDrawer(
    {},
    answers<DecideRequest>(DECIDE, { ...request, state: 'approved' }),
  );
  await button('Approve').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/approvals/0198-request/decision',
      body: { decision: 'approve', reason: '' },
    },
  ]);
});

it('the drawer of a request declines it only with a reason', async () => {
  const { sent, onClose } = await drawDrawer(
    {},
    answers<DecideRequest>(DECIDE, { ...request, state: 'declined' }),
  );
  await button('Decline').click();
  await expect.element(reason).toBeInvalid();
  expect(sent).toEqual([]);
  await reason.fill(' Ask again in May ');
  await button('Decline').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { decision: 'decline', reason: 'Ask again in May' },
  ]);
});

it('the drawer of a request stays open if the approved command failed', async () => {
  const { sent, onClose } = await drawDrawer(
    {},
    answers<DecideRequest>(DECIDE, { ...request, ...failed }),
  );
  await button('Approve').click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(button('Approve')).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

it('the author of a request can only withdraw it', async () => {
  const { sent, onClose } = await drawDrawer(
    { isOwn: true, mayDecide: false },
    answers<WithdrawRequest>(WITHDRAW, { ...request, state: 'withdrawn' }),
  );
  for (const name of ['Approve', 'Decline']) expect(button(name).elements()).toEqual([]);
  await button('Withdraw request').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent.map(({ path }) => path)).toEqual(['/api/approvals/0198-request/withdrawal']);
});

it('a user who opened the author’s account cannot approve, by button or by Enter', async () => {
  const { sent } = await drawDrawer({ isLinked: true, mayDecide: false });
  await expect.element(button('Decline')).toBeVisible();
  await button('Approve').click({ force: true });
  await expect.element(page.getByText(/A third person must approve this/).first()).toBeVisible();
  expect(sent).toEqual([]);
});

it('a reader of a request can decide nothing', async () => {
  const { sent } = await drawDrawer({ mayDecide: false });
  for (const name of ['Approve', 'Decline', 'Withdraw request']) {
    expect(button(name).elements()).toEqual([]);
  }
  expect(sent).toEqual([]);
});

async function drawRow(asked: Partial<Approval>) {
  const sent = answerApi(
    answers<ListApprovals>('GET /api/approvals', {
      approvals: [{ ...request, ...asked }],
      nextCursor: null,
    }),
    answers<DecideRequest>(DECIDE, { ...request, state: 'declined' }),
  );
  await drawFeature(<ApprovalList state="waiting" onOpen={() => undefined} />, {
    texts: ['approvals', 'loans', 'app'],
  });
  await expect.element(button('Decline')).toBeVisible();
  return sent;
}

it('the row of a request declines it only with a reason', async () => {
  const sent = await drawRow({});
  await button('Decline').click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(dialog).toHaveTextContent('Enter a reason to decline.');
  expect(sent).toEqual([]);
  await dialog.getByRole('textbox').fill('No papers');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ decision: 'decline', reason: 'No papers' }]);
});

it('the row of a request from a linked account offers only to decline', async () => {
  await drawRow({ isLinked: true, mayDecide: false });
  await expect.element(button('Approve')).not.toBeInTheDocument();
});

afterEach(() => onlineManager.setOnline(true));

/** Declines the first of two requests without a connection and closes its dialog. */
async function declineFirstOffline(answer: StubbedAnswer) {
  const sent = answerApi(
    answers<ListApprovals>('GET /api/approvals', {
      approvals: [
        { ...request, id: '0198-first' },
        { ...request, id: '0198-second' },
      ],
      nextCursor: null,
    }),
    answer,
  );
  const client = queryClientAhead();
  if (!client) throw new Error('The frame has opened already.');
  client.clear();
  await drawFeature(
    <QueryClientProvider client={client}>
      <ApprovalList state="waiting" onOpen={() => undefined} />
    </QueryClientProvider>,
    { texts: ['approvals', 'loans', 'app'] },
  );
  await button('Decline').nth(0).click();
  onlineManager.setOnline(false);
  await dialog.getByRole('textbox').fill('Of the first');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
  return {
    sent,
    goOnline: async () => {
      onlineManager.setOnline(true);
      await client.resumePausedMutations();
    },
  };
}

const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
const path = '/api/approvals/0198-first/decision';
const body = { decision: 'decline', reason: 'Of the first' };

it('a request that waited for a connection is declined, not the one in the open dialog', async () => {
  const { sent, goOnline } = await declineFirstOffline(
    answers<DecideRequest>(DECIDE, { ...request, state: 'declined' }),
  );
  await button('Decline').nth(1).click();
  await dialog.getByRole('textbox').fill('Of the second');
  await expect
    .element(dialog.getByRole('button', { name: 'Decline' }))
    .not.toHaveAttribute('aria-busy', 'true');
  await goOnline();
  await expect.poll(() => sent).toEqual([{ method: 'POST', path, body }]);
  await expect.poll(() => toastStore.read().at(-1)?.message).toBe('Request declined');
  // A dialog closes only some time after an answer, so the check waits.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Of the second');
});

it('a refusal that arrives after the dialog was closed is reported, and the draft is saved', async () => {
  const report = vi.fn<(report: UserReport) => void>();
  const stop = onUserReport(report);
  const { sent, goOnline } = await declineFirstOffline(
    refuses<DecideRequest>(DECIDE, 'request_already_decided'),
  );
  await goOnline();
  await expect.poll(() => report.mock.calls.length).toBe(1);
  stop();
  expect(sent).toEqual([{ method: 'POST', path, body }]);
  await button('Decline').nth(0).click();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Of the first');
});
