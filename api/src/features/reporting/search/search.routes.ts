import type { AnswerOf } from '@bursar/contracts/endpoint';
import { search, type Search } from '@bursar/contracts/reporting/search';
import type { Database } from '../../../platform/database.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { listLoanRows } from '../../servicing/loan-lists/loans.store.ts';
import { findInvoices, findLoansDue, findPayments } from './money-search.store.ts';
import { readAmounts } from './read-amounts.ts';
import {
  findAgentsByName,
  findApplications,
  findBorrowers,
  foundLoanOf,
  listCurrencies,
} from './search.store.ts';
import { findSimilarLoans } from './similar-loans.store.ts';

const SHOWN = 8;

export function bindSearchRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, search, async ({ query: { q }, session }) =>
    succeed(await findEverywhere(database, { text: q.trim(), session })),
  );
}

type Asked = { readonly text: string; readonly session: Session };

/**
 * Searches each kind of record within the user's scope. Every kind except agents is searched only
 * if the user has the permission to read it.
 */
async function findEverywhere(
  database: Database,
  { text, session }: Asked,
): Promise<AnswerOf<Search>> {
  const { scope, businessDate, permissions, portfolio } = session;
  const currencies = portfolio ? [portfolio.currency] : await listCurrencies(database, scope);
  const amounts = readAmounts(text, currencies);
  const sought = { scope, text, amounts, limit: SHOWN };
  const readsLoans = permissions.has('read-loans');
  const withBankReferences = permissions.has('post-bank-files');
  const [loans, borrowers, payments, loansDue, applications, invoices, agents] = await Promise.all([
    readsLoans ? findLoans(database, { text, session }) : [],
    readsLoans ? findBorrowers(database, sought) : [],
    readsLoans ? findPayments(database, { ...sought, withBankReferences }) : [],
    readsLoans ? findLoansDue(database, { scope, businessDate, amounts, limit: SHOWN }) : [],
    permissions.has('read-applications') ? findApplications(database, sought) : [],
    permissions.has('read-invoices') ? findInvoices(database, sought) : [],
    findAgentsByName(database, sought),
  ]);
  const isFound = loans.length > 0 || borrowers.length > 0;
  const similarLoans =
    readsLoans && !isFound ? await findSimilarLoans(database, { ...sought, businessDate }) : [];
  return { loans, similarLoans, borrowers, payments, loansDue, applications, invoices, agents };
}

async function findLoans(
  database: Database,
  { text, session: { scope, businessDate } }: Asked,
): Promise<AnswerOf<Search>['loans']> {
  const query = {
    view: 'all',
    q: text,
    sort: 'reference',
    direction: 'asc',
    limit: SHOWN,
  } as const;
  const { rows } = await listLoanRows(database, { scope, businessDate, query });
  return rows.map(foundLoanOf);
}
