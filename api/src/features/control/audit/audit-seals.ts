import { createHash } from 'node:crypto';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { VerifyAudit } from '@bursar/contracts/control/audit';
import { copyRows, type CopyColumns } from '../../../platform/copy-rows.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { lockIn } from '../../../platform/postgres/lender-names.ts';

/** An advisory lock, so that one process seals at a time. */
const SEAL_LOCK = 8_277_022;
const PAGE = 2_000;
const GENESIS = Buffer.alloc(32);

type SealedText = { readonly id: string; readonly content: string };
type Seal = { readonly number: number; readonly eventId: string; readonly digest: Buffer };

/**
 * Extends the chain over unsealed events, page by page, and returns how many it sealed. If another
 * process is sealing, waits for it if `waits` is set, and otherwise returns at once.
 */
export async function sealAudit(
  database: Database,
  { now, waits }: { now: Date; waits: boolean },
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const page = await database.begin((transaction) => sealPage(transaction, { now, waits }));
    sealed += page;
    if (page < PAGE) return sealed;
  }
}

async function sealPage(
  transaction: Transaction,
  { now, waits }: { now: Date; waits: boolean },
): Promise<number> {
  if (!(await takeTurn(transaction, waits))) return 0;
  const [last] = await transaction<Omit<Seal, 'eventId'>[]>`
    select number, digest from audit_seals order by number desc limit 1`;
  let number = last?.number ?? 0;
  let digest: Buffer = last?.digest ?? GENESIS;
  const events = await takeUnsealed(transaction);
  const seals = events.map((event): Seal => {
    number += 1;
    digest = digestOf(digest, event);
    return { number, eventId: event.id, digest };
  });
  await copyRows(transaction, { table: 'audit_seals', columns: sealColumns(now) }, seals);
  return seals.length;
}

async function takeTurn(transaction: Transaction, waits: boolean): Promise<boolean> {
  if (waits) {
    await transaction`select pg_advisory_xact_lock(${lockIn(transaction, SEAL_LOCK)})`;
    return true;
  }
  const [turn] = await transaction<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockIn(transaction, SEAL_LOCK)}) as taken`;
  return turn?.taken ?? false;
}

function sealColumns(now: Date): CopyColumns<Seal> {
  return {
    number: (seal) => seal.number,
    event_id: (seal) => seal.eventId,
    digest: (seal) => `\\x${seal.digest.toString('hex')}`,
    sealed_at: () => now.toISOString(),
  };
}

function takeUnsealed(transaction: Transaction) {
  return transaction<SealedText[]>`
    with taken as (
      delete from audit_unsealed where (at, event_id) in (
        select at, event_id from audit_unsealed order by at, event_id limit ${PAGE})
      returning event_id
    )
    select event.id, ${contentOf(transaction)} as content
    from taken join audit_events event on event.id = taken.event_id
    order by event.at, event.id`;
}

/** Serialises all of an event as text that PostgreSQL always writes the same way. */
function contentOf(sql: Queryable) {
  return sql`
    jsonb_build_array(event.id, event.portfolio_id, event.actor_id, event.event, event.subject,
      event.subject_id, event.before, event.after, event.request_id,
      extract(epoch from event.at))::text`;
}

function digestOf(before: Buffer, { content }: SealedText): Buffer {
  return createHash('sha256').update(before).update(content).digest();
}

type Verdict = AnswerOf<VerifyAudit>;

/**
 * Walks the chain from its first seal and computes every digest again. An event must be sealed, or
 * still be queued for sealing by the transaction that wrote it.
 */
export async function verifyAudit(sql: Queryable): Promise<Verdict> {
  let expected = 0;
  let digest: Buffer = GENESIS;
  for (;;) {
    const page = await readSeals(sql, expected);
    for (const seal of page) {
      expected += 1;
      const broken = findBreak(seal, { expected, digest });
      if (broken) return { checked: expected - 1, intact: false, brokenAt: broken };
      digest = seal.digest;
    }
    if (page.length < PAGE) break;
  }
  const [unsealed] = await sql<{ id: string }[]>`
    select event.id from audit_events event
    where not exists (select from audit_seals seal where seal.event_id = event.id)
      and not exists (
        select from audit_unsealed waiting
        where waiting.at = event.at and waiting.event_id = event.id)
    order by event.at limit 1`;
  return unsealed
    ? {
        checked: expected,
        intact: false,
        brokenAt: { number: expected + 1, eventId: unsealed.id, reason: 'event-never-sealed' },
      }
    : { checked: expected, intact: true, brokenAt: null };
}

type StoredSeal = Seal & { readonly content: string | null };

function readSeals(sql: Queryable, after: number) {
  return sql<StoredSeal[]>`
    select seal.number, seal.event_id, seal.digest,
      case when event.id is not null then ${contentOf(sql)} end as content
    from audit_seals seal left join audit_events event on event.id = seal.event_id
    where seal.number > ${after} order by seal.number limit ${PAGE}`;
}

function findBreak(
  seal: StoredSeal,
  { expected, digest }: { expected: number; digest: Buffer },
): Verdict['brokenAt'] {
  const { number, eventId, content } = seal;
  if (number !== expected) return { number: expected, eventId: null, reason: 'seal-missing' };
  if (content === null) return { number, eventId, reason: 'event-missing' };
  const fits = digestOf(digest, { id: eventId, content }).equals(seal.digest);
  return fits ? null : { number, eventId, reason: 'event-changed' };
}
