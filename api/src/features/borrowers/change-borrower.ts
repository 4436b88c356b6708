import type { ChangeBorrower } from '@bursar/contracts/borrowers';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { recordAudit } from '../../platform/audit.ts';
import type { PortfolioContext } from '../../platform/command-context.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import {
  findBorrower,
  listContacts,
  updateBorrower,
  type BorrowerChange,
} from './borrowers.store.ts';
import { checkContacts } from './check-contacts.ts';

type Changed = Outcome<AnswerOf<ChangeBorrower>, FailureOf<ChangeBorrower>>;
type Change = BorrowerChange & { readonly borrowerId: string };

/** Changes what the caller saw of a borrower, with all ways to reach them at once. */
export function changeBorrower(
  database: Database,
  command: Change,
  context: PortfolioContext,
): Promise<Changed> {
  return database.begin((transaction) => change(transaction, command, context));
}

async function change(
  transaction: Transaction,
  command: Change,
  { session, requestId, now }: PortfolioContext,
): Promise<Changed> {
  const { borrowerId } = command;
  const { scope, businessDate, account } = session;
  const before = await findBorrower(transaction, { scope, businessDate, borrowerId });
  if (!before) return refuse('not_found');
  if (before.version !== command.version) return refuse('changed_since');
  const { portfolioId } = before;
  const former = await listContacts(transaction, { portfolioId, borrowerId, today: before.today });
  const contacts = checkContacts(command.contacts, former);
  if (!contacts.ok) return contacts;
  const after = {
    ...command,
    name: trimmed(command.name),
    employmentTitle: trimmed(command.employmentTitle),
    region: trimmed(command.region),
    contacts: contacts.value,
  };
  const changing = { portfolioId, ...after, by: account.id, at: now.toISOString() };
  if (!(await updateBorrower(transaction, changing))) {
    return refuse('changed_since');
  }
  const differing = differencesOf(
    factsOf({ ...before, contacts: former.filter(({ retired }) => retired === null) }),
    factsOf(after),
  );
  if (Object.keys(differing.after).length > 0) {
    await recordAudit(transaction, {
      portfolioId,
      actorId: account.id,
      event: 'change-borrower',
      subject: 'borrower',
      subjectId: borrowerId,
      ...differing,
      requestId,
      at: now,
    });
  }
  return succeed({ version: command.version + 1 });
}

const trimmed = (text: string | null): string | null => text?.trim() || null;

type Facts = Readonly<Record<string, string | number | null>>;

function factsOf(borrower: Omit<BorrowerChange, 'version'>): Facts {
  const contacts = borrower.contacts.map((contact) => {
    const { kind, label, value, isPreferred, validFrom, validTo, retire } = contact;
    const said = [isPreferred && 'preferred', validFrom, validTo, retire && `retired: ${retire}`];
    return [kind, label, value, ...said].filter(Boolean).join(' ');
  });
  return {
    name: borrower.name,
    employmentTitle: borrower.employmentTitle,
    employmentYears: borrower.employmentYears,
    region: borrower.region,
    contacts: contacts.toSorted((one, other) => one.localeCompare(other)).join('; '),
  };
}

/** The trail says what became otherwise, not all that stayed. */
function differencesOf(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (facts: Facts): Facts =>
    Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}
