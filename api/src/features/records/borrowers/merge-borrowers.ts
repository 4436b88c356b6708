import type { MergeBorrowers, MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { auditedCall, factsOfCall, recordAudits } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import {
  endDoubleParties,
  moveParties,
  type PartyOfLoan,
} from '../loan-parties/many-parties.store.ts';
import {
  bringContacts,
  bringConsents,
  findMerge,
  holdsElsewhere,
  insertMerge,
  lockForMerge,
  moveHoldings,
  takeFacts,
  type Merge,
  type MoveRecords,
} from './borrower-merges.store.ts';
import { findBorrower, type FoundBorrower } from './borrowers.store.ts';

type Command = InputOf<MergeBorrowers>['body'] & { readonly borrowerId: string };
type Merged = Outcome<AnswerOf<MergeBorrowers>, FailureOf<MergeBorrowers>>;

/**
 * Merges two records of one borrower. The merged borrower's loans and other records move to the
 * remaining one, its contacts and consents are copied, and its URL then opens the remaining one.
 */
export function mergeBorrowers(
  database: Database,
  command: Command,
  context: PortfolioContext,
  moves: readonly MoveRecords[],
): Promise<Merged> {
  return database.begin((transaction) => merge(transaction, command, { ...context, moves }));
}

async function merge(
  transaction: Transaction,
  command: Command,
  { moves, ...context }: PortfolioContext & { readonly moves: readonly MoveRecords[] },
): Promise<Merged> {
  const { session, portfolio, now } = context;
  const { scope, businessDate, account } = session;
  const portfolioId = portfolio.id;
  const { borrowerId: survivorId, mergedBorrowerId: mergedId, version, mergedVersion } = command;
  await lockForMerge(transaction, { portfolioId, survivorId, mergedId });
  const viewer = { scope, businessDate, reader: 'books' } as const;
  const survivor = await findBorrower(transaction, { ...viewer, borrowerId: survivorId });
  const other = await findBorrower(transaction, { ...viewer, borrowerId: mergedId });
  if (!survivor || !other) return refuse('not_found');
  if (survivorId === mergedId) return refuse('borrower_merges_with_itself');
  const reason = command.reason.trim();
  if (reason === '') return refuse('reason_missing', { field: 'reason' });
  const taken = [...new Set(command.taken)].toSorted();
  const sent: Merge = {
    id: command.id,
    portfolioId,
    survivorId,
    mergedId,
    survivorVersion: version,
    mergedVersion,
    taken,
    reason,
    mergedBy: account.id,
  };
  const earlier = await findMerge(transaction, sent);
  if (earlier) {
    return earlier.isSame
      ? succeed({ borrowerId: survivorId, version: version + 1, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  if (survivor.mergedInto ?? other.mergedInto) return refuse('borrower_merged_away');
  if (!runsPortfolio(scope, portfolioId) && (await holdsElsewhere(transaction, sent, scope))) {
    return refuse('borrower_has_loans_elsewhere');
  }
  if (survivor.version !== version || other.version !== mergedVersion)
    return refuse('changed_since');
  const at = now.toISOString();
  await insertMerge(transaction, { ...sent, mergedAt: at });
  await bringContacts(transaction, sent);
  await bringConsents(transaction, sent);
  const ended = await endDoubleParties(transaction, sent, at);
  const parties = await moveParties(transaction, sent);
  const loanIds = await moveHoldings(transaction, sent, moves);
  await takeFacts(transaction, sent, { survivor, other });
  await auditMerge(
    transaction,
    { survivor, other, loanIds, ended, parties, taken, reason },
    context,
  );
  return succeed({ borrowerId: survivorId, version: version + 1, replayed: false });
}

type MergeDetails = {
  readonly survivor: FoundBorrower;
  readonly other: FoundBorrower;
  readonly loanIds: readonly string[];
  readonly ended: readonly PartyOfLoan[];
  readonly parties: readonly PartyOfLoan[];
  readonly taken: readonly MergedFact[];
  readonly reason: string;
};

/**
 * Writes an audit event on both records and on every loan whose borrower or party changed, so that
 * each history shows the merge.
 */
function auditMerge(
  transaction: Transaction,
  { survivor, other, loanIds, ended, parties, taken, reason }: MergeDetails,
  context: PortfolioContext,
): Promise<void> {
  const { session, portfolio, requestId, now } = context;
  const audited = {
    portfolioId: portfolio.id,
    actorId: session.account.id,
    requestId,
    at: now,
  };
  const merged = { ...audited, event: 'merge-borrowers' as const };
  const ofLoan = (loanId: string) => ({ subject: 'loan' as const, subjectId: loanId });
  const decided = keysOf(borrowerFacts).filter((key) => survivor[key] !== other[key]);
  const moved = taken.filter((key) => key === 'externalId');
  const names = [...decided, ...moved];
  const valuesOf = (of: (key: MergedFact) => string | number | null) =>
    Object.fromEntries(names.map((key) => [key, of(key)]));
  const [survivorName, otherName] = [nameOf(survivor), nameOf(other)];
  const cause = { reason, ...factsOfCall(auditedCall(context)) };
  return recordAudits(transaction, [
    {
      ...merged,
      subject: 'borrower',
      subjectId: survivor.id,
      before: valuesOf((key) => survivor[key]),
      after: {
        ...valuesOf((key) => (taken.includes(key) ? other[key] : survivor[key])),
        mergedRecord: otherName,
        mergedId: other.id,
        loans: loanIds.length,
        ...cause,
      },
    },
    {
      ...merged,
      subject: 'borrower',
      subjectId: other.id,
      before: valuesOf((key) => other[key]),
      after: { mergedInto: survivorName, survivorId: survivor.id, ...cause },
    },
    ...loanIds.map((loanId) => ({
      ...merged,
      ...ofLoan(loanId),
      before: { borrower: otherName, borrowerId: other.id },
      after: { borrower: survivorName, borrowerId: survivor.id, ...cause },
    })),
    ...ended.map(({ id, loanId, role, borrowerId }) => ({
      ...audited,
      event: 'end-loan-party' as const,
      ...ofLoan(loanId),
      before: {
        partyId: id,
        borrower: borrowerId === survivor.id ? survivorName : otherName,
        borrowerId,
        role,
      },
      after: cause,
    })),
    ...parties.map(({ id, loanId, role }) => ({
      ...merged,
      ...ofLoan(loanId),
      before: { partyId: id, borrower: otherName, borrowerId: other.id, role },
      after: { partyId: id, borrower: survivorName, borrowerId: survivor.id, role, ...cause },
    })),
  ]);
}

const nameOf = ({ name, externalId }: FoundBorrower): string => name ?? externalId ?? '–';
