import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import { parkedStates } from '@bursar/contracts/collections/parked-loans.values';
import { replicaReads, type Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { countParked, listParked } from './parked-loans.store.ts';

type Asked = InputOf<ListParkedLoans>['query'] & { readonly limit: number };

/** Lists the parked loans, with the number for each reason. */
export async function readParked(
  database: Database,
  { agentId, ...page }: Asked,
  { session, now }: { readonly session: Session; readonly now: Date },
): Promise<Outcome<AnswerOf<ListParkedLoans>, 'not_found'>> {
  const { scope, businessDate, portfolio } = session;
  if ((scope.role !== 'user' && scope.role !== 'team') || !portfolio) return refuse('not_found');
  const viewer = { scope, businessDate, timeZone: portfolio.timeZone, now, agentId };
  const sql = replicaReads(database);
  const [counts, loans] = await Promise.all([
    countParked(sql, viewer),
    listParked(sql, { ...viewer, page }),
  ]);
  const loansOf = new Map(counts.map(({ state, loans: count }) => [state, count]));
  return succeed({
    counts: parkedStates.flatMap((state) => {
      const count = loansOf.get(state);
      return count === undefined ? [] : [{ state, loans: count }];
    }),
    loans: loans.page.map(({ referenceNumber, ...loan }) => ({
      ...loan,
      reference: loanReference(referenceNumber),
    })),
    nextCursor: loans.nextCursor,
  });
}
