import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadQueue } from '@bursar/contracts/collections/work-queue';
import type { Queryable } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { listCoveredLoans } from './covered-loans.store.ts';

type Cover = AnswerOf<ReadQueue>['covers'][number];

/**
 * Maximum number of agreements returned per cover, about as many as an agent reads when a cover
 * begins.
 */
const SHOWN = 100;

/** Reads for which absent agents the agent works loans, and what is agreed with their borrowers. */
export async function readCovers(
  sql: Queryable,
  viewer: { scope: Extract<Scope, { role: 'agent' }>; reader?: Scope | undefined },
): Promise<Cover[]> {
  const byCover = new Map<string, Row[]>();
  for (const row of await listCoveredLoans(sql, viewer)) {
    byCover.set(row.coverId, [...(byCover.get(row.coverId) ?? []), row]);
  }
  return [...byCover.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const loans = rows.map(toCoveredLoan);
    const agreed = loans.filter(
      ({ promise, nextAction, tryAgainAt }) => promise ?? nextAction ?? tryAgainAt,
    );
    return {
      agent: first.coverAgent,
      untilOn: first.coverUntilOn,
      loans: loans.length,
      agreed: agreed.slice(0, SHOWN),
      agreedCount: agreed.length,
    };
  });
}

type Row = Awaited<ReturnType<typeof listCoveredLoans>>[number];

function toCoveredLoan(row: Row): Cover['agreed'][number] {
  const { loanId, borrower, currency, tryAgainAt } = row;
  const { promisedMinor, promisedOn, nextAction, nextActionOn } = row;
  return {
    loanId,
    reference: loanReference(row.referenceNumber),
    borrower,
    currency,
    promise:
      promisedMinor !== null && promisedOn !== null
        ? { amountMinor: promisedMinor, promisedOn }
        : null,
    tryAgainAt,
    nextAction:
      nextAction !== null && nextActionOn !== null
        ? { what: nextAction, dueOn: nextActionOn }
        : null,
  };
}
