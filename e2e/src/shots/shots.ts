import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { chooseBrowser } from '@bursar/tools/browser-options';
import { withDemoProduct, type DemoProduct } from '@bursar/tools/demo-product';
import { homeFolder } from '@bursar/tools/home-folder';
import { runCommand } from '@bursar/tools/refusal';
import { listViews } from './list-views.ts';
import { variants, type Variant } from './variants.ts';
import { openSessions, type Sessions } from './open-sessions.ts';
import { takeShot, type Shot } from './take-shot.ts';

/** Number of pages at the same time: more would only wait for each other. */
const atOnce = 2;

/**
 * Takes pictures of every page in every variant, into `shots/`. Arguments select the files whose
 * names contain one of them: `npm run shots -- loan-details rtl`. The exit code is 1 if a browser
 * complained.
 */
export const main = (words: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const browser = await chromium.launch(await chooseBrowser());
    try {
      await withDemoProduct(console.log, (product) => shootAll({ browser, product, words }));
    } finally {
      await browser.close();
    }
  });

type Studio = {
  readonly browser: Browser;
  readonly product: DemoProduct;
  readonly words: readonly string[];
};

async function shootAll({ browser, product, words }: Studio): Promise<void> {
  const sessions = await openSessions(browser, product.address);
  const waiting = (await listShots(product)).filter(
    ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  console.log(`Taking ${waiting.length} pictures …`);
  let complained = 0;
  const takeWaiting = async (): Promise<void> => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      const complaints = await shoot({ browser, address: product.address, sessions, shot });
      for (const complaint of complaints) console.error(`✗ ${shot.file} ${complaint}`);
      complained += complaints.length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeWaiting));
  console.log(`The pictures are in ${folder}`);
  if (complained > 0) {
    console.error(`The browser complained ${complained} times.`);
    process.exitCode = 1;
  }
}

const folder = join(homeFolder, 'shots');

async function listShots({ owner }: DemoProduct): Promise<Shot[]> {
  const views = await listViews(owner);
  return variants.flatMap((variant) =>
    views.map((view) => ({ ...view, variant, file: fileOf(view.name, variant) })),
  );
}

function fileOf(name: string, variant: Variant): string {
  return `${name}.${variant.name}.${variant.width}.png`;
}

type Sitting = {
  readonly browser: Browser;
  readonly address: string;
  readonly sessions: Sessions;
  readonly shot: Shot;
};

async function shoot({ browser, address, sessions, shot }: Sitting): Promise<readonly string[]> {
  const path = join(folder, shot.file);
  mkdirSync(dirname(path), { recursive: true });
  const session = shot.role === null ? undefined : sessions.get(shot.role);
  return takeShot(browser, { shot, address, session, path });
}
