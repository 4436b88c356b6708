import type { PreviewReschedule, RescheduleLoan } from '@bursar/contracts/servicing/reschedules';
import { Profiler, useEffect, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { RescheduleDrawer } from './RescheduleDrawer.tsx';
import type { Preview } from './reschedules.queries.ts';

const PREVIEW = 'GET /api/loans/:loanId/reschedule-preview';
const RESCHEDULE = 'POST /api/loans/:loanId/reschedule';
const loan = { id: '0198-loan', reference: 'L-000007', businessDate: '2026-03-01' };

const preview: Preview = {
  currency: 'USD',
  needsApproval: false,
  terms: { instalmentCount: 9, annualRatePercent: '12.5', firstDueOn: '2026-03-10' },
  principalMinor: 81_500,
  overduePrincipalMinor: 7_500,
  unpaidInterestMinor: 1_250,
  chargesStayMinor: 500,
  before: {
    annualRatePercent: '18',
    instalments: 6,
    nextDueOn: '2026-03-10',
    nextMinor: 15_000,
    lastDueOn: '2026-08-10',
    overdueMinor: 8_000,
    interestMinor: 4_200,
    totalMinor: 90_000,
  },
  after: {
    annualRatePercent: '12.5',
    instalments: 9,
    nextDueOn: '2026-03-10',
    nextMinor: 9_900,
    lastDueOn: '2026-11-10',
    overdueMinor: 0,
    interestMinor: 4_400,
    totalMinor: 90_200,
  },
  instalments: [
    {
      number: 7,
      dueOn: '2026-03-10',
      principalMinor: 8_000,
      interestMinor: 1_900,
      chargesMinor: 0,
    },
  ],
};

async function drawDrawer(...stubbed: readonly StubbedAnswer[]) {
  const sent = answerApi(...stubbed);
  const onClose = vi.fn<() => void>();
  await drawFeature(<RescheduleDrawer loan={loan} opened onClose={onClose} />, {
    texts: ['reschedules'],
  });
  return { sent, onClose };
}

const reason = page.getByRole('textbox', { name: 'Reason' });
const submit = page.getByRole('button', { name: 'Reschedule loan' });
const factsOf = (name: string) => page.getByRole('row', { name }).getByRole('cell');

it('the reschedule drawer compares both schedules, and sends the terms and the balance it shows', async () => {
  const { sent, onClose } = await drawDrawer(
    answers<PreviewReschedule>(PREVIEW, preview),
    answers<RescheduleLoan>(RESCHEDULE, { outcome: 'done', replayed: false }),
  );
  await expect.element(factsOf('Next instalment').first()).toHaveTextContent('150.00');
  await expect.element(factsOf('Next instalment').last()).toHaveTextContent('99.00');
  await expect
    .element(page.getByText(/815\.00\sUSD of principal is spread .* 75\.00\sUSD of it is overdue/))
    .toBeVisible();
  await reason.fill(' Lost income ');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/loans/0198-loan/reschedule',
      body: {
        id: expect.any(String),
        ...preview.terms,
        principalMinor: 81_500,
        reason: 'Lost income',
      },
    },
  ]);
});

it('the reschedule drawer sends nothing without a reason, or without a preview', async () => {
  const { sent } = await drawDrawer(answers<PreviewReschedule>(PREVIEW, preview));
  await submit.click();
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason.');
  expect(sent).toEqual([]);
});

it('the reschedule drawer asks for approval if a second person is needed', async () => {
  const { sent, onClose } = await drawDrawer(
    answers<PreviewReschedule>(PREVIEW, { ...preview, needsApproval: true }),
    answers<RescheduleLoan>(RESCHEDULE, { outcome: 'awaiting-approval', replayed: false }),
  );
  await expect.element(page.getByText(/A second person must approve this/)).toBeVisible();
  expect(submit.elements()).toEqual([]);
  await reason.fill('Lost income');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toHaveLength(1);
});

it('the reschedule drawer stays open with its reason if the balance has changed', async () => {
  const { sent, onClose } = await drawDrawer(
    answers<PreviewReschedule>(PREVIEW, preview),
    refuses<RescheduleLoan>(RESCHEDULE, 'balance_changed_since'),
  );
  await expect.element(factsOf('Next instalment').last()).toHaveTextContent('99.00');
  await reason.fill('Lost income');
  await submit.click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(reason).toHaveValue('Lost income');
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).toHaveLength(1);
});

/** Shows the drawer of one loan, and of another one after the event `other-loan`. */
function DrawerOfSeveral({ opened = true }: { readonly opened?: boolean }) {
  const [shown, setShown] = useState(loan);
  useEffect(() => {
    const show = () => setShown({ ...loan, id: '0198-other', reference: 'L-000008' });
    addEventListener('other-loan', show);
    return () => removeEventListener('other-loan', show);
  }, []);
  return <RescheduleDrawer loan={shown} opened={opened} onClose={() => undefined} />;
}

it('the reschedule drawer shows no figures of the former loan while another one loads', async () => {
  answerApi(answers<PreviewReschedule>(PREVIEW, preview));
  const fetched = vi.mocked(window.fetch);
  const answer = fetched.getMockImplementation();
  fetched.mockImplementation((address, init) =>
    address instanceof Request || !String(address).includes('0198-other')
      ? (answer?.(address, init) ?? Promise.reject(new Error('No answer')))
      : new Promise(() => undefined),
  );
  await drawFeature(<DrawerOfSeveral />, { texts: ['reschedules'] });
  await expect.element(factsOf('Next instalment').first()).toHaveTextContent('150.00');
  dispatchEvent(new Event('other-loan'));
  await expect.element(page.getByRole('dialog', { name: /L-000008/ })).toBeVisible();
  expect(factsOf('Next instalment').elements()).toEqual([]);
});

it('a closed reschedule drawer does not render again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  answerApi();
  const onRender = vi.fn<() => void>();
  await drawFeature(
    <Profiler id="drawer" onRender={onRender}>
      <DrawerOfSeveral opened={false} />
    </Profiler>,
    { texts: ['reschedules'] },
  );
  const pass = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) {
      await vi.advanceTimersByTimeAsync(300);
      await new Promise((painted) => requestAnimationFrame(painted));
    }
  };
  onRender.mockClear();
  dispatchEvent(new Event('other-loan'));
  await expect.poll(() => onRender.mock.calls.length).toBeGreaterThan(0);
  await pass(3);
  onRender.mockClear();
  await pass(5);
  expect(onRender).not.toHaveBeenCalled();
});
