import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { permissionNames, roleHolds, type Permission } from '@bursar/contracts/access/permissions';
import type { Role } from '@bursar/contracts/roles';
import {
  UNATTENDED_HEADER,
  type EndReason,
  type SessionEnd,
} from '@bursar/contracts/access/session-ends';
import { dayIn, type Clock } from './clock.ts';
import type { Database, Queryable } from './database.ts';
import type { SessionCache } from './session-cache.ts';
import { scopeOf, type Scope } from './scope.ts';
import { hashSecret } from './secrets/random-secret.ts';
import { ABSOLUTE_HOURS, sessionCookiesOf } from './session-cookies.ts';

/**
 * Default time without activity after which a session ends; an administrator may set a shorter
 * limit in `security_rules`.
 */
const IDLE_MINUTES = 30;
/**
 * In this time before the end of a session, the page warns the user, so every process must read the
 * current end from the database.
 */
const NEAR_END_SECONDS = 3 * 60;

export type Session = Actor & {
  readonly id: string;
  /** Seconds until the session ends without activity. */
  readonly endsInSeconds: number;
  /**
   * True if the owner locked the session. It then accepts only the calls with `worksLocked`, such
   * as unlocking and signing out.
   */
  readonly isLocked: boolean;
  /** True if maintenance mode is on and the user is not an administrator. */
  readonly isShutOut: boolean;
};

/** The acting user, as commands see it. */
export type Actor = {
  readonly account: {
    readonly id: string;
    readonly role: Role;
    readonly email: string;
    readonly name: string;
    readonly portfolioId: string | null;
    readonly teamId: string | null;
    /** The account's own time zone; null means the portfolio's. */
    readonly timeZone: string | null;
    readonly photoChangedAt: string | null;
  };
  readonly team: NamedRef | null;
  /** Null for administrators, who see every portfolio. */
  readonly portfolio:
    | (NamedRef & {
        readonly currency: string;
        readonly timeZone: string;
        /** The month in which the fiscal year starts, 1 for January. */
        readonly fiscalYearMonth: number;
      })
    | null;
  /** Today in the portfolio's time zone; UTC for administrators. */
  readonly businessDate: string;
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
  /** True if the role's rule requires a second factor and the account has none. */
  readonly lacksSecondFactor: boolean;
  /** The networks from which the role may call; if empty, every address is allowed. */
  readonly networks: readonly string[];
  /** The API key that made the call; absent for a call from the web app. */
  readonly apiKeyName?: string;
};

type NamedRef = { readonly id: string; readonly name: string };

/** Returns the time zone in which pages show moments to this user. */
export const shownZoneOf = ({ account, portfolio }: Pick<Actor, 'account' | 'portfolio'>): string =>
  account.timeZone ?? portfolio?.timeZone ?? 'UTC';

type SessionLookup = {
  readonly database: Database;
  readonly clock: Clock;
  /** Null if every call looks up its session. */
  readonly sessions: SessionCache<SessionRow> | null;
};

/** Finds the session that both cookies identify; records its use unless `isUnattended`. */
export async function findSession(
  request: FastifyRequest,
  { database, clock, sessions }: SessionLookup,
): Promise<Session | null> {
  const cookies = sessionCookiesOf(request);
  if (!cookies) return null;
  const { token, binding } = cookies;
  const now = clock.now();
  const tokenHash = hashSecret(token);
  const read = () => readSession(database, tokenHash, now);
  const known = sessions ? await sessions.find(tokenHash.toString('base64'), read) : await read();
  // A cached session that is near its end may have expired or been extended by another process.
  const row = known && secondsLeft(known, now) > NEAR_END_SECONDS ? known : await read();
  if (!row || !timingSafeEqual(row.bindingHash, hashSecret(binding))) return null;
  const isUse = !isUnattended(request);
  if (isUse) await noteUse(row, { database, now });
  const lastSeenAt = isUse ? now.toISOString() : row.lastSeenAt;
  const endsInSeconds = secondsLeft({ ...row, lastSeenAt }, now);
  const isLocked = row.lockedAt !== null;
  const isShutOut = row.closedSince !== null && row.role !== 'admin';
  return { id: row.id, endsInSeconds, isLocked, isShutOut, ...actorOf(row, now) };
}

/**
 * Returns why the session that both cookies identify has ended; callers without both cookies learn
 * nothing.
 */
export async function findSessionEnd(
  request: FastifyRequest,
  { database, clock }: { database: Database; clock: Clock },
): Promise<SessionEnd | null> {
  const cookies = sessionCookiesOf(request);
  if (!cookies) return null;
  const [row] = await database<EndedRow[]>`
    select session.binding_hash, session.created_at, session.ended_at, session.end_reason,
      account.status, ${limits(database)}
    from sessions session
    join accounts account on account.id = session.account_id
    where session.token_hash = ${hashSecret(cookies.token)}`;
  if (!row || !timingSafeEqual(row.bindingHash, hashSecret(cookies.binding))) return null;
  if (row.endedAt !== null) return row.endReason;
  if (row.status !== 'active') return 'account-suspended';
  const oldest = clock.now().getTime() - row.longestHours * 3_600_000;
  return Date.parse(row.createdAt) <= oldest ? 'too-long' : 'idle';
}

type EndedRow = Pick<SessionRow, 'bindingHash' | 'createdAt' | 'longestHours'> & {
  readonly endedAt: string | null;
  readonly endReason: EndReason | null;
  readonly status: string;
};

/**
 * Returns whether the page made the call without a user action, so that it does not count as
 * activity.
 */
function isUnattended({ headers }: FastifyRequest): boolean {
  return headers[UNATTENDED_HEADER] !== undefined || headers.accept === 'text/event-stream';
}

function secondsLeft(row: SessionRow, now: Date): number {
  const idle = Date.parse(row.lastSeenAt) + row.idleMinutes * 60_000;
  const absolute = Date.parse(row.createdAt) + row.longestHours * 3_600_000;
  return Math.max(0, Math.floor((Math.min(idle, absolute) - now.getTime()) / 1_000));
}

async function readSession(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await database<SessionRow[]>`
    select session.id, session.binding_hash, session.created_at, session.last_seen_at,
      session.locked_at, (select since from maintenance) as closed_since, ${limits(database)},
      ${actorColumns(database)}
    from sessions session
    join accounts account on account.id = session.account_id
    ${actorTables(database)}
    where session.token_hash = ${tokenHash}
      and account.status = 'active'
      and ${isOpen(database, now)}`;
  return row ?? null;
}

/** Reads an account's current state, for work that runs on its behalf without a session. */
export async function findActor(
  sql: Queryable,
  { accountId, now }: { accountId: string; now: Date },
): Promise<Actor | null> {
  const [row] = await sql<ActorRow[]>`
    select ${actorColumns(sql)} from accounts account ${actorTables(sql)}
    where account.id = ${accountId} and account.status = 'active'`;
  return row ? actorOf(row, now) : null;
}

function actorColumns(sql: Queryable) {
  return sql`
    account.id as account_id, account.role, account.email, account.name, account.portfolio_id,
    portfolio.name as portfolio_name, portfolio.currency, portfolio.time_zone,
    portfolio.fiscal_year_month, account.team_id,
    team.name as team_name, account.time_zone as own_time_zone,
    ${demoPortfolioIds(sql)} as demo_portfolio_ids,
    photo.changed_at as photo_changed_at,
    (select jsonb_object_agg(change.permission, change.granted) from role_permissions change
      where change.role = account.role) as permission_changes,
    ${lacksSecondFactor(sql)} as lacks_second_factor,
    coalesce((select rule.networks from role_security_rules rule where rule.role = account.role),
      '{}') as networks`;
}

/**
 * Returns SQL for the ids of all demo portfolios if `accounts account` is an administrator; null
 * for other roles.
 */
function demoPortfolioIds(sql: Queryable) {
  return sql`case account.role when 'admin'
    then array(select demo.id::text from portfolios demo where demo.is_demo order by demo.id) end`;
}

/**
 * Condition on `accounts account`: its role requires a second factor, and it has no confirmed one.
 */
function lacksSecondFactor(sql: Queryable) {
  return sql`(exists (
      select from role_security_rules rule
      where rule.role = account.role and rule.requires_second_factor
    ) and not exists (
      select from second_factors factor
      where factor.account_id = account.id and factor.confirmed_at is not null))`;
}

const idleMinutes = (sql: Queryable) =>
  sql`coalesce((select rules.idle_minutes from security_rules rules), ${IDLE_MINUTES}::integer)`;

const longestHours = (sql: Queryable) =>
  sql`coalesce((select rules.longest_hours from security_rules rules), ${ABSOLUTE_HOURS}::integer)`;

const limits = (sql: Queryable) =>
  sql`${idleMinutes(sql)} as idle_minutes, ${longestHours(sql)} as longest_hours`;

/** Joins the tables that `actorColumns` reads to `accounts account`. */
function actorTables(sql: Queryable) {
  return sql`
    left join portfolios portfolio on portfolio.id = account.portfolio_id
    left join account_photos photo on photo.account_id = account.id
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id`;
}

/** Condition on `sessions session`: neither ended nor expired. */
export function isOpen(sql: Queryable, now: Date) {
  const at = now.toISOString();
  return sql`(session.ended_at is null
    and session.created_at > ${at}::timestamptz - make_interval(hours => ${longestHours(sql)})
    and session.last_seen_at > ${at}::timestamptz - make_interval(mins => ${idleMinutes(sql)}))`;
}

type OpenSessionRow = Pick<
  SessionRow,
  'id' | 'role' | 'portfolioId' | 'teamId' | 'lockedAt' | 'demoPortfolioIds'
>;

/**
 * Returns the sessions that are still open, with their accounts' current scope. Does not count as
 * activity.
 */
export async function findOpenSessions(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, OpenSessionRow>> {
  const rows = await database<OpenSessionRow[]>`
    select session.id, account.role, account.portfolio_id, account.team_id, session.locked_at,
      ${demoPortfolioIds(database)} as demo_portfolio_ids
    from sessions session
    join accounts account on account.id = session.account_id
    where session.id = any(${[...ids]}::uuid[]) and account.status = 'active'
      and ${isOpen(database, now)} and not ${lacksSecondFactor(database)}`;
  return new Map(rows.map((row) => [row.id, row]));
}

function actorOf(row: ActorRow, now: Date): Actor {
  const account = {
    id: row.accountId,
    role: row.role,
    email: row.email,
    name: row.name,
    portfolioId: row.portfolioId,
    teamId: row.teamId,
    timeZone: row.ownTimeZone,
    photoChangedAt: row.photoChangedAt,
  };
  const { portfolioId, portfolioName, currency, timeZone, fiscalYearMonth, teamId, teamName } = row;
  return {
    account,
    team: teamId && teamName ? { id: teamId, name: teamName } : null,
    portfolio:
      portfolioId && portfolioName && currency && timeZone && fiscalYearMonth
        ? { id: portfolioId, name: portfolioName, currency, timeZone, fiscalYearMonth }
        : null,
    businessDate: dayIn(timeZone ?? 'UTC', now),
    scope: scopeOf({ ...account, demoPortfolioIds: row.demoPortfolioIds }, now),
    permissions: permissionsOf(row),
    lacksSecondFactor: row.lacksSecondFactor,
    networks: row.networks,
  };
}

export type SessionRow = ActorRow & {
  id: string;
  bindingHash: Buffer;
  createdAt: string;
  lastSeenAt: string;
  lockedAt: string | null;
  closedSince: string | null;
  idleMinutes: number;
  longestHours: number;
};

type ActorRow = {
  accountId: string;
  role: Role;
  email: string;
  name: string;
  portfolioId: string | null;
  portfolioName: string | null;
  currency: string | null;
  timeZone: string | null;
  fiscalYearMonth: number | null;
  teamId: string | null;
  teamName: string | null;
  ownTimeZone: string | null;
  photoChangedAt: string | null;
  permissionChanges: Record<string, boolean> | null;
  demoPortfolioIds: string[] | null;
  lacksSecondFactor: boolean;
  networks: string[];
};

/** Returns the role's default permissions with the administrator's changes applied. */
function permissionsOf({ role, permissionChanges }: ActorRow): ReadonlySet<Permission> {
  return new Set(
    permissionNames.filter((name) => permissionChanges?.[name] ?? roleHolds(role, name)),
  );
}

/**
 * Records the use of a session, at most once a minute, which is precise enough for the idle limit.
 */
async function noteUse(row: SessionRow, { database, now }: { database: Database; now: Date }) {
  if (now.getTime() - Date.parse(row.lastSeenAt) < 60_000) return;
  // Updates the cached row too, so that calls in the next minute write nothing.
  row.lastSeenAt = now.toISOString();
  await database`update sessions set last_seen_at = ${now.toISOString()} where id = ${row.id}`;
}
