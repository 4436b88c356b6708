import {
  listIncomePayments,
  readIncome as readIncomeContract,
  readStatementCsv,
  readStatementPdf,
} from '@bursar/contracts/reporting/income';
import { readStaffRecord as readStaffRecordContract } from '@bursar/contracts/reporting/staff-record';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { answerPdf } from '../../../platform/pdf/answer-pdf.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { listPaymentsOfIncome } from './income.store.ts';
import { readIncome } from './read-income.ts';
import { readStaffRecord } from './read-staff-record.ts';
import { readStatement, type Statement } from './read-statement.ts';
import { writeStatementCsv, writeStatementPdf } from './write-statement.ts';

export function bindIncomeRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, readIncomeContract, async ({ query, session }) => {
    const { portfolio } = session;
    return portfolio ? readIncome(database, query, { ...session, portfolio }) : refuse('not_found');
  });

  bindEndpoint(platform, listIncomePayments, async ({ query, session: { scope, portfolio } }) => {
    if (!portfolio) return refuse('not_found');
    const page = await listPaymentsOfIncome(database, { ...query, scope });
    return succeed({ ...page, currency: portfolio.currency });
  });

  bindEndpoint(platform, readStaffRecordContract, ({ params: { accountId }, session: { scope } }) =>
    readStaffRecord(database, { scope, accountId, now: clock.now() }),
  );

  bindEndpoint(platform, readStatementCsv, async ({ query, session, reply }) => {
    const { portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const statement = await readStatement(database, query, { ...session, portfolio });
    if (!statement.ok) return statement;
    reply.header('content-disposition', attachmentOf(statement.value, 'csv'));
    return succeed(writeStatementCsv(statement.value));
  });

  bindEndpoint(platform, readStatementPdf, async ({ query, session, reply }) => {
    const { portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const statement = await readStatement(database, query, { ...session, portfolio });
    if (!statement.ok) return statement;
    reply.header('content-disposition', attachmentOf(statement.value, 'pdf'));
    const { language } = query;
    return answerPdf(
      reply,
      await writeStatementPdf(statement.value, { language, now: clock.now() }),
    );
  });
}

/** Headers allow only ASCII, so a name in another script is left out of the file name. */
function attachmentOf({ earner, from }: Statement, kind: 'csv' | 'pdf'): string {
  const name = earner.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const whose = name.replaceAll(/^-|-$/g, '');
  const month = from.slice(0, 7);
  return `attachment; filename="statement-${whose ? `${whose}-` : ''}${month}.${kind}"`;
}
