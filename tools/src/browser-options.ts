import { findBrowser } from './find-browser.ts';
import { Refusal } from './refusal.ts';

export type BrowserOptions = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly handleSIGINT: false;
  readonly handleSIGTERM: false;
  readonly handleSIGHUP: false;
};

/** Returns Playwright's launch options for the browser of this machine. */
export async function chooseBrowser(): Promise<BrowserOptions> {
  const browser = await findBrowser();
  if (!browser.ok) throw new Refusal(browser.problem);
  return {
    executablePath: browser.program,
    // Without network access the browser must not wait for its own services.
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    // The browser's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // A signal reaches the whole command, which closes its browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}
