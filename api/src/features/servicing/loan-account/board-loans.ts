import { uuidv7 } from 'uuidv7';
import { copyAudits, factsOfCall, type CopiedAudit } from '../../../platform/audit.ts';
import { copyBinaryRows } from '../../../platform/copy-binary.ts';
import { copyRows } from '../../../platform/copy-rows.ts';
import { forgetPlans, type Transaction } from '../../../platform/database.ts';
import {
  borrowerColumns,
  instalmentColumns,
  loanColumns,
  loanStateColumns,
} from './board-loans.columns.ts';
import { copyEntries } from '../ledger/ledger.store.ts';
import type { BoardedLoan, Boarding, LoanToBoard } from './loan-to-board.ts';
import { openingEntries } from './opening-entries.ts';

/**
 * Books loans with their opening balances in the caller's transaction: borrowers, loans, states,
 * schedules, balanced entries and audit rows, by COPY in batches. Interest paid before boarding is
 * history of the loan, not income.
 */
export async function boardLoans(
  transaction: Transaction,
  loans: readonly LoanToBoard[],
  boarding: Boarding,
): Promise<void> {
  await forgetPlans(transaction);
  const known = await findBorrowers(transaction, loans, boarding.portfolioId);
  const newBorrowers = new Map<string, BoardedLoan>();
  const boarded = loans.map((loan, index) => {
    const key = loan.borrower.externalId ?? uuidv7();
    const knownId = known.get(key) ?? newBorrowers.get(key)?.borrowerId;
    const row: BoardedLoan = {
      id: uuidv7(),
      referenceNumber: boarding.firstNumber + index,
      borrowerId: knownId ?? uuidv7(),
      loan,
      boarding,
    };
    if (knownId === undefined) newBorrowers.set(key, row);
    return row;
  });
  await copyRows(transaction, borrowerColumns, newBorrowers.values());
  await addWaysToReach(transaction, waysToReach(boarded), boarding);
  await copyRows(transaction, loanColumns, boarded);
  // Insert instalments before the loan state: its trigger adds the loan to lists with the amounts
  // due.
  await copyBinaryRows(transaction, instalmentColumns, instalmentsOf(boarded));
  await copyRows(transaction, loanStateColumns, boarded);
  await copyEntries(transaction, boarded.flatMap(openingEntries));
  await copyAudits(transaction, auditsOf(boarded));
}

/** A phone number or an e-mail address to add to a borrower. */
export type WayToReach = {
  readonly borrowerId: string;
  readonly kind: 'phone' | 'email';
  readonly value: string;
};

function waysToReach(boarded: readonly BoardedLoan[]): readonly WayToReach[] {
  return boarded.flatMap(({ borrowerId, loan: { borrower } }) => [
    { borrowerId, kind: 'phone' as const, value: borrower.phone?.trim() ?? '' },
    { borrowerId, kind: 'email' as const, value: borrower.email?.trim() ?? '' },
  ]);
}

/**
 * Adds phone numbers and e-mail addresses, also to borrowers on record. Values on record, retired
 * ones included, are not added again. The first of a kind becomes the preferred one if the borrower
 * has none.
 */
export async function addWaysToReach(
  transaction: Transaction,
  named: readonly WayToReach[],
  {
    portfolioId,
    postedAt,
    addedBy = null,
  }: Pick<Boarding, 'portfolioId' | 'postedAt'> & {
    /** Null if the values came with a tape. */
    readonly addedBy?: string | null;
  },
): Promise<void> {
  const added = named.filter(({ value }) => value !== '');
  if (added.length === 0) return;
  await transaction`
    insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred,
      added_at, added_by)
    select ${portfolioId}, fresh.borrower_id, gen_random_uuid(), fresh.kind, 'other', fresh.value,
      row_number() over (partition by fresh.borrower_id, fresh.kind order by fresh.place) = 1
        and not exists (
          select from borrower_contacts preferred
          where preferred.portfolio_id = ${portfolioId} and preferred.is_preferred
            and preferred.borrower_id = fresh.borrower_id and preferred.kind = fresh.kind),
      ${postedAt}, ${addedBy}
    from (
      select named.borrower_id, named.kind, named.value, min(named.place) as place
      from unnest(${added.map(({ borrowerId }) => borrowerId)}::uuid[],
        ${added.map(({ kind }) => kind)}::text[], ${added.map(({ value }) => value)}::text[])
        with ordinality named (borrower_id, kind, value, place)
      group by 1, 2, 3
    ) fresh
    where not exists (
      select from borrower_contacts known
      where known.portfolio_id = ${portfolioId} and known.borrower_id = fresh.borrower_id
        and known.kind = fresh.kind and known.value = fresh.value)`;
}

async function findBorrowers(
  transaction: Transaction,
  loans: readonly LoanToBoard[],
  portfolioId: string,
): Promise<ReadonlyMap<string, string>> {
  const externalIds = loans.flatMap(({ borrower }) => borrower.externalId ?? []);
  const rows = await transaction<{ externalId: string; id: string }[]>`
    select named.external_id, coalesce(known.merged_into, known.id) as id
    from unnest(${externalIds}::text[]) named (external_id)
    cross join lateral (
      select id, merged_into from borrowers
      where portfolio_id = ${portfolioId} and external_id = named.external_id
      offset 0
    ) known`;
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

function* instalmentsOf(boarded: readonly BoardedLoan[]) {
  for (const { id, loan, boarding } of boarded) {
    const { portfolioId } = boarding;
    for (const [index, instalment] of loan.instalments().entries()) {
      yield { portfolioId, loanId: id, number: index + 1, instalment };
    }
  }
}

function* auditsOf(boarded: readonly BoardedLoan[]): Iterable<CopiedAudit> {
  for (const { id, loan, boarding } of boarded) {
    yield {
      portfolioId: boarding.portfolioId,
      actorId: boarding.postedBy,
      event: 'board-loan',
      subject: 'loan',
      subjectId: id,
      after: {
        status: loan.status,
        outstandingMinor: loan.outstandingPrincipalMinor,
        externalId: loan.externalId,
        importId: boarding.importId,
        ...factsOfCall(boarding),
      },
      requestId: boarding.requestId,
      at: boarding.postedAt,
    };
  }
}
