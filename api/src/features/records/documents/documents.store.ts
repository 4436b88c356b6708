import type { BorrowerDocument, LoanDocument } from '@bursar/contracts/records/documents';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import type { DocumentKey, FiledDocument } from './document-folder.ts';

export async function listDocumentsOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<LoanDocument[]> {
  const rows = await sql<DocumentRow[]>`
    select ${documentColumns(sql)} ${documentTables(sql)}
    where document.portfolio_id = ${portfolioId} and document.loan_id = ${loanId}
    order by document.filed_at desc, document.id desc`;
  return rows.map(toDocument);
}

/** Lists the documents on those loans of a borrower that the caller may see. */
export async function listDocumentsOfBorrower(
  sql: Queryable,
  { scope, portfolioId, borrowerId }: { scope: Scope; portfolioId: string; borrowerId: string },
): Promise<BorrowerDocument[]> {
  const rows = await sql<(DocumentRow & { loanId: string; referenceNumber: number })[]>`
    select ${documentColumns(sql)}, loan.id as loan_id, loan.reference_number
    ${documentTables(sql)}
    join loans loan
      on loan.portfolio_id = document.portfolio_id and loan.id = document.loan_id
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId} and loan.borrower_id = ${borrowerId}
      and ${inScope(sql, scope, 'state')}
    order by document.filed_at desc, document.id desc`;
  return rows.map(({ loanId, referenceNumber, ...row }) => ({
    ...toDocument(row),
    loan: { id: loanId, reference: loanReference(referenceNumber) },
  }));
}

function documentColumns(sql: Queryable): Fragment {
  return sql`document.id, document.name, document.media_type, document.bytes,
    encode(document.sha256, 'hex') as sha256, document.scan, document.filed_by,
    filer.name as filer, document.filed_at, document.withdrawn_reason,
    withdrawer.name as withdrawer, document.withdrawn_at`;
}

function documentTables(sql: Queryable): Fragment {
  return sql`from documents document
    join accounts filer on filer.id = document.filed_by
    left join accounts withdrawer on withdrawer.id = document.withdrawn_by`;
}

function toDocument(row: DocumentRow): LoanDocument {
  const { filedBy, filer, withdrawnReason, withdrawer, withdrawnAt, ...document } = row;
  return {
    ...document,
    filedBy: { id: filedBy, name: filer },
    withdrawn:
      withdrawnReason !== null && withdrawer !== null && withdrawnAt !== null
        ? { reason: withdrawnReason, by: withdrawer, at: withdrawnAt }
        : null,
  };
}

type DocumentRow = Omit<LoanDocument, 'filedBy' | 'withdrawn'> & {
  readonly filedBy: string;
  readonly filer: string;
  readonly withdrawnReason: string | null;
  readonly withdrawer: string | null;
  readonly withdrawnAt: string | null;
};

export type NewDocument = {
  readonly portfolioId: string;
  readonly id: string;
  readonly loanId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly scan: LoanDocument['scan'];
  readonly filedBy: string;
  readonly filedAt: string;
};

/** Inserts a document; returns whether it is new. A repeated request changes nothing. */
export async function insertDocument(
  transaction: Transaction,
  document: NewDocument,
): Promise<boolean> {
  const rows = await transaction`
    insert into documents (portfolio_id, id, loan_id, name, media_type, bytes, sha256, scan,
      filed_by, filed_at)
    values (${document.portfolioId}, ${document.id}, ${document.loanId}, ${document.name},
      ${document.mediaType}, ${document.bytes}, ${document.sha256}, ${document.scan},
      ${document.filedBy}, ${document.filedAt})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

/** A stored document. The last two fields are null until it is withdrawn. */
type FoundDocument = NewDocument & {
  readonly withdrawnBy: string | null;
  readonly withdrawnReason: string | null;
};

/**
 * Finds a document on a loan in the caller's scope, and locks its row until the transaction ends.
 */
export async function findDocument(
  sql: Queryable,
  { scope, id }: { scope: Scope; id: string },
): Promise<FoundDocument | null> {
  const [row] = await sql<FoundDocument[]>`
    select document.portfolio_id, document.id, document.loan_id, document.name,
      document.media_type, document.bytes, document.sha256, document.scan, document.filed_by,
      document.filed_at, document.withdrawn_by, document.withdrawn_reason
    from documents document
    join loan_state state
      on state.portfolio_id = document.portfolio_id and state.loan_id = document.loan_id
    where ${inScope(sql, scope, 'state')} and document.id = ${id}
    for update of document`;
  return row ?? null;
}

export async function markWithdrawn(
  transaction: Transaction,
  document: { portfolioId: string; id: string; by: string; at: string; reason: string },
): Promise<void> {
  await transaction`
    update documents set withdrawn_by = ${document.by}, withdrawn_at = ${document.at},
      withdrawn_reason = ${document.reason}
    where portfolio_id = ${document.portfolioId} and id = ${document.id}`;
}

/**
 * Returns those of the keys whose documents are on record and not withdrawn; their bytes must not
 * be removed.
 */
export function listFiled(sql: Queryable, keys: readonly DocumentKey[]): Promise<DocumentKey[]> {
  return sql<DocumentKey[]>`
    select portfolio_id, id from documents
    where withdrawn_at is null and (portfolio_id, id) in (
      select * from unnest(${keys.map(({ portfolioId }) => portfolioId)}::uuid[],
        ${keys.map(({ id }) => id)}::uuid[]))`;
}

/** Lists the documents with this id that are not withdrawn: at most one per portfolio. */
export function listFiledUnder(sql: Queryable, id: string): Promise<FiledDocument[]> {
  return sql<FiledDocument[]>`
    select portfolio_id, id, sha256 from documents
    where id::text = ${id} and withdrawn_at is null`;
}

export function listNewestWithBytes(sql: Queryable, most: number): Promise<FiledDocument[]> {
  return sql<FiledDocument[]>`
    ${documentsWithBytes(sql)} order by filed_at desc limit ${most}`;
}

export function documentsWithBytes(sql: Queryable): Fragment {
  return sql`select portfolio_id, id, sha256 from documents where withdrawn_at is null`;
}
