import {
  callRecordInputs,
  type CallInputs,
  type CallKind,
  type CallRecords,
} from '@bursar/contracts/collections/call-centres';
import type { AuditEventName, AuditSubject } from '@bursar/contracts/control/audit-events';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { checks, type SaveFailure } from './check-call-record.ts';
import { findCallRecord, insertCallRecord, updateCallRecord } from './call-records.store.ts';

type Created<K extends CallKind> = Outcome<
  CallRecords[K],
  SaveFailure<K> | 'id_reused_with_different_content'
>;
type Changed<K extends CallKind> = Outcome<
  CallRecords[K],
  SaveFailure<K> | 'not_found' | 'changed_since'
>;

/** Creates a record of a kind. A repeated id creates nothing new. */
export function createCallRecord<K extends CallKind>(
  database: Database,
  kind: K,
  command: { readonly id: string; readonly values: CallInputs[K] },
  context: PortfolioContext,
): Promise<Created<K>> {
  return transactionOrConflict(
    database,
    conflicts[kind],
    async (transaction): Promise<Created<K>> => {
      const { session, portfolio, now } = context;
      const { id } = command;
      const entered = { values: command.values, before: null, isArchived: false };
      const checked = await checks[kind](transaction, entered, context);
      if (!checked.ok) return checked;
      const values = checked.value;
      const made = { portfolioId: portfolio.id, id, values };
      const by = { by: session.account.id, at: now.toISOString() };
      const viewer = { scope: session.scope, now, id };
      if (!(await insertCallRecord(transaction, kind, { ...made, ...by }))) {
        const sent = await findCallRecord(transaction, kind, viewer);
        const isSame = sent && Object.keys(differences(kind, values, sent)).length === 0;
        return isSame ? succeed(sent) : refuse('id_reused_with_different_content');
      }
      await audit(
        transaction,
        { kind, verb: 'create', id, after: auditedValues(kind, values) },
        context,
      );
      return succeed(await reread(transaction, kind, { ...viewer, portfolioId: portfolio.id }));
    },
  );
}

/** Updates, archives or restores a record, if the caller saw its current version. */
export function changeCallRecord<K extends CallKind>(
  database: Database,
  kind: K,
  command: {
    readonly id: string;
    readonly values: CallInputs[K];
    readonly isArchived: boolean;
    readonly version: number;
  },
  context: PortfolioContext,
): Promise<Changed<K>> {
  return transactionOrConflict(
    database,
    conflicts[kind],
    async (transaction): Promise<Changed<K>> => {
      const { session, portfolio, now } = context;
      const { id, isArchived, version } = command;
      const viewer = { scope: session.scope, now, id };
      const before = await findCallRecord(transaction, kind, viewer);
      if (!before) return refuse('not_found');
      const entered = { values: command.values, before, isArchived };
      const checked = await checks[kind](transaction, entered, context);
      if (!checked.ok) return checked;
      const values = checked.value;
      const change = { portfolioId: portfolio.id, id, values, version, isArchived };
      if (!(await updateCallRecord(transaction, kind, { ...change, at: now.toISOString() }))) {
        return refuse('changed_since');
      }
      const after = { ...differences(kind, before, values), ...archived(before, isArchived) };
      if (Object.keys(after).length > 0) {
        const former = {
          ...differences(kind, values, before),
          ...archived({ isArchived }, before.isArchived),
        };
        await audit(transaction, { kind, verb: 'change', id, before: former, after }, context);
      }
      return succeed(await reread(transaction, kind, { ...viewer, portfolioId: portfolio.id }));
    },
  );
}

/**
 * Reads the record as the caller sees it now. Callers who have just ended their own membership see
 * it one last time.
 */
async function reread<K extends CallKind>(
  transaction: Transaction,
  kind: K,
  { portfolioId, ...viewer }: Parameters<typeof findCallRecord>[2] & { portfolioId: string },
): Promise<CallRecords[K]> {
  const { accountId } = viewer.scope;
  const scope: Scope = { role: 'user', accountId, portfolioId };
  const record =
    (await findCallRecord(transaction, kind, viewer)) ??
    (await findCallRecord(transaction, kind, { ...viewer, scope }));
  if (!record) throw new Error(`${kind} ${viewer.id} was stored but is missing`);
  return record;
}

type Conflicts<K extends CallKind> = Readonly<Record<string, Outcome<never, SaveFailure<K>>>>;

/** Maps each unique constraint to the refusal for a duplicate value. */
const conflicts: { readonly [K in CallKind]: Conflicts<K> } = {
  centre: { call_centres_name_once: refuse('name_already_used', { field: 'name' }) },
  preset: { call_centre_presets_name_once: refuse('name_already_used', { field: 'name' }) },
  member: { call_centre_members_once: refuse('already_a_member', { field: 'accountId' }) },
  patient: {},
};

type EventDetails = Readonly<Record<string, string | number | null>>;

/**
 * Returns the values of the second record that differ from the first, as the audit trail shows
 * them.
 */
function differences(kind: CallKind, one: object, other: object): EventDetails {
  const [former, latter] = [auditedValues(kind, one), auditedValues(kind, other)];
  return Object.fromEntries(Object.entries(latter).filter(([key, value]) => former[key] !== value));
}

const archived = (before: { isArchived: boolean }, isArchived: boolean): EventDetails =>
  before.isArchived === isArchived ? {} : { isArchived: isArchived ? 1 : 0 };

function auditedValues(kind: CallKind, values: object): EventDetails {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    Object.keys(callRecordInputs[kind].shape).map((key) => {
      const value = given.get(key);
      if (Array.isArray(value)) return [key, value.flatMap(displayedValuesOf).join(', ')];
      return [key, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
}

/** Formats one item of a list; a span of hours is prefixed with its weekday, 1 for Monday. */
function displayedValuesOf(part: unknown, place: number): readonly string[] {
  if (typeof part === 'string' || typeof part === 'number') return [String(part)];
  const isSpan = typeof part === 'object' && part && 'opensAt' in part && 'closesAt' in part;
  return isSpan ? [`${place + 1} ${String(part.opensAt)}–${String(part.closesAt)}`] : [];
}

type Audited = {
  readonly kind: CallKind;
  readonly verb: 'create' | 'change';
  readonly id: string;
  readonly before?: EventDetails;
  readonly after: EventDetails;
};

function audit(
  transaction: Transaction,
  { kind, verb, id, before, after }: Audited,
  context: PortfolioContext,
): Promise<void> {
  const subject = subjects[kind];
  const event: AuditEventName = `${verb}-${subject}`;
  return auditCommand(transaction, context, {
    portfolioId: context.portfolio.id,
    event,
    subject,
    subjectId: id,
    ...(before && { before }),
    after,
  });
}

const subjects = {
  centre: 'call-centre',
  preset: 'call-preset',
  member: 'call-member',
  patient: 'patient',
} as const satisfies Record<CallKind, AuditSubject>;
