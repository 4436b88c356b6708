import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { noteRefusedPage } from '../../../lib/refused-page.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { UnauthorizedPage } from './error-pages.tsx';

beforeEach(() => {
  signInAs({ role: 'agent', permissions: [] });
});

it('the page without access shows the refused path', async () => {
  noteRefusedPage('/allloan');
  onTestFinished(() => noteRefusedPage(undefined));
  await drawFeature(<UnauthorizedPage />, { texts: ['errors', 'app'] });
  await expect.element(page.getByRole('code')).toHaveTextContent(/^\/allloan$/);
});

it('the page without access shows no path if it was opened itself', async () => {
  await drawFeature(<UnauthorizedPage />, { texts: ['errors', 'app'] });
  await expect.element(page.getByRole('heading')).toBeVisible();
  await expect.element(page.getByRole('code')).not.toBeInTheDocument();
});
