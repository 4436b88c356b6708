import type { ListApiKeys, MakeApiKey, RevokeApiKey } from '@bursar/contracts/access/api-keys';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ApiKeys } from './ApiKeys.tsx';

const LIST = 'GET /api/profile/api-keys';
const MAKE = 'POST /api/profile/api-keys';
const texts = ['profile', 'permissions'];

const key = {
  id: '0190c5d2-0000-7000-8000-000000000001',
  name: 'Nightly export',
  lastCharacters: 'x7Qz',
  permissions: ['read-loans' as const],
  createdAt: '2026-11-27T08:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};

const sessionWith = (...permissions: string[]) =>
  answers<ReadSession>('GET /api/session', {
    id: '0190c5d2-0000-7000-8000-000000000002',
    role: 'user',
    email: 'user@lender.example',
    name: 'Una',
    timeZone: null,
    photoChangedAt: null,
    team: null,
    portfolio: null,
    permissions,
    isMailDelivered: false,
    showsDemoPages: false,
    unseenSecurityEvents: 0,
    isByProvider: false,
    endsInSeconds: 1_800,
  });
const maker = sessionWith('make-api-keys', 'read-loans', 'post-payment');

async function fill(): Promise<void> {
  await page.getByRole('button', { name: 'Make an API key' }).click();
  await page.getByLabelText('Name').fill('Payment desk');
  await page.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'Post payments' }).click();
  await page.getByLabelText('Your password').fill('Secret#2026');
}

it('a new API key has the chosen permissions, and its secret is shown', async () => {
  const sent = answerApi(
    maker,
    answers<ListApiKeys>(LIST, { keys: [] }),
    answers<MakeApiKey>(MAKE, { key, secret: 'bursar_only-once' }),
  );
  await drawFeature(<ApiKeys />, { texts });
  await fill();
  // Permissions that no key can have are not offered.
  await expect.element(page.getByRole('option', { name: 'Make API keys' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect.element(page.getByText('bursar_only-once')).toBeVisible();
  expect(sent).toMatchObject([
    {
      path: '/api/profile/api-keys',
      body: {
        name: 'Payment desk',
        permissions: ['post-payment'],
        expiresInDays: 90,
        password: 'Secret#2026',
      },
    },
  ]);
  await page.getByRole('button', { name: 'I saved the key' }).click();
  await expect.element(page.getByText('bursar_only-once')).not.toBeInTheDocument();
});

it('a refused API key keeps what was typed', async () => {
  answerApi(
    maker,
    answers<ListApiKeys>(LIST, { keys: [] }),
    refuses<MakeApiKey>(MAKE, 'api_keys_full', { limit: 20 }),
  );
  await drawFeature(<ApiKeys />, { texts });
  await fill();
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect.element(page.getByText('You have 20 keys.', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Payment desk');
});

it('an API key is revoked after a question, also without the permission to make one', async () => {
  const sent = answerApi(
    sessionWith('read-loans'),
    answers<ListApiKeys>(LIST, { keys: [key] }),
    answers<RevokeApiKey>('POST /api/profile/api-keys/:apiKeyId/revoke', { revoked: true }),
  );
  await drawFeature(<ApiKeys />, { texts });
  await page.getByRole('button', { name: 'Revoke: Nightly export' }).click();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect
    .poll(() => sent.map(({ path }) => path))
    .toEqual([`/api/profile/api-keys/${key.id}/revoke`]);
  await expect
    .element(page.getByRole('button', { name: 'Make an API key' }))
    .not.toBeInTheDocument();
});
