import type {
  AddIdentityDocument,
  IdentityDocument,
} from '@bursar/contracts/records/identity-documents';
import { identityNumber } from '@bursar/contracts/records/identity-documents';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { shown, type Reader } from '../../../platform/facts.ts';
import type { BorrowerKey } from './borrowers.store.ts';

type DocumentRow = Omit<IdentityDocument, 'verified' | 'ended'> & {
  readonly verifiedBy: string | null;
  readonly verifiedAt: string | null;
  readonly endedBy: string | null;
  readonly endedAt: string | null;
  readonly endReason: NonNullable<IdentityDocument['ended']>['reason'] | null;
};

export async function listIdentityDocuments(
  sql: Queryable,
  { portfolioId, borrowerId, reader }: BorrowerKey & { readonly reader: Reader },
): Promise<IdentityDocument[]> {
  const rows = await sql<DocumentRow[]>`
    select document.id, document.kind, document.country, document.issued_on, document.expires_on,
      ${shown(sql, identityNumber, { stored: sql`document.number`, reader })} as number,
      adder.name as added_by, document.added_at, verifier.name as verified_by,
      document.verified_at, ender.name as ended_by, document.ended_at, document.end_reason
    from borrower_identity_documents document
    join accounts adder on adder.id = document.added_by
    left join accounts verifier on verifier.id = document.verified_by
    left join accounts ender on ender.id = document.ended_by
    where document.portfolio_id = ${portfolioId} and document.borrower_id = ${borrowerId}
    order by document.ended_at desc nulls first, document.added_at desc, document.id desc`;
  return rows.map(({ verifiedBy, verifiedAt, endedBy, endedAt, endReason, ...document }) => ({
    ...document,
    verified:
      verifiedBy !== null && verifiedAt !== null ? { by: verifiedBy, at: verifiedAt } : null,
    ended:
      endedBy !== null && endedAt !== null && endReason !== null
        ? { by: endedBy, at: endedAt, reason: endReason }
        : null,
  }));
}

export type NewDocument = BorrowerKey &
  InputOf<AddIdentityDocument>['body'] & { readonly addedBy: string; readonly addedAt: string };

/**
 * Inserts a document and returns whether it was inserted: false if its id or number exists, even if
 * a concurrent request has just added it.
 */
export async function insertIdentityDocument(
  transaction: Transaction,
  document: NewDocument,
): Promise<boolean> {
  const rows = await transaction`
    insert into borrower_identity_documents (portfolio_id, borrower_id, id, kind, number, country,
      issued_on, expires_on, added_by, added_at)
    values (${document.portfolioId}, ${document.borrowerId}, ${document.id}, ${document.kind},
      ${document.number}, ${document.country}, ${document.issuedOn}, ${document.expiresOn},
      ${document.addedBy}, ${document.addedAt})
    on conflict do nothing returning id`;
  return rows.length > 0;
}

/** Finds an earlier document with this id, and whether it had the same content. */
export async function findSentDocument(
  transaction: Transaction,
  document: NewDocument,
): Promise<{ isSame: boolean } | null> {
  const [row] = await transaction<{ isSame: boolean }[]>`
    select (borrower_id, kind, number, country, added_by)
        = (${document.borrowerId}::uuid, ${document.kind}::text, ${document.number}::text,
          ${document.country}::text, ${document.addedBy}::uuid)
      and issued_on is not distinct from ${document.issuedOn}::date
      and expires_on is not distinct from ${document.expiresOn}::date as is_same
    from borrower_identity_documents
    where portfolio_id = ${document.portfolioId} and id = ${document.id}`;
  return row ?? null;
}

/** Returns the id of the borrower who has this document; null if nobody has it or it has ended. */
export async function findHolder(
  transaction: Transaction,
  { portfolioId, kind, number, country }: NewDocument,
): Promise<string | null> {
  const [row] = await transaction<{ borrowerId: string }[]>`
    select borrower_id from borrower_identity_documents
    where portfolio_id = ${portfolioId} and number = ${number} and kind = ${kind}
      and country = ${country} and ended_at is null`;
  return row?.borrowerId ?? null;
}

export type DocumentKey = BorrowerKey & { readonly identityDocumentId: string };

export type DocumentState = Pick<NewDocument, 'kind' | 'number'> & {
  readonly verifiedAt: string | null;
  readonly endedBy: string | null;
  readonly endReason: string | null;
};

export async function findIdentityDocument(
  transaction: Transaction,
  { portfolioId, borrowerId, identityDocumentId }: DocumentKey,
): Promise<DocumentState | null> {
  const [row] = await transaction<DocumentState[]>`
    select kind, number, verified_at, ended_by, end_reason from borrower_identity_documents
    where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId}
      and id = ${identityDocumentId}`;
  return row ? { ...row } : null;
}

type Done = DocumentKey & { readonly by: string; readonly at: string };

export async function markVerified(
  transaction: Transaction,
  { portfolioId, identityDocumentId, by, at }: Done,
): Promise<void> {
  await transaction`
    update borrower_identity_documents set verified_by = ${by}, verified_at = ${at}
    where portfolio_id = ${portfolioId} and id = ${identityDocumentId}`;
}

export async function markEnded(
  transaction: Transaction,
  { portfolioId, identityDocumentId, by, at, reason }: Done & { readonly reason: string },
): Promise<void> {
  await transaction`
    update borrower_identity_documents
    set ended_by = ${by}, ended_at = ${at}, end_reason = ${reason}
    where portfolio_id = ${portfolioId} and id = ${identityDocumentId}`;
}
