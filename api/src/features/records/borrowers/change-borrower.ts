import { editableBorrowerFacts } from '@bursar/contracts/records/borrowers';
import type { ChangeBorrower, ContactChange } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { keysOf } from '@bursar/contracts/fact-kinds';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import {
  findBorrower,
  listContacts,
  lockBorrower,
  takenFactOf,
  updateBorrower,
  type EditableFacts,
} from './borrowers.store.ts';
import { checkContacts } from './check-contacts.ts';
import { checkFacts, type GivenFacts } from './check-facts.ts';

type Changed = Outcome<AnswerOf<ChangeBorrower>, FailureOf<ChangeBorrower>>;
type Change = GivenFacts & {
  readonly borrowerId: string;
  readonly contacts: readonly ContactChange[];
  readonly version: number;
};

/**
 * Changes a borrower's fields and contacts in one step, based on the version that the caller saw.
 */
export async function changeBorrower(
  database: Database,
  command: Change,
  context: PortfolioContext,
): Promise<Changed> {
  try {
    return await database.begin((transaction) => change(transaction, command, context));
  } catch (error) {
    const field = takenFactOf(error);
    if (field) return refuse('used_by_another_borrower', { field });
    throw error;
  }
}

async function change(
  transaction: Transaction,
  command: Change,
  context: PortfolioContext,
): Promise<Changed> {
  const { session, portfolio, now } = context;
  const { borrowerId, version } = command;
  const { scope, businessDate, account } = session;
  await lockBorrower(transaction, { portfolioId: portfolio.id, borrowerId });
  const asked = { scope, businessDate, borrowerId, reader: 'books' } as const;
  const before = await findBorrower(transaction, asked);
  if (!before) return refuse('not_found');
  if (before.mergedInto) return refuse('borrower_merged_away');
  if (before.version !== version) return refuse('changed_since');
  const facts = checkFacts(command, { before, reader: account.role });
  if (!facts.ok) return facts;
  const { portfolioId } = before;
  const former = await listContacts(transaction, { portfolioId, borrowerId, today: before.today });
  const contacts = checkContacts(command.contacts, former);
  if (!contacts.ok) return contacts;
  const after = { facts: facts.value, contacts: contacts.value };
  const at = now.toISOString();
  const changing = { portfolioId, borrowerId, version, ...after, by: account.id, at };
  if (!(await updateBorrower(transaction, changing))) {
    return refuse('changed_since');
  }
  const differing = differencesOf(
    { facts: before, contacts: former.filter(({ retired }) => retired === null) },
    after,
  );
  if (Object.keys(differing.after).length > 0) {
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-borrower',
      subject: 'borrower',
      subjectId: borrowerId,
      ...differing,
    });
  }
  return succeed({ version: version + 1 });
}

type Card = { readonly facts: EditableFacts; readonly contacts: readonly ContactChange[] };
type AuditedValues = Readonly<Record<string, string | number | null>>;

/** Returns the changed fields, and all contacts if any changed, for the audit event. */
function differencesOf(before: Card, after: Card): { before: AuditedValues; after: AuditedValues } {
  const changed = keysOf(editableBorrowerFacts).filter(
    (key) => before.facts[key] !== after.facts[key],
  );
  const contacts = [contactsText(before.contacts), contactsText(after.contacts)] as const;
  const valuesOf = ({ facts }: Card, text: string): AuditedValues => ({
    ...Object.fromEntries(changed.map((key) => [key, facts[key]])),
    ...(contacts[0] !== contacts[1] && { contacts: text }),
  });
  return { before: valuesOf(before, contacts[0]), after: valuesOf(after, contacts[1]) };
}

function contactsText(contacts: readonly ContactChange[]): string {
  const lines = contacts.map(({ kind, label, value, isPreferred, validFrom, validTo, retire }) => {
    const attributes = [
      isPreferred && 'preferred',
      validFrom,
      validTo,
      retire && `retired: ${retire}`,
    ];
    return [kind, label, value, ...attributes].filter(Boolean).join(' ');
  });
  return lines.toSorted((one, other) => one.localeCompare(other)).join('; ');
}
