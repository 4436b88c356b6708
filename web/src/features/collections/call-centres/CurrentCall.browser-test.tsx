import type {
  CallList,
  CallOffer,
  LogCall,
  OfferCall,
  PutCallBack,
} from '@bursar/contracts/collections/call-lists';
import { callStates } from '@bursar/contracts/choices';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { CurrentCall } from './CurrentCall.tsx';

const offer: CallOffer = {
  patientId: '0198-patient',
  name: 'Ada Byron',
  phone: '+14155550123',
  email: '',
  language: 'en',
  note: '',
  state: 'ready',
  isLinked: false,
  loanId: null,
  attempt: 1,
  offeredAt: '2026-02-01T09:00:00.000Z',
  offeredUntil: '2026-02-01T09:30:00.000Z',
  calls: [],
};
const list: CallList = {
  timeZone: 'UTC',
  preset: {
    name: 'Reminders',
    script: '',
    attempts: 3,
    retryMinutes: 60,
    hours: [],
    outcomes: ['answered', 'no-response'],
  },
  isOpen: true,
  turnsAt: '2026-02-01T17:00:00.000Z',
  // Every state is in the list, so the object is complete.
  counts: Object.fromEntries(callStates.map((state) => [state, 0])) as CallList['counts'],
  withOthers: 0,
  inQuietHours: 0,
  quietUntil: null,
  nextRetryAt: null,
  mayCall: true,
  offer,
};

function Desk() {
  const [isOver, setOver] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOver(true)}>
        End the offer
      </button>
      <CurrentCall list={isOver ? { ...list, offer: null } : list} centreId="0198-centre">
        No call
      </CurrentCall>
    </>
  );
}

const LOG = 'POST /api/call-centre-patients/:patientId/calls';
const call = { id: '0198-call', attempt: 1, outcome: 'answered', note: 'Pays on Friday' } as const;
const logged = answers<LogCall>(LOG, {
  call: { ...call, calledAt: offer.offeredAt, loggedBy: 'Otto Rao' },
  replayed: false,
});

async function open(...more: readonly StubbedAnswer[]) {
  const sent = answerApi(
    ...more,
    logged,
    answers<PutCallBack>('POST /api/call-centre-patients/:patientId/put-back', { isPutBack: true }),
    answers<OfferCall>('POST /api/call-centres/:centreId/next-call', { ...list, offer: null }),
  );
  await drawFeature(<Desk />, { texts: ['call-centres'] });
  return sent;
}

const note = () => page.getByRole('textbox');
const endOffer = () => page.getByRole('button', { name: 'End the offer' }).click();
const type = async () => {
  await page.getByRole('radio', { name: 'Answered' }).click({ force: true });
  await note().fill('Pays on Friday');
};

it('what was typed stays after the end of the offer, and can be logged', async () => {
  const sent = await open();
  await type();
  await endOffer();
  await expect.element(page.getByText(/reserved time is over/)).toBeVisible();
  await expect.element(note()).toHaveValue('Pays on Friday');
  await page.getByRole('button', { name: 'Log call' }).click();
  await expect.element(page.getByText('No call')).toBeVisible();
  expect(sent[0]).toMatchObject({
    path: `/api/call-centre-patients/${offer.patientId}/calls`,
    body: { outcome: 'answered', note: 'Pays on Friday' },
  });
});

it('a call that another member has taken stays until it is closed', async () => {
  await open(refuses<LogCall>(LOG, 'call_not_offered'));
  await type();
  await endOffer();
  await page.getByRole('button', { name: 'Log call' }).click();
  await expect.element(page.getByText(/no longer offered to you/)).toBeVisible();
  await expect.element(note()).toHaveValue('Pays on Friday');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('No call')).toBeVisible();
});

it('an offer without a call or a typed value ends with its time', async () => {
  await open();
  await expect.element(note()).toBeVisible();
  await endOffer();
  await expect.element(page.getByText('No call')).toBeVisible();
});
