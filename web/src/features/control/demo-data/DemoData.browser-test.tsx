import type {
  CreateDemoPortfolio,
  ReadDemoPortfolio,
  RemoveDemoPortfolio,
  ResetDemoPassword,
} from '@bursar/contracts/control/demo-portfolio';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses, type SentCall } from '../../../lib/testing/answer-api.ts';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { DemoData } from './DemoData.tsx';

const texts = ['demo-data', 'failures'];
const READ = 'GET /api/demo-portfolio';
const id = '0190c5d2-0000-7000-8000-000000000001';
const demo = {
  id,
  name: 'Harbour Lending (demo)',
  createdAt: '2026-11-27T08:00:00.000Z',
  loans: 180,
  accounts: [{ role: 'user' as const, name: 'Daniel Reyes', email: 'user@demo-abc.example' }],
};

it('adds demo data, shows the password once and removes the data after a question', async () => {
  const ends = (call: SentCall | undefined, end: string) => call?.path.endsWith(end) ?? false;
  const sent: SentCall[] = answerApi(
    {
      ...answers<ReadDemoPortfolio>(READ, { demo: null }),
      get body() {
        const isThere = sent.length > 0 && !ends(sent.at(-1), '/removal');
        return { demo: isThere ? demo : null };
      },
    },
    answers<CreateDemoPortfolio>('POST /api/demo-portfolio', { demo }),
    answers<ResetDemoPassword>('POST /api/demo-portfolio/:portfolioId/password', {
      password: 'abcd-efgh-jkmn',
    }),
    answers<RemoveDemoPortfolio>('POST /api/demo-portfolio/:portfolioId/removal', {
      removedAt: '2026-11-27T09:00:00.000Z',
    }),
  );
  await drawFeature(<DemoData />, { texts });
  await page.getByRole('button', { name: 'Explore with demo data' }).dblClick();
  await expect.element(page.getByText('user@demo-abc.example')).toBeVisible();
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const added = sent.length;
  await expect.element(page.getByText('has 180 invented loans', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect.element(page.getByText('abcd-efgh-jkmn')).toBeVisible();
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(page.getByText('abcd-efgh-jkmn')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Remove demo data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove demo data?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toHaveLength(added + 1);
  await page.getByRole('button', { name: 'Remove demo data' }).click();
  await dialog.getByRole('button', { name: 'Remove demo data' }).click();
  await expect.poll(() => toastStore.read().at(-1)?.message).toBe('Demo data removed');
  await expect.element(page.getByRole('button', { name: 'Explore with demo data' })).toBeVisible();
  // The button that had the focus is gone.
  await expect.element(page.getByRole('heading', { name: 'Demo data' })).toHaveFocus();
  expect(sent.at(-1)?.path).toBe(`/api/demo-portfolio/${id}/removal`);
});

it('says why demo data could not be added', async () => {
  answerApi(
    answers<ReadDemoPortfolio>(READ, { demo: null }),
    refuses<CreateDemoPortfolio>('POST /api/demo-portfolio', 'demo_portfolio_exists'),
  );
  await drawFeature(<DemoData />, { texts });
  await page.getByRole('button', { name: 'Explore with demo data' }).click();
  await expect
    .poll(() => toastStore.read().at(-1)?.message)
    .toContain('There is demo data already.');
});
