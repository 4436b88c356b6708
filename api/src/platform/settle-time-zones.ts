import { canonicalTimeZone, isTimeZoneName } from '@bursar/contracts/time-zones';
import { recordAudit } from './audit.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import { isTimeZone } from './time-zones.ts';

/** The operator's choice of time zone, by the id of a portfolio or call centre. */
export type TimeZoneAnswers = ReadonlyMap<string, string>;

type Settled =
  | { readonly ok: true; readonly sentences: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const kinds = [
  { table: 'portfolios', subject: 'portfolio', noun: 'portfolio' },
  { table: 'call_centres', subject: 'call-centre', noun: 'call centre' },
  { table: 'accounts', subject: 'account', noun: 'account' },
] as const;

type Odd = {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly portfolioId: string | null;
  readonly name: string;
  readonly timeZone: string;
};

/**
 * Replaces legacy time-zone names with canonical ones if Node and PostgreSQL agree on the zone. If
 * they disagree, the operator must choose the zone of a portfolio or call centre; an account then
 * uses its portfolio's zone, because an account's zone only affects display.
 */
export async function settleTimeZones(
  owner: Database,
  { answers, now }: { readonly answers: TimeZoneAnswers; readonly now: Date },
): Promise<Settled> {
  const odd = await listOdd(owner);
  if (odd.length === 0) return { ok: true, sentences: [] };
  const zones = new Map<Odd, string | null>();
  for (const row of odd) {
    const zone = await zoneOf(owner, row, answers);
    if (zone !== undefined) zones.set(row, zone);
  }
  const open = odd.filter((row) => !zones.has(row));
  if (open.length > 0) return { ok: false, problem: explain(open) };
  const sentences = await owner.begin(async (transaction) => {
    const messages: string[] = [];
    for (const [row, zone] of zones) messages.push(await settle(transaction, { row, zone, now }));
    return messages;
  });
  return { ok: true, sentences };
}

async function listOdd(sql: Queryable): Promise<Odd[]> {
  const found: Odd[] = [];
  for (const kind of kinds) {
    const owned = kind.table === 'portfolios' ? sql`id` : sql`portfolio_id`;
    const rows = await sql<Omit<Odd, 'kind'>[]>`
      select id, ${owned} as portfolio_id, name, time_zone from ${sql(kind.table)}
      where time_zone is not null order by id`;
    found.push(
      ...rows.filter((row) => !isTimeZoneName(row.timeZone)).map((row) => ({ kind, ...row })),
    );
  }
  return found;
}

/**
 * Returns the time zone to store. Null means the portfolio's zone; undefined means that the
 * operator must choose.
 */
async function zoneOf(
  sql: Queryable,
  { kind, id, timeZone }: Odd,
  answers: TimeZoneAnswers,
): Promise<string | null | undefined> {
  const answer = answers.get(id);
  if (answer !== undefined && (await isTimeZone(sql, answer))) return answer;
  const canonical = canonicalTimeZone(timeZone);
  if (canonical !== null && (await isTimeZone(sql, canonical))) {
    if (await readsAlike(sql, timeZone, canonical)) return canonical;
  }
  return kind.subject === 'account' ? null : undefined;
}

/**
 * Returns whether PostgreSQL shows the same time for both names, compared once a week from 1990 to
 * 2037.
 */
async function readsAlike(sql: Queryable, timeZone: string, canonical: string): Promise<boolean> {
  const [found] = await sql`
    select from pg_timezone_names where lower(name) = lower(${timeZone})
    union all select from pg_timezone_abbrevs where lower(abbrev) = lower(${timeZone})`;
  if (!found) return false;
  const [row] = await sql<{ isAlike: boolean }[]>`
    select bool_and(week at time zone ${timeZone} = week at time zone ${canonical}) as is_alike
    from generate_series(timestamptz '1990-01-01Z', timestamptz '2037-12-31Z', '7 days') week`;
  return row?.isAlike === true;
}

async function settle(
  transaction: Transaction,
  { row, zone, now }: { row: Odd; zone: string | null; now: Date },
): Promise<string> {
  const { kind, id, portfolioId, name, timeZone } = row;
  await transaction`update ${transaction(kind.table)} set time_zone = ${zone} where id = ${id}`;
  await recordAudit(transaction, {
    portfolioId,
    actorId: null,
    event: 'settle-time-zone',
    subject: kind.subject,
    subjectId: id,
    before: { timeZone },
    after: { timeZone: zone },
    requestId: null,
    at: now,
  });
  return `The ${kind.noun} ${name} had the time zone "${timeZone}". It has ${zone ?? "its portfolio's"} now.`;
}

function explain(open: readonly Odd[]): string {
  const named = open.map(
    ({ kind, id, name, timeZone }) => `"${timeZone}" of the ${kind.noun} ${name} (${id})`,
  );
  const answers = open.map(({ id }) => `${id}=Region/City`).join(',');
  return `No single time zone is meant by ${named.join(', ')}. Say which one is right by its region and city, such as Europe/London, for one start: BURSAR_TIME_ZONES=${answers}`;
}
