import {
  exportJournal,
  listAccountLines,
  listExpectedDues,
  listLateDues,
  listReceivedPayments,
  readArrearsAgeing as readArrearsAgeingContract,
  readCashFlow as readCashFlowContract,
  readForecast as readForecastContract,
  readTrialBalance as readTrialBalanceContract,
} from '@bursar/contracts/reporting/finance';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { fileColumns, plainAmount, writeTableCsv } from '../../../platform/table-file.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { listDues, listDuesLate } from './due-rows.store.ts';
import {
  listLinesOfAccount,
  listPaymentsReceived,
  readJournal,
  type JournalLine,
} from './figure-rows.store.ts';
import { scheduleStoringDues } from './store-dues.ts';
import { readArrearsAgeing, readCashFlow, readForecast, readTrialBalance } from './read-finance.ts';

export function bindFinanceRoutes(platform: Platform): void {
  const { database } = platform;
  scheduleStoringDues(platform);
  const cached = { isCached: () => true };

  bindEndpoint(
    platform,
    readCashFlowContract,
    async ({ query, session }) => succeed(await readCashFlow(database, session, query.month)),
    cached,
  );
  bindEndpoint(
    platform,
    readForecastContract,
    async ({ session }) => succeed(await readForecast(database, session)),
    cached,
  );
  bindEndpoint(
    platform,
    readArrearsAgeingContract,
    async ({ session }) => succeed(await readArrearsAgeing(database, session)),
    cached,
  );
  bindEndpoint(
    platform,
    readTrialBalanceContract,
    async ({ query, session }) =>
      succeed(await readTrialBalance(database, session, query.on ?? session.businessDate)),
    cached,
  );
  bindEndpoint(platform, listReceivedPayments, async ({ query, session: { scope } }) => {
    if (query.from > query.to) return refuse('range_upside_down', { field: 'from' });
    return succeed(await listPaymentsReceived(database, { ...query, scope }));
  });
  bindEndpoint(platform, listExpectedDues, async ({ query, session: { scope, businessDate } }) => {
    const { unpaid: isUnpaid = false, ...asked } = query;
    if (asked.from > asked.to) return refuse('range_upside_down', { field: 'from' });
    return succeed(await listDues(database, { ...asked, isUnpaid, scope, businessDate }));
  });
  bindEndpoint(platform, listLateDues, async ({ query, session: { scope, businessDate } }) =>
    succeed(await listDuesLate(database, { ...query, scope, businessDate })),
  );
  bindEndpoint(platform, listAccountLines, async ({ query, session: { scope } }) =>
    succeed(await listLinesOfAccount(database, { ...query, scope })),
  );
  bindEndpoint(platform, exportJournal, async ({ query, session: { scope }, reply }) => {
    const { from, to } = query;
    if (from > to) return refuse('range_upside_down', { field: 'from' });
    reply.header('content-disposition', `attachment; filename="journal-${from}-${to}.csv"`);
    return succeed(writeTableCsv(columns, readJournal(database, { scope, from, to })));
  });
}

const { text, amount, day, instant } = fileColumns<JournalLine, never>();
const none: readonly never[] = [];

/** Columns in the usual order of a journal: date, entry, event, loan, account, amounts. */
const columns = [
  day('value_date', none, (line) => line.valueDate),
  text('entry', none, (line) => line.id),
  text('event', none, (line) => line.event),
  text('loan', none, (line) => loanReference(line.referenceNumber)),
  text('account', none, (line) => line.account),
  text('currency', none, (line) => line.currency),
  amount('debit', none, (line) => plainAmount(line.debitMinor, line.currency)),
  amount('credit', none, (line) => plainAmount(line.creditMinor, line.currency)),
  instant('posted_at', none, (line) => line.postedAt),
  text('posted_by', none, (line) => line.postedBy ?? 'close-day'),
  text('account_code', none, (line) => line.accountCode),
];
