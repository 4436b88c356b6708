import type { Notification } from '@bursar/contracts/access/notifications';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';

const notification = (id: string, subject: string): Notification => ({
  id,
  kind: 'notification',
  event: 'webhook-paused',
  profile: null,
  message: '',
  count: null,
  amountMinor: null,
  currency: null,
  subject,
  borrower: null,
  request: null,
  isOver: false,
  target: null,
  time: '2026-06-15T10:00:00Z',
  readAt: '2026-06-15T11:00:00Z',
});

const latest = {
  notifications: [notification('0198-new', 'Newest')],
  unread: { notifications: 0, messages: 0 },
  older: { notification: 'first', message: null },
};

/** Opens the panel; each page of older notifications waits until the test gives its answer. */
async function open() {
  const waiting: ((answer: Response) => void)[] = [];
  const realFetch = window.fetch.bind(window);
  const spy = vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
    if (pathname === '/api/notices') return Promise.resolve(Response.json(latest));
    if (pathname !== '/api/notices/older') return realFetch(address, init);
    return new Promise((resolve) => waiting.push(resolve));
  });
  onTestFinished(() => spy.mockRestore());
  await drawFeature(
    <NotificationPanel kind="notification" textKey="notifications" onLeave={() => undefined} />,
    { texts: ['notifications', 'approvals'] },
  );
  return async (body: unknown, status = 200) => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.(Response.json(body, { status }));
  };
}

const older = page.getByRole('button', { name: 'Show older' });
const failed = { error: 'unexpected', message: 'It failed.', details: {}, requestId: 'request-1' };

it('the button for older notifications is busy while the first page loads', async () => {
  const answer = await open();
  await older.click();
  await expect.element(older).toHaveAttribute('aria-busy', 'true');
  await answer({ notifications: [notification('0198-old', 'Oldest')], nextCursor: null });
  await expect.element(page.getByText(/Oldest/)).toBeVisible();
  await expect.element(older).not.toBeInTheDocument();
});

it('a page of older notifications that could not be loaded can be requested again', async () => {
  const answer = await open();
  await older.click();
  await answer(failed, 500);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await older.click();
  await answer({ notifications: [notification('0198-old', 'Older')], nextCursor: 'second' });
  await expect.element(page.getByText(/Older was paused|webhook .*Older/)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await older.click();
  await answer(failed, 500);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(older).toBeVisible();
});
