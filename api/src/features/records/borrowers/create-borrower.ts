import type { CreateBorrower } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { isDeepStrictEqual } from 'node:util';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isEmail, readPhone } from '../../../platform/reachable.ts';
import { addWaysToReach } from '../../servicing/loan-account/board-loans.ts';
import { findAsCreated, insertBorrower } from './borrowers.store.ts';

type Command = InputOf<CreateBorrower>['body'];
type Created = Outcome<AnswerOf<CreateBorrower>, FailureOf<CreateBorrower>>;

/** Creates a borrower with the basic fields. Users enter the others on the borrower's page. */
export function createBorrower(
  database: Database,
  command: Command,
  context: PortfolioContext,
): Promise<Created> {
  return database.begin((transaction) => createWithin(transaction, command, context));
}

/**
 * Creates the borrower within another command. `at` is the prefix for the fields in its refusals,
 * for example `borrower.`.
 */
export async function createWithin(
  transaction: Transaction,
  { id, kind, ...typed }: Command,
  context: PortfolioContext,
  at = '',
): Promise<Created> {
  const portfolioId = context.portfolio.id;
  const name = typed.name.trim();
  if (name === '') return refuse('name_missing', { field: `${at}name` });
  const phone = readPhone(typed.phone);
  if (phone === undefined) return refuse('phone_not_valid', { field: `${at}phone` });
  const email = typed.email.trim();
  if (email !== '' && !isEmail(email)) return refuse('email_not_valid', { field: `${at}email` });
  const createdAt = context.now.toISOString();
  if (!(await insertBorrower(transaction, { portfolioId, id, kind, name, createdAt }))) {
    const known = await findAsCreated(transaction, { portfolioId, borrowerId: id });
    const sent = { name, kind, phone, email: email === '' ? null : email };
    return isDeepStrictEqual(known, sent)
      ? succeed({ borrowerId: id, replayed: true })
      : refuse('id_reused_with_different_content');
  }
  const named = [
    { borrowerId: id, kind: 'phone' as const, value: phone ?? '' },
    { borrowerId: id, kind: 'email' as const, value: email },
  ];
  const addedBy = context.session.account.id;
  await addWaysToReach(transaction, named, { portfolioId, postedAt: createdAt, addedBy });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'create-borrower',
    subject: 'borrower',
    subjectId: id,
    after: { name, borrowerKind: kind },
  });
  return succeed({ borrowerId: id, replayed: false });
}
