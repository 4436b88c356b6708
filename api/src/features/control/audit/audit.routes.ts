import {
  exportAudit,
  listAudit,
  verifyAudit as verifyContract,
  type AuditEvent,
} from '@bursar/contracts/control/audit';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';
import { reachesInstallation } from '../../../platform/scope.ts';
import { shownZoneOf } from '../../../platform/session.ts';
import { fileColumns, writeTableCsv } from '../../../platform/table-file.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { sealAudit, verifyAudit } from './audit-seals.ts';
import { listAuditRows, listEventNames, type AuditFilter } from './audit.store.ts';

const SEAL_EVERY_MS = 10_000;
const EXPORT_PAGE = 1_000;

export function bindAuditRoutes(platform: Platform): void {
  const { database, clock } = platform;
  sealNowAndThen(platform);

  bindEndpoint(platform, listAudit, async ({ query, session }) => {
    const { loanId } = query;
    const { scope } = session;
    const loan = loanId ? await findLoanInScope(database, { scope, loanId }) : null;
    // Past actions on a loan do not give access to it after it left the caller's scope.
    if (loanId && !loan) return succeed({ rows: [], nextCursor: null, events: [] });
    const ofLoan = loan && loanId ? { portfolioId: loan.portfolioId, loanId } : undefined;
    const [page, events] = await Promise.all([
      listAuditRows(database, { ...query, ofLoan, scope, timeZone: shownZoneOf(session) }),
      listEventNames(database, scope),
    ]);
    return succeed({ ...page, events });
  });

  bindEndpoint(platform, exportAudit, async ({ query, session, reply }) => {
    const filter = { ...query, scope: session.scope, timeZone: shownZoneOf(session) };
    reply.header('content-disposition', 'attachment; filename="audit-trail.csv"');
    return succeed(writeTableCsv(columns, pages(filter)));
  });

  bindEndpoint(platform, verifyContract, async ({ session: { scope } }) => {
    if (!reachesInstallation(scope)) return refuse('not_found');
    await sealAudit(database, { now: clock.now(), waits: true });
    return succeed(await verifyAudit(database));
  });

  async function* pages(filter: AuditFilter) {
    let after: string | undefined;
    do {
      const page = await listAuditRows(database, { ...filter, after, limit: EXPORT_PAGE });
      yield page.rows;
      after = page.nextCursor ?? undefined;
    } while (after);
  }
}

function sealNowAndThen(platform: Platform): void {
  const { app, database, clock } = platform;
  repeatAsJob(platform, {
    everyMs: SEAL_EVERY_MS,
    run: () => sealAudit(database, { now: clock.now(), waits: false }),
    onFailure: (error) => app.log.warn({ err: error }, 'sealing the audit trail waits'),
  });
}

const factsText = (record: AuditEvent['before']) => record && JSON.stringify(record);

// Every file has all columns, because the page offers no choice of columns.
const { text } = fileColumns<AuditEvent, never>();
const columns = [
  text('at', [], (row) => row.at),
  text('event', [], (row) => row.event),
  text('actor', [], (row) => row.actor?.name ?? null),
  text('portfolio', [], (row) => row.portfolio?.name ?? null),
  text('subject', [], (row) => row.subject),
  text('subject_id', [], (row) => row.subjectId),
  text('subject_name', [], (row) => row.subjectName),
  text('before', [], (row) => factsText(row.before)),
  text('after', [], (row) => factsText(row.after)),
  text('request_id', [], (row) => row.requestId),
];
