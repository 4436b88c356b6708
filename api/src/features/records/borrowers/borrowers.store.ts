import type {
  Borrower,
  BorrowerContact,
  Consent,
  ContactChange,
  editableBorrowerFacts,
} from '@bursar/contracts/records/borrowers';
import { columnOf, factsWith, keysOf, type FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import type { LoanStatus } from '@bursar/contracts/choices';
import type { QuietHours } from '@bursar/contracts/access/quiet-hours';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { factColumns, factUpdate, plainRates, type Reader } from '../../../platform/facts.ts';
import {
  borrowersInScope,
  inScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { bucketOf, daysPastDueOf } from '../../servicing/loan-account/arrears.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

export type BorrowerKey = { readonly portfolioId: string; readonly borrowerId: string };
type Facts = Omit<
  Borrower,
  'contacts' | 'consents' | 'identityDocuments' | 'loans' | 'quietHours' | 'mergedInto' | 'former'
>;
export type EditableFacts = FactValues<typeof editableBorrowerFacts>;
/** A borrower on record, with the current day in the borrower's portfolio. */
export type FoundBorrower = Facts & {
  readonly portfolioId: string;
  readonly mergedInto: string | null;
  readonly today: string;
  readonly quiet: QuietHours;
};

export async function findBorrower(
  sql: Queryable,
  { borrowerId, reader, ...viewer }: Viewer & { borrowerId: string; reader: Reader },
): Promise<FoundBorrower | null> {
  const { scope } = viewer;
  const [row] = await sql<FoundBorrower[]>`
    select borrower.portfolio_id, ${todayOf(sql, viewer, 'borrower')} as today, borrower.id,
      borrower.external_id, ${factColumns(sql, borrowerFacts, { alias: 'borrower', reader })},
      portfolio.currency, borrower.version, borrower.merged_into,
      json_build_object('from', to_char(portfolio.quiet_from, 'HH24:MI'),
        'until', to_char(portfolio.quiet_until, 'HH24:MI'),
        'timeZone', portfolio.time_zone) as quiet
    from borrowers borrower
    join portfolios portfolio on portfolio.id = borrower.portfolio_id
    where borrower.id = ${borrowerId} and ${borrowersInScope(sql, scope)}`;
  return row ? { ...row, ...plainRates(borrowerFacts, row) } : null;
}

/** Inserts a borrower; returns whether its id is new. A repeated request changes nothing. */
export async function insertBorrower(
  transaction: Transaction,
  made: {
    portfolioId: string;
    id: string;
    kind: 'person' | 'company';
    name: string;
    createdAt: string;
  },
): Promise<boolean> {
  const rows = await transaction`
    insert into borrowers (portfolio_id, id, borrower_kind, name, created_at)
    values (${made.portfolioId}, ${made.id}, ${made.kind}, ${made.name}, ${made.createdAt})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

type AsCreated = {
  readonly name: string;
  readonly kind: string;
  readonly phone: string | null;
  readonly email: string | null;
};

/**
 * Returns the values that a borrower was created with, without later changes; null for a borrower
 * from a tape.
 */
export async function findAsCreated(
  transaction: Transaction,
  { portfolioId, borrowerId }: BorrowerKey,
): Promise<AsCreated | null> {
  const way = (kind: 'phone' | 'email') => transaction`(
    select contact.value from borrower_contacts contact
    where contact.portfolio_id = borrower.portfolio_id and contact.borrower_id = borrower.id
      and contact.kind = ${kind} and contact.added_at = borrower.created_at
    order by contact.id limit 1)`;
  const [row] = await transaction<AsCreated[]>`
    select event.after ->> 'name' as name, event.after ->> 'borrowerKind' as kind,
      ${way('phone')} as phone, ${way('email')} as email
    from borrowers borrower
    join audit_events event on event.portfolio_id = borrower.portfolio_id
      and event.subject_id = borrower.id and event.event = 'create-borrower'
    where borrower.portfolio_id = ${portfolioId} and borrower.id = ${borrowerId}`;
  return row ? { ...row } : null;
}

type ContactRow = Omit<BorrowerContact, 'retired'> & {
  readonly retiredBy: string | null;
  readonly retiredAt: string | null;
  readonly retiredReason: NonNullable<BorrowerContact['retired']>['reason'] | null;
};

export async function listContacts(
  sql: Queryable,
  { portfolioId, borrowerId, today }: BorrowerKey & { today: string },
): Promise<BorrowerContact[]> {
  const rows = await sql<ContactRow[]>`
    select contact.id, contact.kind, contact.label, contact.value, contact.is_preferred,
      contact.valid_from, contact.valid_to, adder.name as added_by, contact.added_at,
      retirer.name as retired_by, contact.retired_at, contact.retired_reason,
      contact.retired_at is null and contact.value is not distinct from
        borrower_reach(contact.portfolio_id, contact.borrower_id, contact.kind, ${today})
        as is_reached
    from borrower_contacts contact
    left join accounts adder on adder.id = contact.added_by
    left join accounts retirer on retirer.id = contact.retired_by
    where contact.portfolio_id = ${portfolioId} and contact.borrower_id = ${borrowerId}
    order by array_position(array['phone', 'email', 'address'], contact.kind), is_reached desc,
      contact.retired_at desc nulls first, contact.is_preferred desc, contact.added_at, contact.id`;
  return rows.map(({ retiredBy, retiredAt, retiredReason, ...contact }) => ({
    ...contact,
    retired:
      retiredBy !== null && retiredAt !== null && retiredReason !== null
        ? { by: retiredBy, at: retiredAt, reason: retiredReason }
        : null,
  }));
}

export async function listConsents(
  sql: Queryable,
  { portfolioId, borrowerId }: BorrowerKey,
): Promise<Consent[]> {
  const rows = await sql<Consent[]>`
    select distinct on (consent.channel) consent.channel, consent.state, consent.means,
      account.name as recorded_by, consent.recorded_at
    from borrower_consents consent
    join accounts account on account.id = consent.recorded_by
    where consent.portfolio_id = ${portfolioId} and consent.borrower_id = ${borrowerId}
    order by consent.channel, consent.number desc, consent.recorded_at desc, consent.id desc`;
  return rows.map((row) => ({ ...row }));
}

export async function listLoansOfBorrower(
  sql: Queryable,
  { scope, today, portfolioId, borrowerId }: BorrowerKey & { scope: Scope; today: string },
): Promise<Borrower['loans']> {
  const rows = await sql<LoanLine[]>`
    select loan.id, loan.reference_number, held.role, state.status, loan.currency,
      loan.principal_minor, loan.disbursed_on,
      state.outstanding_principal_minor as outstanding_minor, state.oldest_unpaid_due_on
    from (
      select id as loan_id, 'first-borrower' as role from loans
      where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId}
      union all
      select loan_id, role from loan_parties
      where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId} and ended_at is null
    ) held
    join loans loan on loan.portfolio_id = ${portfolioId} and loan.id = held.loan_id
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where ${inScope(sql, scope, 'state')}
    order by loan.reference_number`;
  return rows.map(({ referenceNumber, oldestUnpaidDueOn, ...row }) => {
    const daysPastDue = daysPastDueOf({ status: row.status, oldestUnpaidDueOn }, today);
    const reference = loanReference(referenceNumber);
    const nextDueOn = row.status === 'active' ? oldestUnpaidDueOn : null;
    return { ...row, reference, nextDueOn, daysPastDue, bucket: bucketOf(daysPastDue) };
  });
}

type LoanLine = {
  readonly id: string;
  readonly role: Borrower['loans'][number]['role'];
  readonly referenceNumber: number;
  readonly status: LoanStatus;
  readonly currency: string;
  readonly principalMinor: number;
  readonly disbursedOn: string;
  readonly outstandingMinor: number;
  readonly oldestUnpaidDueOn: string | null;
};

type Changing = BorrowerKey & {
  readonly facts: EditableFacts;
  readonly contacts: readonly ContactChange[];
  readonly version: number;
  readonly by: string;
  readonly at: string;
};

/**
 * Locks the borrower, so that a concurrent change waits and then reads what the first has written.
 */
export async function lockBorrower(
  transaction: Transaction,
  { portfolioId, borrowerId }: { portfolioId: string; borrowerId: string },
): Promise<void> {
  await transaction`
    select from borrowers where portfolio_id = ${portfolioId} and id = ${borrowerId} for no key update`;
}

/**
 * Updates the borrower and its contacts. Returns false if the version changed since the caller saw
 * it.
 */
export async function updateBorrower(
  transaction: Transaction,
  { portfolioId, borrowerId, facts, contacts, version, by, at }: Changing,
): Promise<boolean> {
  const rows = await transaction`
    update borrowers set ${transaction(factUpdate(facts))}, version = version + 1
    where portfolio_id = ${portfolioId} and id = ${borrowerId} and version = ${version}
    returning id`;
  if (rows.length === 0) return false;
  // Clear the flag first, because an index allows one preferred contact of each kind at any moment.
  await transaction`
    update borrower_contacts set is_preferred = false
    where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId} and is_preferred`;
  // Retire first, because the same change may add a retired value again.
  const inOrder = contacts.toSorted((one, other) => Number(!one.retire) - Number(!other.retire));
  for (const { id, kind, label, value, isPreferred, validFrom, validTo, retire } of inOrder) {
    await transaction`
      insert into borrower_contacts as contact (portfolio_id, borrower_id, id, kind, label, value,
        is_preferred, valid_from, valid_to, added_by, added_at)
      values (${portfolioId}, ${borrowerId}, ${id}, ${kind}, ${label}, ${value}, ${isPreferred},
        ${validFrom}, ${validTo}, ${by}, ${at})
      on conflict (portfolio_id, borrower_id, id) do update set
        label = excluded.label, is_preferred = excluded.is_preferred,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to,
        retired_by = ${retire ? by : null}, retired_at = ${retire ? at : null},
        retired_reason = ${retire ?? null}`;
  }
  return true;
}

type Phone = BorrowerKey & { readonly phone: string };

/** Finds a phone number of a borrower; the number is retired only if all its entries are. */
export async function findPhone(
  sql: Queryable,
  { portfolioId, borrowerId, phone }: Phone,
): Promise<{ readonly isRetired: boolean } | null> {
  const [row] = await sql<{ isRetired: boolean | null }[]>`
    select bool_and(retired_at is not null) as is_retired from borrower_contacts
    where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId} and kind = 'phone'
      and value = ${phone}`;
  return row && row.isRetired !== null ? { isRetired: row.isRetired } : null;
}

/** Retires a phone number as wrong, in a new version of its borrower. */
export async function retirePhone(
  transaction: Transaction,
  { portfolioId, borrowerId, phone, by, at }: Phone & { readonly by: string; readonly at: string },
): Promise<void> {
  await transaction`
    update borrower_contacts set is_preferred = false, retired_by = ${by}, retired_at = ${at},
      retired_reason = 'wrong'
    where portfolio_id = ${portfolioId} and borrower_id = ${borrowerId} and kind = 'phone'
      and value = ${phone} and retired_at is null`;
  await transaction`
    update borrowers set version = version + 1
    where portfolio_id = ${portfolioId} and id = ${borrowerId}`;
}

/**
 * Returns the unique field whose index refused a change because another borrower has that value;
 * undefined for any other error.
 */
export function takenFactOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'constraint_name' in error)) return undefined;
  const { constraint_name: name } = error;
  const unique = keysOf(factsWith(borrowerFacts, 'isUnique'));
  return unique.find((key) => name === `borrowers_${columnOf(key)}_once`);
}

export type NewConsent = BorrowerKey &
  Pick<Consent, 'channel' | 'state' | 'means'> & {
    readonly id: string;
    readonly recordedBy: string;
    readonly recordedAt: string;
  };

/** Inserts a consent; returns whether it is new. A repeated request changes nothing. */
export async function insertConsent(
  transaction: Transaction,
  consent: NewConsent,
): Promise<boolean> {
  const rows = await transaction`
    insert into borrower_consents (portfolio_id, borrower_id, id, channel, state, means,
      recorded_by, recorded_at)
    values (${consent.portfolioId}, ${consent.borrowerId}, ${consent.id}, ${consent.channel},
      ${consent.state}, ${consent.means}, ${consent.recordedBy}, ${consent.recordedAt})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export async function isSameConsent(sql: Queryable, consent: NewConsent): Promise<boolean> {
  const rows = await sql`
    select from borrower_consents
    where portfolio_id = ${consent.portfolioId} and id = ${consent.id}
      and borrower_id = ${consent.borrowerId} and channel = ${consent.channel}
      and state = ${consent.state} and means = ${consent.means}
      and recorded_by = ${consent.recordedBy}`;
  return rows.length > 0;
}
