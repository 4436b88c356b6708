import type { Page } from 'playwright-core';
import { medianOf } from '../median.ts';
import { openSlowPage } from './slow-page.ts';
import type { Visit } from './web.ts';

export type TypingMeasurement = {
  /** The time from a key until the new allocation of the payment is visible. */
  readonly medianMs: number;
  readonly slowestMs: number;
};

type TypingVisit = Visit & {
  /** The factor by which the browser is slower than this machine. */
  readonly rate: number;
};

/** Every digit changes the allocation, and the amount stays below the payoff. */
const typed = ['1', '2', '3', '4'] as const;

/** Measures typing an amount into the payment form of the first active loan. */
export async function measureTyping(visit: TypingVisit): Promise<TypingMeasurement> {
  const keys: number[] = [];
  for (let run = 0; run < visit.runs; run += 1) keys.push(...(await typeOnce(visit)));
  return { medianMs: medianOf(keys), slowestMs: Math.max(...keys) };
}

async function typeOnce({
  browser,
  address,
  session,
  rate,
}: TypingVisit): Promise<readonly number[]> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    ...(session && { storageState: session }),
  });
  try {
    const page = await openSlowPage(context, { rate });
    // A closed loan takes no payment.
    await page.goto('/allloan?status=active');
    const loan = page.locator('main [role=grid] tbody a').first();
    await page.goto(`${(await loan.getAttribute('href')) ?? ''}&panel=payment`);
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.fill('');
    await page.waitForLoadState('networkidle');
    await page.evaluate(noteKeys);
    for (const [index, key] of typed.entries()) {
      await page.keyboard.press(key);
      await page.waitForFunction((keys) => window.benchKeys.length === keys, index + 1);
      // Longer than the pause before schedules are requested, so that each key is measured alone.
      await page.waitForTimeout(400);
    }
    return await readKeys(page);
  } finally {
    await context.close();
  }
}

const readKeys = (page: Page): Promise<readonly number[]> => page.evaluate(() => window.benchKeys);

/** Runs in the page. It measures from each key to the frame after the allocation has changed. */
function noteKeys(): void {
  window.benchKeys = [];
  const split = () =>
    document.querySelector('[role=dialog] section[aria-live=polite]')?.textContent ?? '';
  let shown = split();
  let pressed = 0;
  document.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  new MutationObserver(() => {
    const from = pressed;
    if (from === 0 || split() === shown) return;
    shown = split();
    pressed = 0;
    requestAnimationFrame(() => setTimeout(() => window.benchKeys.push(performance.now() - from)));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

declare global {
  interface Window {
    benchKeys: number[];
  }
}
