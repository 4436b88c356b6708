import type { OpeningKind } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';

/**
 * Number of days for which two accounts do not count as two people after one of them opened the
 * other, that is, set or reset a means of access to it.
 */
export const LINK_DAYS = 30;

export type Opening = {
  readonly accountId: string;
  /** Null for the operator of the machine. */
  readonly openedBy: string | null;
  readonly kind: OpeningKind;
  readonly at: Date;
};

/** Records that an account or the operator set or reset a means of access to another account. */
export async function recordOpening(transaction: Transaction, opening: Opening): Promise<void> {
  const { accountId, openedBy, kind, at } = opening;
  if (accountId === openedBy) return;
  await transaction`
    insert into account_openings (account_id, opened_by, kind, opened_at)
    values (${accountId}, ${openedBy}, ${kind}, ${at.toISOString()})`;
}

type Pair = {
  readonly one: string | Fragment;
  readonly other: string | Fragment;
  /**
   * The time at which the first of the two acted; in a recovery, the present time. An opening
   * counts if it is later than 30 days before that time.
   */
  readonly actedAt: string | Fragment;
  /**
   * True if mailed invitations count as openings. By default they do not, because the inviter never
   * sees them. They count in a recovery, where one person could play both parts.
   */
  readonly withInvitations?: boolean;
};

/**
 * SQL condition: the two accounts are linked, so they do not count as two people. They are linked
 * if one opened the other, or if one account opened both. With `withInvitations`, a chain of
 * openings that connects them counts instead of an account that opened both.
 */
export function areLinked(
  sql: Queryable,
  { one, other, actedAt, withInvitations = false }: Pair,
): Fragment {
  const first = sql`${one}::uuid`;
  const second = sql`${other}::uuid`;
  const isRecent = sql`opening.opened_at >
    ${actedAt}::timestamptz - make_interval(days => ${LINK_DAYS})`;
  const direct = sql`exists (
    select from account_openings opening
    where ${isRecent}
      ${withInvitations ? sql`` : sql`and opening.kind <> 'invite-staff'`}
      and ((opening.account_id = ${first} and opening.opened_by = ${second})
        or (opening.account_id = ${second} and opening.opened_by = ${first})))`;
  const pair = { first, second, isRecent };
  const indirect = withInvitations ? areChained(sql, pair) : haveOneOpener(sql, pair);
  return sql`(${direct} or ${indirect})`;
}

type LinkTerms = {
  readonly first: Fragment;
  readonly second: Fragment;
  readonly isRecent: Fragment;
};

/**
 * SQL condition: a chain of openings connects the two accounts. For example, an administrator who
 * invites a second one, who invites a third one, may control all three accounts. A released
 * recovery is no link of a chain, because two people share it and neither controls the account
 * alone.
 */
const areChained = (
  sql: Queryable,
  { first, second, isRecent }: LinkTerms,
): Fragment => sql`exists (
  with recursive reached (id) as (
    select ${first}
    union
    select case when opening.account_id = reached.id then opening.opened_by
      else opening.account_id end
    from reached join account_openings opening
      on reached.id in (opening.account_id, opening.opened_by)
    where ${isRecent} and opening.opened_by is not null and opening.kind <> 'release-recovery'
  )
  select from reached where id = ${second} and id <> ${first})`;

/**
 * SQL condition: one other account opened both accounts, so it may control both. Invitations do not
 * count, because one administrator may invite a whole office on its first day.
 */
const haveOneOpener = (
  sql: Queryable,
  { first, second, isRecent }: LinkTerms,
): Fragment => sql`exists (
  select opening.opened_by from account_openings opening
  where ${isRecent} and opening.account_id in (${first}, ${second})
    and opening.opened_by is not null
    and opening.kind not in ('invite-staff', 'hand-over-invitation')
  group by opening.opened_by having count(distinct opening.account_id) = 2)`;

export async function isLinked(sql: Queryable, pair: Pair): Promise<boolean> {
  const [row] = await sql<{ linked: boolean }[]>`select ${areLinked(sql, pair)} as linked`;
  return row?.linked ?? true;
}

type SecurityEvent = {
  readonly id: string;
  readonly kind: OpeningKind;
  readonly by: string | null;
  readonly at: string;
  readonly isNew: boolean;
};

/** Lists the 50 newest changes that others made to an account's access. */
export async function listOpenings(
  sql: Queryable,
  accountId: string,
): Promise<readonly SecurityEvent[]> {
  const rows = await sql<SecurityEvent[]>`
    select opening.id, opening.kind, opener.name as by, opening.opened_at as at,
      opening.seen_at is null as is_new
    from account_openings opening
    left join accounts opener on opener.id = opening.opened_by
    where opening.account_id = ${accountId}
    order by opening.opened_at desc, opening.id desc limit 50`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Counts the changes to the account's access that its owner has not seen. Invitations do not count,
 * because the invited owner chooses a password afterwards.
 */
export async function countUnseenOpenings(sql: Queryable, accountId: string): Promise<number> {
  const rows = await sql`
    select from account_openings
    where account_id = ${accountId} and seen_at is null
      and kind not in ('invite-staff', 'hand-over-invitation')`;
  return rows.length;
}

export async function markOpeningsSeen(
  sql: Queryable,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
): Promise<number> {
  const rows = await sql`
    update account_openings set seen_at = ${now.toISOString()}
    where account_id = ${accountId} and seen_at is null returning id`;
  return rows.length;
}
