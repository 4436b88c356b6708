import type { ListDuplicates } from '@bursar/contracts/records/borrower-merges';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { borrowersInScope, type Scope } from '../../../platform/scope.ts';

type Duplicates = AnswerOf<ListDuplicates>;
type Pair = Duplicates['pairs'][number];
type Row = {
  readonly survivorId: string;
  readonly survivorName: string | null;
  readonly survivorExternalId: string | null;
  readonly otherId: string;
  readonly otherName: string | null;
  readonly otherExternalId: string | null;
  readonly matches: Pair['matches'];
} & Duplicates['counts'] & { readonly count: number };

const SHOWN = 100;

/**
 * Maximum number of borrowers who share a value and are still compared. A value that more of them
 * share is no sign of a duplicate: it is, for example, the phone number of a household or a
 * switchboard.
 */
const MOST_ALIKE = 5;

/**
 * Lists pairs of borrowers who share a value: the oldest of them and another one. Returns the first
 * pairs, those with the most kinds of match first, and counts all.
 */
export async function listDuplicatePairs(database: Queryable, scope: Scope): Promise<Duplicates> {
  const sql = replicaReads(database);
  const rows = await sql<Row[]>`
    with reached as materialized (
      select borrower.portfolio_id, borrower.id, borrower.created_at, borrower.name,
        borrower.external_id, borrower.region
      from borrowers borrower
      where borrower.merged_into is null and ${borrowersInScope(sql, scope)}
    ), identifiers as (
      select contact.portfolio_id, contact.borrower_id as id, contact.kind as match,
        case contact.kind when 'phone' then digits_of(contact.value) else lower(contact.value) end
          as shared
      from borrower_contacts contact
      where contact.kind in ('phone', 'email') and contact.retired_at is null
      union all
      select portfolio_id, id, 'nameAndRegion', lower(trim(name)) || ' ' || lower(trim(region))
      from reached where name is not null and region is not null
    ), alike as (
      select identifiers.portfolio_id, identifiers.match,
        array_agg(identifiers.id order by reached.created_at, identifiers.id) as members
      from identifiers
      join reached on reached.portfolio_id = identifiers.portfolio_id and reached.id = identifiers.id
      where length(identifiers.shared) > 4
      group by identifiers.portfolio_id, identifiers.match, identifiers.shared
      having count(distinct identifiers.id) between 2 and ${MOST_ALIKE}
    ), pairs as (
      select alike.portfolio_id, alike.members[1] as survivor_id, other.id as other_id,
        array_agg(distinct alike.match) as matches
      from alike
      cross join lateral unnest(alike.members) other (id)
      where other.id <> alike.members[1]
      group by 1, 2, 3
    )
    select survivor.id as survivor_id, survivor.name as survivor_name,
      survivor.external_id as survivor_external_id,
      other.id as other_id, other.name as other_name, other.external_id as other_external_id,
      pairs.matches, count(*) over () as count,
      count(*) filter (where 'phone' = any(pairs.matches)) over () as phone,
      count(*) filter (where 'email' = any(pairs.matches)) over () as email,
      count(*) filter (where 'nameAndRegion' = any(pairs.matches)) over () as name_and_region
    from pairs
    join reached survivor on survivor.portfolio_id = pairs.portfolio_id and survivor.id = pairs.survivor_id
    join reached other on other.portfolio_id = pairs.portfolio_id and other.id = pairs.other_id
    order by cardinality(pairs.matches) desc, lower(survivor.name), survivor.id, other.id
    limit ${SHOWN}`;
  const [first] = rows;
  return {
    pairs: rows.map(toPair),
    count: first?.count ?? 0,
    counts: {
      phone: first?.phone ?? 0,
      email: first?.email ?? 0,
      nameAndRegion: first?.nameAndRegion ?? 0,
    },
  };
}

const toPair = (row: Row): Pair => ({
  kept: { id: row.survivorId, name: row.survivorName, externalId: row.survivorExternalId },
  other: { id: row.otherId, name: row.otherName, externalId: row.otherExternalId },
  matches: row.matches,
});
