import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { replicaOf, type Database } from '../../../platform/database.ts';
import { onFinishedStatement, statementCounts } from '../../../platform/postgres/statements.ts';
import { readDatabaseFigures, type LabelledCount } from './metrics.store.ts';

export type AnsweredCall = {
  readonly method: string;
  /** The route's template, so that each id does not make a separate series. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

export type Metrics = {
  readonly contentType: string;
  readonly countCall: (call: AnsweredCall) => void;
  readonly countOpenCalls: (change: 1 | -1) => void;
  readonly write: () => Promise<string>;
  readonly stop: () => void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Collects the metrics of one process and of the database that it uses. */
export function collectMetrics(database: Database): Metrics {
  const registry = new Registry();
  // Adds metrics of memory, processor time, open files, garbage collections and the delay of the
  // event loop.
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'bursar_http_request_duration_seconds',
    help: 'Duration of answered calls by route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const openCalls = new Gauge({
    name: 'bursar_http_requests_open',
    help: 'Calls that are being answered, including open live streams',
    registers: [registry],
  });
  const stop = collectStatements(registry);
  collectReplica(registry, database);
  const collectDatabase = databaseGauges(registry, database);
  return {
    contentType: registry.contentType,
    countCall: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    countOpenCalls: (change) => openCalls.inc(change),
    write: async () => {
      await collectDatabase();
      return registry.metrics();
    },
    stop,
  };
}

function collectStatements(registry: Registry): () => void {
  const statements = new Histogram({
    name: 'bursar_database_statement_duration_seconds',
    help: 'Duration of statements on their connection',
    buckets: SECONDS,
    registers: [registry],
  });
  gaugeOf(registry, 'bursar_database_statements_running', 'Statements of this process that run', {
    collect: () => statementCounts.running,
  });
  gaugeOf(
    registry,
    'bursar_database_statements_waiting',
    'Statements of this process that wait for a connection of its pool',
    { collect: () => statementCounts.waiting },
  );
  return onFinishedStatement(({ ms }) => statements.observe(ms / 1000));
}

function collectReplica(registry: Registry, database: Database): void {
  const replica = replicaOf(database);
  if (!replica) return;
  const reads: Counter = new Counter({
    name: 'bursar_replica_reads_total',
    help: 'Reads that the replica answered, or the primary because the replica could not',
    labelNames: ['answered', 'reason'],
    registers: [registry],
    collect: () => {
      reads.reset();
      for (const [reason, count] of Object.entries(replica.counts)) {
        const isByReplica = reason === 'replica';
        const answered = isByReplica ? 'replica' : 'primary';
        reads.inc({ answered, reason: isByReplica ? 'fresh' : reason }, count);
      }
    },
  });
  gaugeOf(registry, 'bursar_replica_lag_bytes', 'Log of the primary that is not replayed yet', {
    collect: () => replica.lagBytes() ?? Number.NaN,
  });
}

/**
 * Registers gauges over the whole database, which every process reports alike. Returns a function
 * that updates them.
 */
function databaseGauges(registry: Registry, database: Database): () => Promise<void> {
  const gauge = (name: string, help: string): Gauge => gaugeOf(registry, `bursar_${name}`, help);
  const grouped = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `bursar_${name}`, help, labelNames, registers: [registry] });
  const isUp = gauge('database_up', 'Whether the figures of the database could be read');
  const single = {
    mailsWaiting: gauge('outbox_waiting', 'Mails that are not sent yet'),
    mailsFailing: gauge('outbox_failing', 'Mails of which an attempt failed'),
    deliveriesWaiting: gauge('webhook_deliveries_waiting', 'Webhook deliveries that wait'),
    auditEventsUnsealed: gauge('audit_events_unsealed', 'Audit events outside the hash chain'),
    closesRunning: gauge('closes_running', 'Days that are being closed'),
    closesFailed: gauge('closes_failed', 'Days whose close failed and is tried again'),
    lastCloseAt: gauge('last_close_timestamp_seconds', 'When a day was last closed'),
    oldestClosedDay: gauge(
      'oldest_closed_day_timestamp_seconds',
      'Last closed day of the portfolio that is furthest behind',
    ),
    lastBackupAt: gauge(
      'last_backup_timestamp_seconds',
      'When the last backup that could be read back was taken',
    ),
    maxConnections: gauge('database_max_connections', 'Connections that PostgreSQL allows'),
  };
  const connections = grouped('database_connections', 'Connections of all processes', ['state']);
  const imports = grouped('imports', 'Imports by state', ['state']);
  const jobs = grouped('jobs', 'Jobs in the queue by name and state', ['job', 'state']);
  const jobEnds = grouped('job_last_completed_timestamp_seconds', 'Last completed run', ['job']);
  const failures = new Counter({
    name: 'bursar_metrics_failures_total',
    help: 'Scrapes in which the database could not be asked',
    registers: [registry],
  });
  return async () => {
    for (const each of [...Object.values(single), connections, imports, jobs, jobEnds])
      each.reset();
    try {
      const found = await readDatabaseFigures(database);
      isUp.set(1);
      for (const [name, each] of Object.entries(single)) {
        each.set(found.figures[name as keyof typeof single] ?? Number.NaN);
      }
      setCounts(connections, found.connections);
      setCounts(imports, found.imports);
      for (const { name, state, count, lastEndedAt } of found.jobs) {
        jobs.set({ job: name, state }, count);
        if (state === 'completed' && lastEndedAt !== null) jobEnds.set({ job: name }, lastEndedAt);
      }
    } catch {
      isUp.set(0);
      failures.inc();
    }
  };
}

function setCounts(gauge: Gauge<'state'>, counts: readonly LabelledCount[]): void {
  for (const { label, count } of counts) gauge.set({ state: label }, count);
}

function gaugeOf(
  registry: Registry,
  name: string,
  help: string,
  { collect }: { readonly collect?: () => number } = {},
): Gauge {
  return new Gauge({
    name,
    help,
    registers: [registry],
    ...(collect && {
      collect() {
        this.set(collect());
      },
    }),
  });
}
