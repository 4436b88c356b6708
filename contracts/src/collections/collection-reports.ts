import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { uuid } from '../values.ts';
import { reportPeriods } from './collection-reports.values.ts';

const recipients = z.object({
  /** The portfolio's managers and team desks who may follow the agents' work. */
  people: z.array(
    z.object({
      accountId: uuid,
      name: z.string(),
      email: z.string(),
      /** The desk's team; null for a manager, whose report covers all teams. */
      team: z.string().nullable(),
      isChosen: z.boolean(),
    }),
  ),
  /** False if no mail server is set up; the reports then wait in the outbox. */
  isMailDelivered: z.boolean(),
});

export const listReportRecipients = endpoint({
  key: 'GET /api/work/report-recipients',
  summary: 'List who can receive the collection report by mail, and who does.',
  access: 'set-collection-targets',
  answer: recipients,
  failures: ['not_found'],
});
export type ListReportRecipients = typeof listReportRecipients;

export const setReportRecipients = endpoint({
  key: 'PUT /api/work/report-recipients',
  summary: 'Choose who receives the collection report each Friday and on the first of each month.',
  access: 'set-collection-targets',
  body: z.object({ accountIds: z.array(uuid).max(100) }),
  answer: recipients,
  failures: ['not_found'],
});
export type SetReportRecipients = typeof setReportRecipients;

const asked = { period: z.enum(reportPeriods) };

export const readReportPdf = endpoint({
  key: 'GET /api/work/collection-report.pdf',
  summary: 'Download the last collection report of the caller’s agents as PDF.',
  access: 'follow-work',
  query: z.object({ ...asked, language: z.enum(languages).default('en') }),
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['not_found'],
});
export type ReadReportPdf = typeof readReportPdf;

export const readReportWorkbook = endpoint({
  key: 'GET /api/work/collection-report.xlsx',
  summary: 'Download the last collection report of the caller’s agents as an Excel workbook.',
  access: 'follow-work',
  query: z.object(asked),
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: ['not_found'],
});
export type ReadReportWorkbook = typeof readReportWorkbook;
