import { findBrowser } from './find-browser.ts';
import { Refusal } from './refusal.ts';

export type BrowserOptions = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly env: Record<string, string>;
  readonly handleSIGINT: false;
  readonly handleSIGTERM: false;
  readonly handleSIGHUP: false;
};

/**
 * Chromium reads only the last list of features to turn off, so this list repeats Playwright's own;
 * a test of the benchmark compares the two. The omnibox takes half a second of processor time for
 * each new window of a full Chromium, although a headless one never shows it.
 */
export const featuresOff: readonly string[] = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // The features that Playwright itself turns off.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

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
      `--disable-features=${featuresOff.join(',')}`,
    ],
    // The browser's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // If the machine sets no language, Chromium would rename downloads with non-ASCII names.
    env: { LANG: 'C.UTF-8', ...definedIn(process.env) },
    // A signal reaches the whole command, which closes its browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

function definedIn(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
