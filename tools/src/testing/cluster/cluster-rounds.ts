import { setTimeout as wait } from 'node:timers/promises';
import { endBursar, launchBursar, type BursarProcess } from '../bursar-process.ts';
import { checkPayments } from '../crash/check-payments.ts';
import { openOffice } from '../crash/office.ts';
import {
  letClientsPay,
  slower,
  type PayingClients,
  type SlowestAnswer,
} from '../crash/paying-clients.ts';
import { whatIsWrongBehindProxy, type Tally } from './behind-proxy.ts';
import { checkImports, letClientImport } from './importing-client.ts';
import { letClientRead } from './reading-clients.ts';
import { startCluster, type Cluster } from './start-cluster.ts';

const kinds = ['api', 'pooler', 'proxy', 'primary'] as const;
type Kind = (typeof kinds)[number];

export type ClusterReport = {
  readonly acknowledged: number;
  readonly importsBooked: number;
  readonly calls: number;
  /** The longest time that a client waited for an answer of any kind. */
  readonly slowestAnswer: SlowestAnswer;
  /** The longest time from each kind of failure to the next acknowledged payment. */
  readonly slowestServiceMs: Readonly<Record<Kind, number>>;
  /** The longest time from a promotion to the next acknowledged payment. */
  readonly slowestAfterPromotionMs: number;
  /** Describes the problems; empty if there were none. */
  readonly problems: readonly string[];
};

const PAYING_CLIENTS = 5;
const READING_CLIENTS = 2;
const LOAD_MS = 1_000;
/** The time after which a service manager restarts a killed process. */
const RESTART_MS = 500;
const SERVING_WITHIN_MS = 60_000;

/** Kills each part of a cluster in turn while eight clients pay, import and read. */
export async function killInTurns(rounds: number): Promise<ClusterReport> {
  const cluster = await startCluster();
  const nodes: BursarProcess[] = [];
  try {
    for (const port of cluster.nodePorts) nodes.push(launchNode(cluster, port));
    await Promise.all(nodes.map((node) => node.address()));
    return await underLoad(cluster, nodes, rounds);
  } finally {
    await Promise.all(nodes.map((node) => endBursar(node, 'SIGKILL')));
    await cluster.stop();
  }
}

const launchNode = ({ env }: Cluster, port: number): BursarProcess =>
  launchBursar({ ...env, PORT: String(port), TRUST_PROXY: '127.0.0.1' });

async function underLoad(
  cluster: Cluster,
  nodes: BursarProcess[],
  rounds: number,
): Promise<ClusterReport> {
  const owner = cluster.openOwner();
  const over = new AbortController();
  const tally: Tally = { slowest: { ms: 0, call: '' }, calls: 0, complaints: new Map() };
  const watched = { tally, signal: over.signal };
  const { address } = cluster;
  const office = await openOffice(owner, address);
  await owner.end({ timeout: 5 });
  const payers = letClientsPay(office, [address], {
    clients: PAYING_CLIENTS,
    whatIsWrongWith: whatIsWrongBehindProxy,
  });
  const importing = letClientImport(office, address, watched);
  const reading = Array.from({ length: READING_CLIENTS }, () =>
    letClientRead(office, address, watched),
  );
  const measured = await strikeInTurns({ cluster, nodes, payers }, rounds);
  over.abort();
  const [booked] = await Promise.all([importing, payers.stop(), ...reading]);
  const checker = cluster.openOwner();
  try {
    const problems = [
      ...measured.problems,
      ...tally.complaints.values(),
      ...(await checkPayments(checker, payers)),
      ...(await checkImports(checker, booked)),
    ];
    return {
      acknowledged: payers.acknowledged.size,
      importsBooked: booked.size,
      calls: tally.calls + payers.sent.size,
      slowestAnswer: slower(tally.slowest, payers.slowestAnswer()),
      slowestServiceMs: measured.slowestServiceMs,
      slowestAfterPromotionMs: measured.slowestAfterPromotionMs,
      problems,
    };
  } finally {
    await checker.end({ timeout: 5 });
  }
}

type Struck = {
  readonly cluster: Cluster;
  readonly nodes: BursarProcess[];
  readonly payers: PayingClients;
};

async function strikeInTurns(struck: Struck, rounds: number) {
  const slowestServiceMs: Record<Kind, number> = { api: 0, pooler: 0, proxy: 0, primary: 0 };
  const problems: string[] = [];
  let slowestAfterPromotionMs = 0;
  for (let round = 0; round < rounds && struck.payers.complaints.length === 0; round += 1) {
    for (const kind of kinds) {
      await wait(LOAD_MS);
      const struckAt = performance.now();
      const { goesOnAt, recover } = await strike(struck, kind, round);
      const isServed = await Promise.race([
        struck.payers.isServed(struck.cluster.address).then(() => true),
        wait(SERVING_WITHIN_MS, false, { ref: false }),
      ]);
      const servedAt = performance.now();
      if (!isServed) problems.push(`round ${round + 1}: no payment after the loss of ${kind}`);
      slowestServiceMs[kind] = Math.max(slowestServiceMs[kind], servedAt - struckAt);
      if (kind === 'primary') {
        slowestAfterPromotionMs = Math.max(slowestAfterPromotionMs, servedAt - goesOnAt);
      }
      await recover();
    }
  }
  return { problems, slowestServiceMs, slowestAfterPromotionMs };
}

type Strike = {
  /** The time at which the service can continue: after a promotion, after a restart, or at once. */
  readonly goesOnAt: number;
  readonly recover: () => Promise<void>;
};

async function strike({ cluster, nodes }: Struck, kind: Kind, round: number): Promise<Strike> {
  const nothing = async (): Promise<void> => undefined;
  switch (kind) {
    case 'api': {
      const at = round % nodes.length;
      const [node, port] = [nodes[at], cluster.nodePorts[at]];
      if (!node || port === undefined) throw new Error('the cluster has no such node');
      await endBursar(node, 'SIGKILL');
      const goesOnAt = performance.now();
      const recover = async (): Promise<void> => {
        const next = launchNode(cluster, port);
        nodes[at] = next;
        await next.address();
      };
      return { goesOnAt, recover };
    }
    case 'pooler':
    case 'proxy':
      await cluster[kind].kill();
      await wait(RESTART_MS);
      cluster[kind].start();
      return { goesOnAt: performance.now(), recover: nothing };
    case 'primary':
      await cluster.losePrimary();
      await cluster.promoted();
      return { goesOnAt: performance.now(), recover: () => cluster.bringBack() };
  }
}
