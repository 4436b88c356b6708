import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noteLock, uncover, useIsLocked } from '../../../lib/session-lock.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LockScreen } from './LockPages.tsx';

function Cover() {
  return useIsLocked() && <LockScreen />;
}

const lock = page.getByRole('dialog', { name: 'Locked' });

/**
 * Shows the lock screen as a refused call does. Returns a function that answers the lock screen's
 * request for the session.
 */
async function coverPage() {
  await drawFeature(<Cover />, { texts: ['lock', 'sign-in'] });
  let answer: (response: Response) => void = () => undefined;
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const fetch = vi.spyOn(window, 'fetch').mockReturnValue(answered);
  noteLock();
  await expect.element(lock).toBeVisible();
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/session']);
  return answer;
}

afterEach(() => {
  vi.restoreAllMocks();
  uncover();
});

it('a locked session stays covered', async () => {
  const answer = await coverPage();
  const refusal = Response.json({ error: 'session_locked', message: '' }, { status: 423 });
  const read = vi.spyOn(refusal, 'json');
  answer(refusal);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  await new Promise(requestAnimationFrame);
  await expect.element(lock).toBeVisible();
});

it('a page that was covered after another tab unlocked the session is uncovered', async () => {
  const answer = await coverPage();
  answer(Response.json({ role: 'user' }));
  await expect.element(lock).not.toBeInTheDocument();
});
