import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import type { BrowserOptions } from '@bursar/tools/browser-options';
import { signInWithin } from './sign-in.ts';

export type LighthouseScores = {
  readonly page: string;
  readonly device: 'desktop' | 'mobile';
  /** Scores out of 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
};

type Where = { readonly options: BrowserOptions; readonly address: string };

/**
 * Runs Lighthouse with its settings for a desktop and a phone, on the sign-in page and on `/`
 * signed in.
 */
export async function measureLighthouse({ options, address }: Where): Promise<LighthouseScores[]> {
  const profile = mkdtempSync(join(tmpdir(), 'bursar-lighthouse-'));
  const port = await findFreePort();
  const args = [...options.args, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(profile, { ...options, args });
  try {
    const signIn = await score({ port, address, page: '/auth/boxed-signin' });
    // Lighthouse opens another tab, which shares the cookies of this one.
    await signInWithin(context, address);
    return [...signIn, ...(await score({ port, address, page: '/' }))];
  } finally {
    await context.close();
    rmSync(profile, { recursive: true });
  }
}

type Scored = { readonly port: number; readonly address: string; readonly page: string };

async function score({ port, address, page }: Scored): Promise<LighthouseScores[]> {
  const scores: LighthouseScores[] = [];
  for (const device of ['desktop', 'mobile'] as const) {
    const result = await lighthouse(
      address + page,
      {
        port,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
      },
      device === 'desktop' ? desktopConfig : undefined,
    );
    if (!result) throw new Error('Lighthouse had nothing to say.');
    const { categories } = result.lhr;
    const hundredths = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
    scores.push({
      page,
      device,
      performance: hundredths('performance'),
      accessibility: hundredths('accessibility'),
      bestPractices: hundredths('best-practices'),
    });
  }
  return scores;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
