import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { FaqPage } from './FaqPage.tsx';

it('the first answer is open, and stays closed once it was closed', async () => {
  await drawFeature(<FaqPage />, { texts: ['help'] });
  const first = page.getByRole('button', { name: 'Why can I not see a loan?' });
  await expect.element(first).toHaveAttribute('aria-expanded', 'true');
  await first.click();
  await expect.element(first).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Why was I signed out?' }).click();
  await expect.element(first).toHaveAttribute('aria-expanded', 'false');
});
