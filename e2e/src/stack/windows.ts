import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A browser window that one visitor uses at a time. */
export type Window = { readonly context: BrowserContext; readonly page: Page };

type OpenWindow = Window & {
  /** Scripts that a journey added to every page. */
  readonly added: { dispose(): Promise<void> }[];
};

/** Playwright's own, which `playwright.config.ts` does not change. */
const media = { colorScheme: 'light', reducedMotion: 'reduce', media: null } as const;

/**
 * Reuses windows within a worker: a new one costs the processor twice as much, because its process
 * starts, and loads and compiles every script again. A returned window has no cookies, stored
 * values, history, routes, listeners or added scripts; only its cache of files remains.
 */
export function windowsOf(browser: Browser, address: string) {
  const free: OpenWindow[] = [];
  const taken = new Set<OpenWindow>();
  const open = async (): Promise<OpenWindow> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const window = { context, page, added: [] };
    noteScripts(window);
    return window;
  };
  return {
    take: async (): Promise<Window> => {
      const window = free.pop() ?? (await open());
      taken.add(window);
      return window;
    },
    /** Closes the window instead, if a journey failed in it. */
    giveBack: async ({ context }: Window, { isClean }: { isClean: boolean }): Promise<void> => {
      const window = [...taken].find((one) => one.context === context);
      if (window === undefined) throw new Error('The window is not from here.');
      taken.delete(window);
      if (!isClean || window.page.isClosed()) return context.close();
      await clear(window, address);
      free.push(window);
    },
  };
}

/** Remembers the scripts that are added to a window, to remove them. */
function noteScripts({ context, page, added }: OpenWindow): void {
  const noting =
    (add: Page['addInitScript']): Page['addInitScript'] =>
    async (...script) => {
      const disposable = await add(...script);
      added.push(disposable);
      return disposable;
    };
  context.addInitScript = noting(context.addInitScript.bind(context));
  page.addInitScript = noting(page.addInitScript.bind(page));
}

async function clear({ context, page, added }: OpenWindow, address: string): Promise<void> {
  for (const part of [context, page]) part.removeAllListeners();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all([...others.map((one) => one.close()), context.unrouteAll(), page.unrouteAll()]);
  await Promise.all(added.splice(0).map((script) => script.dispose()));
  await context.setOffline(false);
  // A page of the same origin stays in the same process, and can clear its storage.
  await page.goto(`${address}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await page.emulateMedia(media);
}
