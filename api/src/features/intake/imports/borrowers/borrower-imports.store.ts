import { columnOf, type FactsWith } from '@bursar/contracts/fact-kinds';
import type { borrowerFacts } from '@bursar/contracts/facts';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TapeAnswers } from '@bursar/contracts/intake/tape-telling';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import { uuidv7 } from 'uuidv7';
import { forgetPlans, type Queryable, type Transaction } from '../../../../platform/database.ts';
import { readPhone } from '../../../../platform/reachable.ts';
import { addWaysToReach, type WayToReach } from '../../../servicing/loan-account/board-loans.ts';
import { copyBorrowerRows } from '../../../records/borrowers/many-borrowers.store.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import type { RememberedColumns } from '../read/recognise-columns.ts';
import type { FileBorrower } from './read-borrowers.ts';

/** Fields that must be unique among the portfolio's borrowers. */
export type UniqueFact = keyof FactsWith<typeof borrowerFacts, 'isUnique'>;

export type OnRecord = {
  readonly externalId: string;
  /** The borrower with this id; for a merged record, the one that replaced it. */
  readonly borrowerId: string;
  readonly name: string | null;
};

export async function findOnRecord(
  sql: Queryable,
  { portfolioId, externalIds }: { portfolioId: string; externalIds: readonly string[] },
): Promise<ReadonlyMap<string, OnRecord>> {
  const rows = await sql<OnRecord[]>`
    select known.external_id, survivor.id as borrower_id, survivor.name
    from borrowers known
    join borrowers survivor on survivor.portfolio_id = known.portfolio_id
      and survivor.id = coalesce(known.merged_into, known.id)
    where known.portfolio_id = ${portfolioId}
      and known.external_id = any(${[...externalIds]}::text[])`;
  return new Map(rows.map((row) => [row.externalId, { ...row }]));
}

type Values = {
  readonly portfolioId: string;
  readonly key: UniqueFact;
  readonly values: readonly string[];
};

export async function findTakenValues(
  sql: Queryable,
  { portfolioId, key, values }: Values,
): Promise<ReadonlySet<string>> {
  const column = sql(columnOf(key));
  const rows = await sql<{ value: string }[]>`
    select ${column} as value from borrowers
    where portfolio_id = ${portfolioId} and ${column} = any(${[...values]}::text[])`;
  return new Set(rows.map(({ value }) => value));
}

export type BorrowerImport = {
  readonly portfolioId: string;
  readonly id: string;
  readonly fileName: string;
  readonly fileSha256: Buffer;
  readonly taken: number;
  readonly known: number;
  readonly bookedBy: string;
  readonly bookedAt: string;
  readonly header: readonly string[];
  readonly readAs: BorrowerReadAs;
};

/**
 * The choices with which a file was read, so that the next file with the same header is read in the
 * same way.
 */
export type BorrowerReadAs = {
  readonly table?: TableChoice;
  readonly columns?: ChosenColumns;
  readonly words?: TapeWords;
  readonly answers?: TapeAnswers;
};

/** Lists how earlier files were read: for each header the most recent one. */
export async function listBorrowerLayouts(
  sql: Queryable,
  portfolioId: string,
): Promise<readonly RememberedColumns[]> {
  return sql<RememberedColumns[]>`
    select import_id, file_name, booked_at, header, choice as table, columns, answers, words,
      null as for_all
    from (
      select distinct on (header) id as import_id, file_name, booked_at, header,
        read_as -> 'columns' as columns, read_as -> 'answers' as answers,
        read_as -> 'words' as words, read_as -> 'table' as choice
      from borrower_imports
      where portfolio_id = ${portfolioId} and header is not null
        and read_as ?| array['table', 'columns', 'answers', 'words']
      order by header, booked_at desc
    ) latest
    order by booked_at desc
    limit ${HEADERS_REMEMBERED}`;
}

const HEADERS_REMEMBERED = 50;

/** Takes the same lock as merges, so that files are imported one after another. */
export async function takeTurn(transaction: Transaction, portfolioId: string): Promise<void> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
}

export async function findBorrowerImport(
  transaction: Transaction,
  { portfolioId, id }: Pick<BorrowerImport, 'portfolioId' | 'id'>,
): Promise<Pick<
  BorrowerImport,
  'fileSha256' | 'fileName' | 'taken' | 'known' | 'bookedBy'
> | null> {
  const [row] = await transaction<
    Pick<BorrowerImport, 'fileSha256' | 'fileName' | 'taken' | 'known' | 'bookedBy'>[]
  >`
    select file_sha256, file_name, taken, known, booked_by from borrower_imports
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export async function insertBorrowerImport(
  transaction: Transaction,
  made: BorrowerImport,
): Promise<void> {
  await transaction`
    insert into borrower_imports (portfolio_id, id, file_name, file_sha256, taken, known, booked_by,
      booked_at, header, read_as)
    values (${made.portfolioId}, ${made.id}, ${made.fileName}, ${made.fileSha256}, ${made.taken},
      ${made.known}, ${made.bookedBy}, ${made.bookedAt}, ${[...made.header]},
      ${transaction.json(made.readAs)})`;
}

type Booked = Pick<BorrowerImport, 'portfolioId' | 'bookedBy' | 'bookedAt'>;

/** Inserts borrowers with their first phone number and e-mail, with COPY. */
export async function copyBorrowers(
  transaction: Transaction,
  borrowers: readonly FileBorrower[],
  { portfolioId, bookedBy, bookedAt }: Booked,
): Promise<void> {
  await forgetPlans(transaction);
  const rows = borrowers.map((borrower) => ({ borrower, id: uuidv7() }));
  await copyBorrowerRows(transaction, { portfolioId, createdAt: bookedAt }, rows);
  const ways: WayToReach[] = [];
  // Parsing phone numbers takes long enough that other requests need a turn.
  for await (const { id: borrowerId, borrower } of yieldingToEventLoop(rows)) {
    const { phone, email } = borrower;
    // The number in its standard form if it can be parsed, otherwise as in the file.
    const number = (phone && readPhone(phone)) ?? phone;
    ways.push({ borrowerId, kind: 'phone', value: number ?? '' });
    ways.push({ borrowerId, kind: 'email', value: email ?? '' });
  }
  await addWaysToReach(transaction, ways, { portfolioId, postedAt: bookedAt, addedBy: bookedBy });
}
