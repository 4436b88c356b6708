import {
  reportPeriods,
  type ReportPeriod,
} from '@bursar/contracts/collections/collection-reports.values';
import { calendarDate, calendarDaysBetween } from '@bursar/loan-maths/calendar';
import type { Database } from '../../../platform/database.ts';
import { enqueueMail, type MailAttachment } from '../../../platform/mail/enqueue-mail.ts';
import { scopeOf } from '../../../platform/scope.ts';
import { dayIn } from '../../../platform/clock.ts';
import { pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';
import { buildReport } from './build-report.ts';
import {
  claimReport,
  listRecipients,
  listReportPortfolios,
  wasMailed,
  type Recipient,
  type ReportPortfolio,
} from './collection-reports.store.ts';
import { reportDueBy, type ReportRange } from './report-period.ts';
import { reportTexts } from './report-text.ts';
import { writeReportPdf, writeReportWorkbook } from './write-report.ts';

/** A report that could not be mailed on its day is mailed at most this many days later. */
const LATE_DAYS_MAX = 2;

/**
 * Mails each portfolio's weekly report on Friday and its monthly report on the first of the month,
 * in the portfolio's time zone, once and to those who were chosen by that day. A report waits for
 * the close of its last day, at most `LATE_DAYS_MAX` days. A failure in one portfolio does not stop
 * the others.
 */
export async function mailReports(database: Database, now: Date): Promise<void> {
  const failures: unknown[] = [];
  const portfolios = await listReportPortfolios(database, now.toISOString());
  for (const { today, lastClosedDay, ...portfolio } of portfolios) {
    for (const period of reportPeriods) {
      const range = reportDueBy(period, today);
      const late = calendarDaysBetween(calendarDate(range.dueOn), calendarDate(today));
      if (late > LATE_DAYS_MAX) continue;
      // The close of the last day judges promises that the report counts.
      if ((lastClosedDay ?? '') < range.to && late < LATE_DAYS_MAX) continue;
      try {
        await mailReport(database, { portfolio, period, range, today, now });
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Due = {
  readonly portfolio: ReportPortfolio;
  readonly period: ReportPeriod;
  readonly range: ReportRange;
  readonly today: string;
  readonly now: Date;
};

async function mailReport(database: Database, due: Due): Promise<void> {
  const { portfolio, period, range, now } = due;
  const { dueOn } = range;
  const key = { portfolioId: portfolio.id, period, dueOn };
  if (await wasMailed(database, key)) return;
  const people = await listRecipients(database, portfolio.id);
  const recipients = people.filter(
    ({ chosenAt }) => chosenAt !== null && dayIn(portfolio.timeZone, new Date(chosenAt)) <= dueOn,
  );
  // A report without recipients is not claimed, so recipients chosen later on the due day still get
  // it.
  if (recipients.length === 0) return;
  const printFormat = await readPrintFormat(database, portfolio.id);
  const files = await Promise.all(
    recipients.map(async (reader) => ({
      reader,
      attachments: await filesFor(database, due, reader),
    })),
  );
  await database.begin(async (transaction) => {
    const at = now.toISOString();
    const isMine = await claimReport(transaction, { ...key, recipients: recipients.length, at });
    if (!isMine) return;
    for (const { reader, attachments } of files) {
      const texts = reportTexts[reader.language];
      const format = pdfFormat(reader.language, printFormat);
      const days = texts.range(format.day(range.from), format.day(range.to));
      const subject = `${texts.mail.subject}, ${days}`;
      const body = `${texts.title[period]}, ${days}\n\n${texts.mail.body}`;
      const content = { kind: 'written', subject, body } as const;
      await enqueueMail(transaction, {
        portfolioId: portfolio.id,
        reader,
        content,
        at: now,
        attachments,
      });
    }
  });
}

async function filesFor(
  database: Database,
  { portfolio, period, range, today, now }: Due,
  reader: Recipient,
): Promise<readonly MailAttachment[]> {
  const scope = scopeOf({ ...reader, demoPortfolioIds: null }, now);
  if (scope.role !== 'user' && scope.role !== 'team') return [];
  const team = scope.role === 'team' ? reader.team : null;
  const asked = { portfolio, period, range, team, scope, businessDate: today };
  const report = await buildReport(database, asked);
  const name = `collection-report-${range.from}-${range.to}`;
  const [pdf, workbook] = await Promise.all([
    writeReportPdf(report, { language: reader.language, now }),
    writeReportWorkbook(report),
  ]);
  return [
    { name: `${name}.pdf`, contentType: 'application/pdf', content: pdf.file },
    {
      name: `${name}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: workbook,
    },
  ];
}
