import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { HandedOver } from './HandedOver.tsx';

const lastToast = () => toastStore.read().at(-1)?.message;

it('a link that cannot be copied on a page without encryption says so', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  await drawFeature(<HandedOver kind="link" meaning="Pass it on." value="https://a.example" />, {
    texts: ['staff'],
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(lastToast).toMatch(/^The browser blocked copying/);
});
