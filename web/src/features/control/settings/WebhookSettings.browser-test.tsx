import type {
  CreateWebhook,
  ListWebhookDeliveries,
  ListWebhooks,
  ReplayWebhookDelivery,
  RotateWebhookSecret,
} from '@bursar/contracts/control/webhooks';
import type { ListPortfolioSettings } from '@bursar/contracts/control/portfolio-settings';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';

const LIST = 'GET /api/webhooks';
const CREATE = 'POST /api/webhooks';
const texts = ['webhooks', 'audit', 'failures'];
const portfolioId = '0190c5d2-0000-7000-8000-000000000001';
const eventId = '0190c5d2-0000-7000-8000-000000000002';

const webhook = {
  id: '0190c5d2-0000-7000-8000-000000000003',
  portfolio: { id: portfolioId, name: 'North' },
  name: 'Ledger',
  url: 'https://ledger.example/bursar',
  events: ['post-payment'],
  state: 'active' as const,
  pausedBecause: null,
  earlierSecretUntil: null,
  lastDeliveredAt: null,
  waiting: 1,
  failed: 0,
  createdAt: '2026-11-27T08:00:00.000Z',
  version: 3,
};

const portfolios = answers<ListPortfolioSettings>('GET /api/portfolio-settings', {
  portfolios: [
    {
      id: portfolioId,
      name: 'North',
      currency: 'USD',
      timeZone: 'UTC',
      fiscalYearMonth: 1,
      printNumbers: 'point',
      printDates: 'words',
      mayChangeTimeZone: true,
    },
  ],
});

async function fill(): Promise<void> {
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByLabelText('Name').fill('Ledger');
  await page.getByLabelText('Address').fill('https://ledger.example/bursar');
  await page.getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option', { name: 'Payment posted', exact: true }).click();
}

it('a new webhook has the chosen events, and its secret is shown once', async () => {
  const sent = answerApi(
    portfolios,
    answers<ListWebhooks>(LIST, { webhooks: [] }),
    answers<CreateWebhook>(CREATE, { webhook, secret: 'whsec_only-once' }),
  );
  await drawFeature(<WebhookSettings />, { texts });
  await fill();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect.element(page.getByText('whsec_only-once')).toBeVisible();
  expect(sent).toMatchObject([
    {
      path: '/api/webhooks',
      body: {
        portfolioId,
        name: 'Ledger',
        url: 'https://ledger.example/bursar',
        events: ['post-payment'],
      },
    },
  ]);
  await page.getByRole('button', { name: 'I saved the secret' }).click();
  await expect.element(page.getByText('whsec_only-once')).not.toBeInTheDocument();
});

it('a refused address is explained next to its field', async () => {
  answerApi(
    portfolios,
    answers<ListWebhooks>(LIST, { webhooks: [] }),
    refuses<CreateWebhook>(CREATE, 'webhook_address_forbidden', { host: '10.0.0.1' }),
  );
  await drawFeature(<WebhookSettings />, { texts });
  await fill();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect
    .element(page.getByText('10.0.0.1 is not an address on the public internet.', { exact: false }))
    .toBeVisible();
});

it('a webhook shows its deliveries, sends one again and gets a new secret after a question', async () => {
  const sent = answerApi(
    answers<ListWebhooks>(LIST, { webhooks: [webhook] }),
    answers<ListWebhookDeliveries>('GET /api/webhooks/:webhookId/deliveries', {
      deliveries: [
        {
          eventId,
          event: 'post-payment',
          eventAt: '2026-11-27T09:00:00.000Z',
          state: 'waiting',
          attempts: 2,
          lastAttemptAt: '2026-11-27T09:00:10.000Z',
          nextAttemptAt: '2026-11-27T09:01:10.000Z',
          status: null,
          answer: 'out of order',
          failure: 'connection-lost',
        },
      ],
      nextCursor: null,
    }),
    answers<ReplayWebhookDelivery>('POST /api/webhooks/:webhookId/deliveries/:eventId/replay', {
      queued: 1,
    }),
    answers<RotateWebhookSecret>('POST /api/webhooks/:webhookId/secret', {
      webhook,
      secret: 'whsec_second',
    }),
  );
  await drawFeature(<WebhookSettings />, { texts });
  await page.getByRole('button', { name: 'Open Ledger' }).click();
  await expect.element(page.getByText('out of order')).toBeVisible();
  await expect
    .element(page.getByText('The receiver ended the connection without an answer.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Send again: Payment posted', exact: false }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page
    .getByRole('dialog', { name: 'Make a new secret?' })
    .getByRole('button', { name: 'New secret' })
    .click();
  await expect.element(page.getByText('whsec_second')).toBeVisible();
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/api/webhooks/${webhook.id}/deliveries/${eventId}/replay`, body: null },
    { path: `/api/webhooks/${webhook.id}/secret`, body: { version: 3 } },
  ]);
});
