import type {
  EndOtherSessions,
  EndSession,
  ListSessions,
  OpenSession,
} from '@bursar/contracts/distribution/profile';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { OpenSessions } from './OpenSessions.tsx';

const session = (id: string, changes: Partial<OpenSession>): OpenSession => ({
  id,
  isCurrent: false,
  browser: 'Firefox',
  system: 'Windows',
  place: 'elsewhere',
  address: '203.0.113.7',
  signedInAt: '2026-03-01T07:00:00Z',
  lastSeenAt: '2026-03-01T08:00:00Z',
  ...changes,
});
const current = session('0198-current', { isCurrent: true, browser: 'Chrome', system: 'macOS' });
const unknown = session('0198-unknown', { browser: null, system: null });

async function drawSessions(...sessions: OpenSession[]) {
  const sent = answerApi(
    answers<ListSessions>('GET /api/profile/sessions', { sessions }),
    answers<EndSession>('POST /api/profile/sessions/:sessionId/end', { ended: 1 }),
    answers<EndOtherSessions>('POST /api/profile/sessions/end-others', { ended: 2 }),
  );
  await drawFeature(<OpenSessions />, { texts: ['profile'] });
  await expect.element(page.getByText('Chrome on macOS')).toBeVisible();
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const paths = (sent: Awaited<ReturnType<typeof drawSessions>>) => sent.map(({ path }) => path);

it('a session of another device is ended by its button', async () => {
  const sent = await drawSessions(current, session('0198-home', {}), unknown);
  await expect.element(button('End session: Firefox on Windows')).toBeVisible();
  await button('End session: Unknown device').click();
  await expect.poll(() => paths(sent)).toEqual(['/api/profile/sessions/0198-unknown/end']);
});

it('all other sessions are ended at once', async () => {
  const sent = await drawSessions(current, unknown);
  await button('End all other sessions').click();
  await expect.poll(() => paths(sent)).toEqual(['/api/profile/sessions/end-others']);
});

it('the current session cannot be ended here', async () => {
  await drawSessions(current);
  await expect.element(page.getByText('This session')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
