import type { AppNoun } from '@bursar/contracts/control/audit-events';
import type { FailureCode } from '@bursar/contracts/failure-status';
import {
  deleteRecord,
  holdRecord,
  insertRecord,
  isColleague,
  updateRecord,
  versionOfSame,
  type Columns,
  type RecordKind,
  type RecordAccess,
} from './app-records.store.ts';
import { auditCommand } from './audit.ts';
import type { CommandContext } from './command-context.ts';
import type { Database, Transaction } from './database.ts';
import { refuse, succeed, type Outcome } from './outcome.ts';
import { ownedId } from './owned-id.ts';
import { mayRuleRecord, type Scope } from './scope.ts';
import { transactionOrConflict } from './unique-violation.ts';

/**
 * An app's kind of record: its table and its special rules. The functions below create, change and
 * remove records, each in one transaction with an audit row and a notification for each reader; a
 * change also checks the version.
 */
export type AppRecordKind<
  Checked extends FailureCode = never,
  InUse extends FailureCode = never,
> = RecordKind & {
  readonly noun: AppNoun;
  /** Checks the columns before a record is created or changed. */
  readonly check?: (
    transaction: Transaction,
    columns: Columns,
    scope: Scope,
  ) => Promise<Outcome<null, Checked>>;
  /**
   * Returns the columns that a change writes: a caller who cannot see a value sends null for it,
   * which must not remove it.
   */
  readonly changedColumns?: (
    transaction: Transaction,
    change: { readonly id: string; readonly columns: Columns; readonly scope: Scope },
  ) => Promise<Columns>;
  /** Returns whether a reader may remove the record. Without this function, every reader may. */
  readonly mayRemove?: (scope: Scope, recordAccess: RecordAccess) => Outcome<null, InUse>;
  /** Maps the database constraints that a removal can violate to named failures. */
  readonly refusals?: Readonly<Record<string, Outcome<never, InUse>>>;
};

export function byItsMaker(
  scope: Scope,
  recordAccess: RecordAccess,
): Outcome<null, 'only_maker_may'> {
  return mayRuleRecord(scope, recordAccess) ? succeed(null) : refuse('only_maker_may');
}

type Answer = { readonly id: string; readonly version: number };

type Creation = {
  /** The id that the browser generated; the record is stored under `ownedId` of it. */
  readonly id: string;
  readonly columns: Columns;
  readonly context: CommandContext;
  /**
   * Calculates columns that need the transaction, such as a sort position. Returns null if the
   * caller cannot reach the parent record, such as the board of a new board column.
   */
  readonly place?: (transaction: Transaction) => Promise<Columns | null>;
  /** Runs in the same transaction after the insert. */
  readonly andThen?: (transaction: Transaction, id: string) => Promise<void>;
};

export async function createRecord<Checked extends FailureCode, InUse extends FailureCode>(
  database: Database,
  kind: AppRecordKind<Checked, InUse>,
  { id: sentId, columns, context, place, andThen }: Creation,
): Promise<Outcome<Answer, 'id_reused_with_different_content' | 'not_found' | Checked>> {
  const { account, scope } = context.session;
  const id = ownedId(account.id, sentId);
  const sent = { ...columns, id, owner_id: account.id, portfolio_id: account.portfolioId };
  return database.begin(async (transaction) => {
    const checked = await kind.check?.(transaction, columns, scope);
    if (checked && !checked.ok) {
      // A repeated request returns its record even if the check fails now, for example because the
      // assignee was suspended after the first request.
      const version = await versionOfSame(transaction, kind, sent);
      return version === null ? checked : succeed({ id, version });
    }
    const placed = place ? await place(transaction) : {};
    if (placed === null) return refuse('not_found');
    const row = { ...sent, ...placed, created_at: context.now.toISOString() };
    if (!(await insertRecord(transaction, kind, row))) {
      const version = await versionOfSame(transaction, kind, sent);
      return version === null
        ? refuse('id_reused_with_different_content')
        : succeed({ id, version });
    }
    await andThen?.(transaction, id);
    const after = await holdRecord(transaction, kind, { scope, id });
    if (!after) throw new Error(`${kind.noun} ${id} was stored but is missing`);
    await auditRecord(transaction, context, { kind, id, done: 'create', after });
    return succeed({ id, version: 1 });
  });
}

type Change = {
  readonly id: string;
  readonly version: number;
  readonly columns: Columns;
  readonly context: CommandContext;
};

export async function changeRecord<Checked extends FailureCode, InUse extends FailureCode>(
  database: Database,
  kind: AppRecordKind<Checked, InUse>,
  { id, version, columns, context }: Change,
): Promise<Outcome<Answer, 'not_found' | 'changed_since' | 'only_maker_may' | Checked>> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const before = await holdRecord(transaction, kind, { scope, id });
    if (!before) return refuse('not_found');
    const checked = await kind.check?.(transaction, columns, scope);
    if (checked && !checked.ok) return checked;
    if (before.version !== version) return refuse('changed_since');
    const isTakenBack = before.isShared && columns['is_shared'] === false;
    if (isTakenBack && !mayRuleRecord(scope, before)) return refuse('only_maker_may');
    const changed = await kind.changedColumns?.(transaction, { id, columns, scope });
    await updateRecord(transaction, kind, { id, columns: changed ?? columns });
    // The change can put the record out of the caller's reach, for example when they unassign
    // themselves. It is saved all the same.
    const after = (await holdRecord(transaction, kind, { scope, id })) ?? undefined;
    await auditRecord(transaction, context, { kind, id, done: 'change', before, after });
    return succeed({ id, version: version + 1 });
  });
}

export async function removeRecord<Checked extends FailureCode, InUse extends FailureCode>(
  database: Database,
  kind: AppRecordKind<Checked, InUse>,
  { id, context }: { id: string; context: CommandContext },
): Promise<Outcome<{ id: string }, 'not_found' | InUse>> {
  const { scope } = context.session;
  type Removed = Outcome<{ id: string }, 'not_found' | InUse>;
  return transactionOrConflict(
    database,
    kind.refusals ?? {},
    async (transaction): Promise<Removed> => {
      const before = await holdRecord(transaction, kind, { scope, id });
      if (!before) return refuse('not_found');
      const allowed = kind.mayRemove?.(scope, before);
      if (allowed && !allowed.ok) return allowed;
      await deleteRecord(transaction, kind, id);
      await auditRecord(transaction, context, { kind, id, done: 'remove', before });
      return succeed({ id });
    },
  );
}

/** Checks that the assignee, if there is one, is a colleague whom the caller can assign to. */
export async function checkAssignee(
  transaction: Transaction,
  { assignee_id: id }: Columns,
  scope: Scope,
): Promise<Outcome<null, 'colleague_not_found'>> {
  if (typeof id !== 'string' || (await isColleague(transaction, { scope, id }))) {
    return succeed(null);
  }
  return refuse('colleague_not_found', { field: 'assigneeId' });
}

type Done = {
  readonly kind: RecordKind & { readonly noun: AppNoun };
  readonly id: string;
  readonly done: 'create' | 'change' | 'remove';
  readonly before?: RecordAccess;
  readonly after?: RecordAccess | undefined;
};

export function auditRecord(
  transaction: Transaction,
  context: CommandContext,
  { kind, id, done, before, after }: Done,
): Promise<void> {
  const sides = [before, after].filter((side) => side !== undefined);
  const isShared = sides.some((side) => side.isShared);
  const readers = sides.flatMap(({ ownerId, others }) => [ownerId, ...others]);
  return auditCommand(transaction, context, {
    portfolioId: context.session.account.portfolioId,
    event: `${done}-${kind.noun}`,
    subject: kind.noun,
    subjectId: id,
    ...(before && isReadByOthers(before) && { before: before.details }),
    ...(after && isReadByOthers(after) && { after: after.details }),
    ...(isShared ? { forColleagues: true } : { onlyAccountIds: [...new Set(readers)] }),
  });
}

/**
 * Returns whether other users read the record. The audit trail must not reveal the content of a
 * record that only its owner reads.
 */
const isReadByOthers = ({ isShared, others }: RecordAccess): boolean =>
  isShared || others.length > 0;
