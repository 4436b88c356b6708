import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { maskedText, plainCode } from '@bursar/contracts/fact-kinds';
import {
  identityNumber,
  type AddIdentityDocument,
} from '@bursar/contracts/records/identity-documents';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findBorrower, lockBorrower } from './borrowers.store.ts';
import {
  findHolder,
  findSentDocument,
  insertIdentityDocument,
  type NewDocument,
} from './identity-documents.store.ts';

type Command = InputOf<AddIdentityDocument>['body'] & { readonly borrowerId: string };
type Added = Outcome<AnswerOf<AddIdentityDocument>, FailureOf<AddIdentityDocument>>;

export function addIdentityDocument(
  database: Database,
  command: Command,
  context: PortfolioContext,
): Promise<Added> {
  return database.begin((transaction) => add(transaction, command, context));
}

async function add(
  transaction: Transaction,
  command: Command,
  context: PortfolioContext,
): Promise<Added> {
  const { session, portfolio, now } = context;
  const { scope, businessDate, account } = session;
  const { borrowerId, kind, country, issuedOn, expiresOn } = command;
  await lockBorrower(transaction, { portfolioId: portfolio.id, borrowerId });
  const viewer = { scope, businessDate, reader: 'books' } as const;
  const borrower = await findBorrower(transaction, { ...viewer, borrowerId });
  if (!borrower) return refuse('not_found');
  if (borrower.mergedInto) return refuse('borrower_merged_away');
  const number = plainCode(command.number);
  if (!isWhole(number)) return refuse('identity_number_not_valid', { field: 'number' });
  if (issuedOn !== null && issuedOn > borrower.today) {
    return refuse('issued_in_future', { field: 'issuedOn' });
  }
  if (issuedOn !== null && expiresOn !== null && issuedOn > expiresOn) {
    return refuse('range_upside_down', { field: 'expiresOn' });
  }
  const { portfolioId } = borrower;
  const at = now.toISOString();
  const document = { ...command, portfolioId, number, addedBy: account.id, addedAt: at };
  if (!(await insertIdentityDocument(transaction, document))) {
    const earlier = await findSentDocument(transaction, document);
    if (!earlier) return refuseAsTaken(transaction, document, context);
    return earlier.isSame
      ? succeed({ id: command.id, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'add-identity-document',
    subject: 'borrower',
    subjectId: borrowerId,
    after: { kind, number: maskedText(identityNumber, number), country, issuedOn, expiresOn },
  });
  return succeed({ id: command.id, replayed: false });
}

function isWhole(number: string): boolean {
  const { length } = Array.from(number);
  return length >= identityNumber.min && length <= identityNumber.max;
}

/**
 * Refuses a document that is on record already. Names the other borrower who has it if the caller
 * may see them, because both may be the same person.
 */
async function refuseAsTaken(
  transaction: Transaction,
  document: NewDocument,
  { session: { scope, businessDate } }: PortfolioContext,
): Promise<Added> {
  const holderId = await findHolder(transaction, document);
  if (holderId === document.borrowerId) {
    return refuse('identity_document_twice', { field: 'number' });
  }
  const viewer = { scope, businessDate, reader: 'books' } as const;
  const holder = holderId && (await findBorrower(transaction, { ...viewer, borrowerId: holderId }));
  return refuse('used_by_another_borrower', {
    field: 'number',
    ...(holder && {
      details: { borrowerId: holder.id, borrower: holder.name ?? holder.externalId ?? '–' },
    }),
  });
}
