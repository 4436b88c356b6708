import {
  callRecordInputs,
  dutiesByDefault,
  type CallInputs,
  type CallKind,
  type CallRecords,
} from '@bursar/contracts/collections/call-centres';
import { callDuties, type CallState } from '@bursar/contracts/choices';
import { columnOf } from '@bursar/contracts/fact-kinds';
import { allOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import {
  callCentresInScope,
  inScope,
  callPresetsInScope,
  type Scope,
} from '../../../platform/scope.ts';

/** The caller's scope and the current time, which decides the state of a call round. */
export type CallViewer = { readonly scope: Scope; readonly now: Date };

/**
 * The parts of a query that differ by kind of record, without the columns of its inputs. The table
 * of the kind has the alias `record`.
 */
type View = {
  readonly name: Fragment;
  readonly found: Fragment;
  readonly shown: Fragment;
  readonly joins: Fragment;
  readonly isInScope: Fragment;
};

const views: Readonly<Record<CallKind, (sql: Queryable, viewer: CallViewer) => View>> = {
  centre: (sql, { scope }) => ({
    name: sql`record.name`,
    found: sql`record.name || ' ' || record.phone`,
    shown: sql`preset.name as preset_name, ${dutiesIn(sql, scope, 'record')} as duties,
      (select count(*) from call_centre_members member
        where member.portfolio_id = record.portfolio_id and member.centre_id = record.id
          and member.archived_at is null) as members,
      (select count(*) from call_centre_patients patient
        where patient.portfolio_id = record.portfolio_id and patient.centre_id = record.id
          and patient.archived_at is null) as patients`,
    joins: sql`join call_centre_presets preset
      on preset.portfolio_id = record.portfolio_id and preset.id = record.preset_id`,
    isInScope: callCentresInScope(sql, scope, 'record'),
  }),
  preset: (sql, { scope }) => ({
    name: sql`record.name`,
    found: sql`record.name || ' ' || record.script`,
    shown: sql`(select count(*) from call_centres centre
      where centre.portfolio_id = record.portfolio_id and centre.preset_id = record.id
        and centre.archived_at is null) as centres`,
    joins: sql``,
    isInScope: callPresetsInScope(sql, scope),
  }),
  member: (sql, { scope }) => ({
    name: sql`account.name`,
    found: sql`account.name || ' ' || account.email || ' ' || centre.name`,
    shown: sql`account.name, account.email, centre.name as centre_name`,
    joins: sql`${joinCentre(sql)} join accounts account on account.id = record.account_id`,
    isInScope: callCentresInScope(sql, scope, 'centre'),
  }),
  patient: (sql, { scope, now }) => ({
    name: sql`record.name`,
    found: sql`record.name || ' ' || record.phone || ' ' || record.email`,
    shown: sql`centre.name as centre_name, linked.borrower_name, linked.loan_id,
      latest.state as consent, latest.agreed_on as consent_on, record.attempts,
      record.last_called_at, ${callStateAt(sql, now)} as calls`,
    joins: sql`${joinCentre(sql)} join call_centre_presets preset
        on preset.portfolio_id = centre.portfolio_id and preset.id = centre.preset_id
      left join lateral (
        select consent.state, consent.agreed_on from call_centre_consents consent
        where consent.portfolio_id = record.portfolio_id and consent.patient_id = record.id
        order by consent.number desc limit 1
      ) latest on true
      left join lateral (${loanReached(sql, scope)}) linked on true`,
    isInScope: callCentresInScope(sql, scope, 'centre'),
  }),
};

function joinCentre(sql: Queryable): Fragment {
  return sql`join call_centres centre
    on centre.portfolio_id = record.portfolio_id and centre.id = record.centre_id`;
}

function callStateAt(sql: Queryable, now: Date): Fragment {
  return sql`call_state(record, preset, ${now.toISOString()})`;
}

/** Selects the linked borrower's most important loan within the caller's scope. */
function loanReached(sql: Queryable, scope: Scope): Fragment {
  return sql`
    select borrower.name as borrower_name, loan.id as loan_id
    from borrowers borrower
    cross join lateral ${loansOf(sql, sql`borrower.portfolio_id`, sql`borrower.id`)} owed
    join loans loan on loan.portfolio_id = borrower.portfolio_id and loan.id = owed.loan_id
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where borrower.portfolio_id = record.portfolio_id and borrower.id = record.borrower_id
      and ${inScope(sql, scope, 'state')}
    order by ${relevanceOrder(sql)} limit 1`;
}

/** Selects the loans that a borrower owes, and those on which they are a current party. */
export function loansOf(sql: Queryable, portfolioId: Fragment, borrowerId: Fragment): Fragment {
  return sql`(
    select own.id as loan_id, null::uuid as party_id from loans own
    where own.portfolio_id = ${portfolioId} and own.borrower_id = ${borrowerId}
    union all
    select party.loan_id, party.id from loan_parties party
    where party.portfolio_id = ${portfolioId} and party.borrower_id = ${borrowerId}
      and party.ended_at is null)`;
}

/**
 * Orders loans so that the one a call is about comes first. Needs the aliases `state` (loan_state),
 * `loan` (loans) and `owed` (`loansOf`).
 */
export function relevanceOrder(sql: Queryable): Fragment {
  return sql`owed.party_id is not null, state.status = 'active' desc, state.oldest_unpaid_due_on, loan.reference_number desc`;
}

/**
 * Selects the caller's duties in a centre: all for the portfolio manager, none for an
 * administrator, otherwise those of the caller's role in the centre.
 */
export function dutiesIn(sql: Queryable, scope: Scope, alias: 'record' | 'centre'): Fragment {
  if (scope.role === 'admin') return sql`'{}'::text[]`;
  if (scope.role === 'user') return sql`${[...callDuties]}::text[]`;
  const centre = sql(alias);
  return sql`array(
    select duty.name from call_centre_members own
    cross join unnest(${[...callDuties]}::text[]) with ordinality duty(name, place)
    left join call_centre_duties changed on changed.portfolio_id = own.portfolio_id
      and changed.role = own.role and changed.duty = duty.name
    where own.portfolio_id = ${centre}.portfolio_id and own.centre_id = ${centre}.id
      and own.account_id = ${scope.accountId} and own.archived_at is null
      and coalesce(changed.granted, ${sql.json(dutiesByDefault)}::jsonb -> own.role ? duty.name)
    order by duty.place)`;
}

export type CallQuestion = {
  readonly q?: string | undefined;
  readonly state: 'current' | 'archived';
  readonly after?: string | undefined;
  readonly limit: number;
  readonly centreId?: string | undefined;
  readonly role?: string | undefined;
  readonly calls?: CallState | undefined;
};

/** Lists one page of the matching records by name, with their total. */
export async function listCallRecords<K extends CallKind>(
  sql: Queryable,
  kind: K,
  { question, ...viewer }: CallViewer & { question: CallQuestion },
) {
  const view = views[kind](sql, viewer);
  const key = sql`lower(${view.name})`;
  const cursor = readCursor(question.after, 'text');
  const matching = sql`${view.isInScope} and ${matches(sql, view, { question, viewer })}`;
  const [rows, [all]] = await Promise.all([
    sql<(CallRow<K> & { sortValue: string })[]>`
      select ${columnsOf(sql, kind)}, ${view.shown}, ${key} as sort_value
      from ${recordsOf(sql, kind, view)}
      where ${matching}
        ${cursor ? sql`and (${key}, record.id) > (${cursor.value}, ${cursor.id}::uuid)` : sql``}
      order by ${key}, record.id limit ${question.limit + 1}`,
    sql<{ count: number }[]>`
      select count(*) as count from ${recordsOf(sql, kind, view)} where ${matching}`,
  ]);
  const { page, nextCursor } = pageOf(rows, {
    limit: question.limit,
    valueOf: ({ sortValue }) => sortValue,
  });
  return { rows: page.map((row) => toRecord<K>(row)), count: all?.count ?? 0, nextCursor };
}

function matches(
  sql: Queryable,
  view: View,
  { question, viewer }: { question: CallQuestion; viewer: CallViewer },
): Fragment {
  const { q, state, centreId, role, calls } = question;
  return allOf(sql, [
    state === 'archived' ? sql`record.archived_at is not null` : sql`record.archived_at is null`,
    ...(q ? [matchesSearch(sql, sql`search_form(${view.found})`, q)] : []),
    ...(centreId ? [sql`record.centre_id = ${centreId}`] : []),
    ...(role ? [sql`record.role = ${role}`] : []),
    ...(calls ? [sql`${callStateAt(sql, viewer.now)} = ${calls}`] : []),
  ]);
}

/** Finds one record in the caller's scope, or null. */
export async function findCallRecord<K extends CallKind>(
  sql: Queryable,
  kind: K,
  { id, ...viewer }: CallViewer & { id: string },
): Promise<CallRecords[K] | null> {
  const view = views[kind](sql, viewer);
  const [row] = await sql<CallRow<K>[]>`
    select ${columnsOf(sql, kind)}, ${view.shown} from ${recordsOf(sql, kind, view)}
    where record.id = ${id} and ${view.isInScope}`;
  return row ? toRecord<K>(row) : null;
}

function recordsOf(sql: Queryable, kind: CallKind, { joins }: View): Fragment {
  return sql`${sql(tableOf(kind))} record
    join portfolios portfolio on portfolio.id = record.portfolio_id ${joins}`;
}

/** Selects the columns of a record. Each input is stored in the column of the same name. */
function columnsOf(sql: Queryable, kind: CallKind): Fragment {
  const entered = Object.keys(callRecordInputs[kind].shape).map(columnOf);
  return sql`record.id, record.portfolio_id, portfolio.name as portfolio_name,
    record.archived_at is not null as is_archived, record.created_at, record.version,
    ${sql(entered.map((column) => `record.${column}`))}`;
}

type CallRow<K extends CallKind> = Omit<CallRecords[K], 'portfolio'> & {
  readonly id: string;
  readonly portfolioId: string;
  readonly portfolioName: string;
};

function toRecord<K extends CallKind>(row: CallRow<K>): CallRecords[K] {
  const { portfolioId, portfolioName, ...record } = row;
  // The inputs and the view of this kind define the columns; the answer's schema checks them.
  return { ...record, portfolio: { id: portfolioId, name: portfolioName } } as CallRecords[K];
}

type Written<K extends CallKind> = {
  readonly portfolioId: string;
  readonly id: string;
  readonly values: CallInputs[K];
};

/** Inserts a record and returns whether it is new; a repeated id leaves the first one unchanged. */
export async function insertCallRecord<K extends CallKind>(
  transaction: Transaction,
  kind: K,
  { portfolioId, id, values, by, at }: Written<K> & { by: string; at: string },
): Promise<boolean> {
  const common = { portfolio_id: portfolioId, id, created_by: by, created_at: at };
  const rows = await transaction`
    insert into ${transaction(tableOf(kind))} ${transaction({ ...common, ...asColumns(kind, values) })}
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

/** Updates the record if the caller saw its current version; returns whether it was updated. */
export async function updateCallRecord<K extends CallKind>(
  transaction: Transaction,
  kind: K,
  change: Written<K> & { version: number; isArchived: boolean; at: string },
): Promise<boolean> {
  const { portfolioId, id, values, version, isArchived, at } = change;
  const rows = await transaction`
    update ${transaction(tableOf(kind))}
    set ${transaction(asColumns(kind, values))}, version = version + 1,
      archived_at = ${isArchived ? transaction`coalesce(archived_at, ${at}::timestamptz)` : null}
    where portfolio_id = ${portfolioId} and id = ${id} and version = ${version}
    returning id`;
  return rows.length > 0;
}

const tables = {
  centre: 'call_centres',
  preset: 'call_centre_presets',
  member: 'call_centre_members',
  patient: 'call_centre_patients',
} as const satisfies Record<CallKind, string>;

const tableOf = (kind: CallKind): string => tables[kind];

/** Takes only the inputs of the kind, so that other fields in the request are ignored. */
function asColumns<K extends CallKind>(kind: K, values: CallInputs[K]) {
  const sent: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    Object.keys(callRecordInputs[kind].shape).map((key) => [columnOf(key), sent[key]]),
  );
}
