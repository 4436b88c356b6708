import { Readable } from 'node:stream';
import {
  exportAudit,
  listAudit,
  verifyAudit as verifyContract,
  type AuditEvent,
} from '@bursar/contracts/audit';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { repeatWhileListening } from '../../platform/repeat.ts';
import { writeCsvLine } from '../../platform/write-csv.ts';
import { sealAudit, verifyAudit } from './audit-seals.ts';
import { listAuditRows, listEventNames, type AuditFilter } from './audit.store.ts';

const SEAL_EVERY_MS = 10_000;
const EXPORT_PAGE = 1_000;

export function bindAuditRoutes(platform: Platform): void {
  const { database, clock } = platform;
  sealNowAndThen(platform);

  bindEndpoint(platform, listAudit, async ({ query }) => {
    const [page, events] = await Promise.all([
      listAuditRows(database, query),
      listEventNames(database),
    ]);
    return succeed({ ...page, events });
  });

  bindEndpoint(platform, exportAudit, async ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="audit-trail.csv"');
    return succeed(Readable.from(csvLines(query)));
  });

  bindEndpoint(platform, verifyContract, async () => {
    await sealAudit(database, { now: clock.now(), waits: true });
    return succeed(await verifyAudit(database));
  });

  async function* csvLines(filter: AuditFilter) {
    yield `\uFEFF${writeCsvLine(['at', 'event', 'actor', 'portfolio', 'subject', 'subject_id', 'subject_name', 'before', 'after', 'request_id'])}`;
    let after: string | undefined;
    do {
      const page = await listAuditRows(database, { ...filter, after, limit: EXPORT_PAGE });
      yield page.rows.map((row) => writeCsvLine(cellsOf(row))).join('');
      after = page.nextCursor ?? undefined;
    } while (after);
  }
}

function sealNowAndThen({ app, database, clock }: Platform): void {
  repeatWhileListening(app, {
    everyMs: SEAL_EVERY_MS,
    run: () => sealAudit(database, { now: clock.now(), waits: false }),
    onFailure: (error) => app.log.warn({ err: error }, 'sealing the audit trail waits'),
  });
}

function cellsOf(row: AuditEvent): (string | null)[] {
  const facts = (record: AuditEvent['before']) => record && JSON.stringify(record);
  return [
    row.at,
    row.event,
    row.actor?.name ?? null,
    row.portfolio?.name ?? null,
    row.subject,
    row.subjectId,
    row.subjectName,
    facts(row.before),
    facts(row.after),
    row.requestId,
  ];
}
