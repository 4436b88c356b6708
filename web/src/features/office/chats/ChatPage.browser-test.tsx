import type { Chat, ListChatMessages, ListChats } from '@bursar/contracts/office/chats';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { draw } from '../../../ui/testing/draw.tsx';
import { ChatPage } from './ChatPage.tsx';
import { chatsQuery } from './chats.queries.ts';

const group = (id: string, name: string): Chat => ({
  id,
  name,
  ownerId: 'ada',
  members: [{ id: 'ada', name: 'Ada', role: 'user', isActive: true }],
  unread: 0,
  readNumber: 0,
  lastMessage: null,
  lastAt: '2026-03-01T09:00:00.000Z',
});
const delta = group('delta', 'Delta team');
const legal = group('legal', 'Legal questions');

type Visit = {
  readonly width?: number;
  readonly search?: string;
  /** The list of an earlier visit to the page. */
  readonly cached?: readonly Chat[];
  readonly chats?: readonly Chat[];
};

/** Visits the page, and returns its cache once the list of conversations has been answered. */
async function visitChats({ width = 1280, search = '', cached, chats = [delta, legal] }: Visit) {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  answerApi(
    signInAs({ role: 'user', id: 'ada', permissions: [] }),
    answers<ListChats>('GET /api/chats', { chats: [...chats] }),
    answers<ListChatMessages>('GET /api/chats/:chatId/messages', {
      messages: [],
      hasMore: false,
      revision: 1,
    }),
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (cached) {
    // The answer is too old to be used without a new one.
    queryClient.setQueryData(chatsQuery.queryKey, { chats: [...cached] }, { updatedAt: 1 });
  }
  await draw(
    <QueryClientProvider client={queryClient}>
      <From search={search} />
    </QueryClientProvider>,
    'en',
    ['chats', 'app', 'apps'],
  );
  await expect
    .poll(() => queryClient.getQueryData(chatsQuery.queryKey)?.chats.length)
    .toBe(chats.length);
  return queryClient;
}

const addresses: string[] = [];

/** Opens the page at an address, and records the addresses that the page then has. */
function From({ search }: { readonly search: string }) {
  const location = useLocation();
  const [isThere, setThere] = useState(search === '');
  if (!isThere) {
    if (location.search !== search) return <Navigate to={search} replace />;
    setThere(true);
  }
  addresses.push(location.search);
  return <ChatPage />;
}

const open = (name: string) => page.getByRole('region', { name, exact: true });

it('the newest conversation opens on a wide screen', async () => {
  await visitChats({});
  await expect.element(open('Delta team')).toBeVisible();
  expect(addresses.at(-1)).toBe('?id=delta');
});

it('no conversation opens by itself on a phone', async () => {
  await visitChats({ width: 390 });
  await expect.element(page.getByRole('link', { name: /Delta team/ })).toBeVisible();
  expect(addresses.at(-1)).toBe('');
});

it('the conversation of the address stays open', async () => {
  await visitChats({ search: '?id=legal' });
  await expect.element(open('Legal questions')).toBeVisible();
  expect(addresses.at(-1)).toBe('?id=legal');
});

it('a search in the address keeps its results without a conversation', async () => {
  await visitChats({ search: '?q=legal' });
  await expect.element(page.getByRole('link', { name: /Legal questions/ })).toBeVisible();
  expect(addresses.at(-1)).toBe('?q=legal');
});

it('the newest of the new answer opens, not that of an earlier visit', async () => {
  const before = addresses.length;
  await visitChats({ cached: [legal] });
  await expect.element(open('Delta team')).toBeVisible();
  expect(addresses.slice(before)).not.toContain('?id=legal');
});

it('a conversation that arrives later does not open by itself', async () => {
  const queryClient = await visitChats({ chats: [] });
  await expect.element(page.getByText('No conversations yet')).toBeVisible();
  queryClient.setQueryData(chatsQuery.queryKey, { chats: [delta] });
  await expect.element(page.getByRole('link', { name: /Delta team/ })).toBeVisible();
  expect(addresses.at(-1)).toBe('');
});
