import type { Browser } from 'playwright-core';
import { medianPage, type PageContent, type PageMeasurement, visitPage } from './measure-page.ts';
import type { Session } from './sign-in.ts';

/** Addresses of public projects' pages, which are measured alternately with Bursar's own. */
export type Peers = {
  readonly dashboard?: string | undefined;
  readonly list?: string | undefined;
};

/** Measurements of Bursar's page and the public page, taken in the same minutes. */
export type Pair = { readonly own: PageMeasurement; readonly peer: PageMeasurement };

export type PeerMeasurement = { readonly dashboard?: Pair; readonly list?: Pair };

/**
 * Selectors of the cards of Bootstrap and shadcn, and of charts: a canvas or an SVG of a known
 * library.
 */
const peerDashboard: PageContent = {
  content: '.card, [data-slot=card]',
  picture: 'main canvas, .card canvas, svg.recharts-surface, .apexcharts-svg',
};

const peerList: PageContent = { content: 'table tbody tr' };

type Compared = {
  readonly browser: Browser;
  readonly address: string;
  readonly session: Session;
  readonly runs: number;
  readonly peers: Peers;
  readonly ownDashboard: PageContent & { readonly path: string };
  readonly ownList: PageContent & { readonly path: string };
};

/**
 * Measures Bursar's and public pages alternately, because the speed of a machine changes from
 * minute to minute.
 */
export async function measurePeers(compared: Compared): Promise<PeerMeasurement> {
  const { peers, ownDashboard, ownList } = compared;
  const dashboard =
    peers.dashboard === undefined
      ? undefined
      : await takeTurns(compared, ownDashboard, { ...peerDashboard, path: peers.dashboard });
  const list =
    peers.list === undefined
      ? undefined
      : await takeTurns(compared, ownList, { ...peerList, path: peers.list });
  return { ...(dashboard && { dashboard }), ...(list && { list }) };
}

type Placed = PageContent & { readonly path: string };

async function takeTurns(compared: Compared, own: Placed, peer: Placed): Promise<Pair> {
  const { browser, address, session, runs } = compared;
  const measured: Pair[] = [];
  for (let run = 0; run < runs; run += 1) {
    measured.push({
      own: await visitPage({ browser, address, session, ...own }),
      peer: await visitPage({ browser, address: new URL(peer.path).origin, ...peer }),
    });
  }
  return {
    own: medianPage(measured.map((pair) => pair.own)),
    peer: medianPage(measured.map((pair) => pair.peer)),
  };
}
