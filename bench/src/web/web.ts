import { cpus, loadavg } from 'node:os';
import { type Browser, chromium } from 'playwright-core';
import { chooseBrowser } from '@bursar/tools/browser-options';
import { withDemoProduct } from '@bursar/tools/demo-product';
import { measureLighthouse, type LighthouseScores } from './lighthouse.ts';
import { measureClick, type ClickMeasurement } from './measure-click.ts';
import { measurePage, type PageMeasurement } from './measure-page.ts';
import { measurePeers, type Pair, type PeerMeasurement, type Peers } from './measure-peers.ts';
import { measureTyping, type TypingMeasurement } from './measure-typing.ts';
import { signIn, type Session } from './sign-in.ts';

export type WebMeasurement = {
  readonly signIn: PageMeasurement;
  readonly dashboard: PageMeasurement;
  readonly loanList: PageMeasurement;
  readonly peers: PeerMeasurement;
  readonly firstClick: ClickMeasurement;
  readonly nextClick: ClickMeasurement;
  /** Typing at the speed of a slow laptop, and at this machine's own speed. */
  readonly slowTyping: TypingMeasurement;
  readonly typing: TypingMeasurement;
  readonly lighthouse: readonly LighthouseScores[];
  /**
   * The load average of the last minute at the end. Above the number of cores, times are
   * unreliable.
   */
  readonly load: number;
};

const runs = 5;

/**
 * Measures the first pages that a manager opens, with the demo data, as on a slow laptop with a
 * slow connection. Public pages with given addresses are measured alternately with Bursar's own.
 */
export async function measureWeb(peers: Peers): Promise<WebMeasurement> {
  return withDemoProduct(
    () => undefined,
    async ({ address }) => {
      const options = await chooseBrowser();
      const browser = await chromium.launch(options);
      try {
        const session = await signIn(browser, address);
        const visit = { browser, address, runs };
        const own = { ownDashboard: dashboardPage, ownList: loanListPage };
        const pages = {
          peers: await measurePeers({ ...visit, ...own, session, peers }),
          signIn: await measurePage({ ...visit, ...signInPage }),
          dashboard: await measurePage({ ...visit, ...dashboardPage, session }),
          loanList: await measurePage({ ...visit, ...loanListPage, session }),
          ...(await measureClick({ ...visit, session })),
          slowTyping: await measureTyping({ ...visit, session, rate: 4 }),
          typing: await measureTyping({ ...visit, session, rate: 1 }),
        };
        const lighthouse = await measureLighthouse({ options, address });
        return { ...pages, lighthouse, load: loadavg()[0] ?? 0 };
      } finally {
        await browser.close();
      }
    },
  );
}

const signInPage = { path: '/auth/boxed-signin', content: 'input[type=password]' } as const;
const dashboardPage = {
  path: '/',
  content: 'main dl dd',
  picture: 'main figure [role=slider] svg',
} as const;

const loanListPage = { path: '/allloan', content: 'main [role=grid] tbody a' } as const;

export type Visit = {
  readonly browser: Browser;
  readonly address: string;
  readonly runs: number;
  readonly session?: Session;
};

/**
 * Formats the results for a terminal. Most figures are shown next to the best of seven public
 * dashboards, and next to the target, which is 0.6 × that best figure.
 */
export function describeWeb(measured: WebMeasurement): string {
  const load = `load average ${measured.load.toFixed(1)} on ${cpus().length} cores`;
  return [
    `The web: cold cache, CPU 4 × slower, 10 Mbit/s, 40 ms; median of ${runs}; ${load}`,
    lineOf(['', 'measured', 'best', '0.6 × best']),
    ...describePage('sign-in', measured.signIn, { seenMs: 1080, bytes: 155_000, blockingMs: 263 }),
    ...describePage('/', measured.dashboard, { seenMs: 1740, bytes: 291_000, blockingMs: 639 }),
    ...describeList(measured.loanList),
    ...describePeers(measured.peers),
    ...describeClicks(measured),
    'a payment typed on the page of a loan (at most 50 ms)',
    describeTyping('  key to its split', measured.slowTyping),
    describeTyping('  CPU as it is', measured.typing),
    lineOf(['Lighthouse', 'performance', 'accessibility', 'practices']),
    ...measured.lighthouse.map(({ page, device, performance, accessibility, bestPractices }) =>
      lineOf([`  ${page}, ${device}`, ...[performance, accessibility, bestPractices].map(String)]),
    ),
    '  best of the seven: desktop 98, mobile 71, accessibility 98; aimed at: 99, 90, 100',
  ].join('\n');
}

type Best = { readonly seenMs: number; readonly bytes: number; readonly blockingMs: number };

function describePage(name: string, page: PageMeasurement, best: Best): string[] {
  const picture =
    page.pictureMs === null ? [] : [lineOf(['  charts seen', spellMs(page.pictureMs)])];
  return [
    name,
    lineOf(['  first paint', spellMs(page.paintMs)]),
    compare('  content seen', { value: page.seenMs, best: best.seenMs, spell: spellMs }),
    ...picture,
    lineOf(['  JavaScript until then', spellBytes(page.scriptBytesSeen)]),
    compare('  JavaScript', { value: page.scriptBytes, best: best.bytes, spell: spellBytes }),
    lineOf(['  JavaScript ahead', spellBytes(page.scriptBytesAhead)]),
    lineOf(['  styles', spellBytes(page.styleBytes)]),
    lineOf(['  typefaces', spellBytes(page.fontBytes)]),
    compare('  blocking time', { value: page.blockingMs, best: best.blockingMs, spell: spellMs }),
    lineOf(['  layout shift', page.shift.toFixed(3), '0.00', 'at most 0.02']),
  ];
}

function describeList(list: PageMeasurement): string[] {
  return [
    '/allloan, opened by its address',
    lineOf(['  rows seen', spellMs(list.seenMs)]),
    lineOf(['  blocking time', spellMs(list.blockingMs)]),
    lineOf(['  JavaScript until then', spellBytes(list.scriptBytesSeen)]),
  ];
}

function describePeers({ dashboard, list }: PeerMeasurement): string[] {
  if (!dashboard && !list) return [];
  return [
    lineOf(['in turns', 'own', 'public', 'ratio']),
    ...(dashboard ? describePair('/', { ...dashboard, content: 'figures seen' }) : []),
    ...(list ? describePair('/allloan', { ...list, content: 'rows seen' }) : []),
  ];
}

function describePair(
  name: string,
  { own, peer, content }: Pair & { readonly content: string },
): string[] {
  const line = (label: string, figure: (page: PageMeasurement) => number | null): string[] => {
    const [ours, theirs] = [figure(own), figure(peer)];
    if (ours === null || theirs === null) return [];
    const ratio = theirs === 0 ? '' : `${(ours / theirs).toFixed(2)} ×`;
    return [lineOf([`  ${label}`, spellMs(ours), spellMs(theirs), ratio])];
  };
  return [
    name,
    ...line(content, (page) => page.seenMs),
    ...line('charts seen', (page) => page.pictureMs),
    ...line('largest paint', (page) => page.largestPaintMs),
    ...line('blocking time', (page) => page.blockingMs),
  ];
}

function describeClicks({ firstClick, nextClick }: WebMeasurement): string[] {
  return [
    'click to /allloan',
    compare('  rows seen, first', { value: firstClick.seenMs, best: 502, spell: spellMs }),
    compare('  rows seen, again', { value: nextClick.seenMs, best: 242, spell: spellMs }),
    compare('  blocking time', { value: firstClick.blockingMs, best: 106, spell: spellMs }),
    compare('  JavaScript more', {
      value: firstClick.scriptBytes,
      best: 27_000,
      spell: spellBytes,
    }),
  ];
}

function describeTyping(label: string, { medianMs, slowestMs }: TypingMeasurement): string {
  return lineOf([label, spellMs(medianMs), `slowest ${spellMs(slowestMs)}`]);
}

type Compared = {
  readonly value: number;
  readonly best: number;
  readonly spell: (value: number) => string;
};

function compare(label: string, { value, best, spell }: Compared): string {
  return lineOf([label, spell(value), spell(best), spell(best * 0.6)]);
}

function lineOf([label = '', ...figures]: readonly string[]): string {
  return (label.padEnd(26) + figures.map((figure) => figure.padStart(15)).join('')).trimEnd();
}

function spellMs(value: number): string {
  return `${Math.round(value)} ms`;
}

function spellBytes(value: number): string {
  return `${(value / 1000).toFixed(1)} KB`;
}
