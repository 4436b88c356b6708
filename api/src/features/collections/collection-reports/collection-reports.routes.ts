import {
  listReportRecipients,
  readReportPdf,
  readReportWorkbook,
  setReportRecipients,
} from '@bursar/contracts/collections/collection-reports';
import type { ReportPeriod } from '@bursar/contracts/collections/collection-reports.values';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { answerPdf } from '../../../platform/pdf/answer-pdf.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { buildReport, type CollectionReport } from './build-report.ts';
import { reportDueBy } from './report-period.ts';
import { readRecipients, setRecipients } from './set-recipients.ts';
import { writeReportPdf, writeReportWorkbook } from './write-report.ts';

export function bindCollectionReportRoutes(platform: Platform): void {
  const { database, clock, isMailDelivered } = platform;

  bindEndpoint(platform, listReportRecipients, ({ session }) =>
    readRecipients(database, { isMailDelivered }, session),
  );

  bindEndpoint(platform, setReportRecipients, ({ body, context }) =>
    setRecipients(database, { ...body, isMailDelivered }, context),
  );

  bindEndpoint(platform, readReportPdf, async ({ query, session, reply }) => {
    const report = await reportOf(query.period, session);
    if (!report) return refuse('not_found');
    reply.header('content-disposition', attachmentOf(report, 'pdf'));
    const { language } = query;
    return answerPdf(reply, await writeReportPdf(report, { language, now: clock.now() }));
  });

  bindEndpoint(platform, readReportWorkbook, async ({ query, session, reply }) => {
    const report = await reportOf(query.period, session);
    if (!report) return refuse('not_found');
    reply.header('content-disposition', attachmentOf(report, 'xlsx'));
    return succeed(await writeReportWorkbook(report));
  });

  async function reportOf(period: ReportPeriod, { scope, portfolio, businessDate }: Session) {
    if ((scope.role !== 'user' && scope.role !== 'team') || !portfolio) return null;
    const range = reportDueBy(period, businessDate);
    return buildReport(database, { portfolio, period, range, team: null, scope, businessDate });
  }
}

const attachmentOf = ({ range }: CollectionReport, kind: 'pdf' | 'xlsx'): string =>
  `attachment; filename="collection-report-${range.from}-${range.to}.${kind}"`;
