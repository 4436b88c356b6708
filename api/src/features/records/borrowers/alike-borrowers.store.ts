import type { AlikeBorrower, ListAlikeBorrowers } from '@bursar/contracts/records/borrower-merges';
import type { InputOf } from '@bursar/contracts/endpoint';
import { columnOf, factsWith, keysOf, plainCode } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { identityNumber } from '@bursar/contracts/records/identity-documents';
import { westernDigits } from '@bursar/contracts/western-digits';
import { anyOf, type Fragment } from '../../../platform/conditions.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { isMaskedFor } from '../../../platform/facts.ts';
import {
  borrowersInScope,
  inPortfolios,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';

type Typed = InputOf<ListAlikeBorrowers>['query'];
type Way = { readonly match: AlikeBorrower['matches'][number]; readonly found: Fragment };

const SHOWN = 8;

/**
 * Maximum number of candidates that each search finds. Those with the most kinds of match are
 * shown.
 */
const OF_EACH_WAY = 50;

/** Minimum number of digits; fewer would match too many people. */
const LEAST_DIGITS = 5;
const LEAST_LETTERS = 4;

/**
 * Lists the similar borrowers on record with the most kinds of match. The number of a merged record
 * finds the record it was merged into.
 */
export async function listAlike(
  database: Queryable,
  { typed, ...viewer }: Viewer & { typed: Typed },
): Promise<AlikeBorrower[]> {
  const sql = replicaReads(database);
  const ways = waysOf(sql, viewer.scope, typed);
  if (ways.length === 0) return [];
  const each = ways
    .map(({ match, found }) => sql`(select ${match}::text as match, way.* from (${found}) way)`)
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<AlikeBorrower[]>`
    with alike as materialized (
      select portfolio_id, id, array_agg(distinct match) as matches from (${each}) found
      group by 1, 2
    )
    select borrower.id, borrower.name, borrower.external_id,
      coalesce(borrower.borrower_kind, 'person') as kind, alike.matches,
      borrower_reach(borrower.portfolio_id, borrower.id, 'phone', today.day) as phone,
      borrower_reach(borrower.portfolio_id, borrower.id, 'email', today.day) as email
    from alike
    join borrowers borrower
      on borrower.portfolio_id = alike.portfolio_id and borrower.id = alike.id
    cross join lateral (select ${todayOf(sql, viewer, 'borrower')} as day) today
    where borrower.merged_into is null and ${borrowersInScope(sql, viewer.scope)}
      and borrower.id is distinct from ${typed.exceptBorrowerId ?? null}::uuid
    order by cardinality(alike.matches) desc, lower(borrower.name), borrower.id
    limit ${SHOWN}`;
  return rows.map((row) => ({ ...row }));
}

function waysOf(sql: Queryable, scope: Scope, typed: Typed): readonly Way[] {
  const words = wordsOf(typed.name ?? '');
  const digits = westernDigits(typed.phone ?? '')
    .replaceAll(/\D/g, '')
    .slice(-8);
  const email = (typed.email ?? '').trim().toLowerCase();
  const number = (typed.number ?? '').trim();
  return [
    ...(words.join('').length < LEAST_LETTERS ? [] : [byName(sql, scope, words)]),
    ...(digits.length < LEAST_DIGITS ? [] : [byPhone(sql, scope, digits)]),
    ...(email.length < LEAST_LETTERS ? [] : [byEmail(sql, scope, email)]),
    ...(number === '' ? [] : [byNumber(sql, scope, number)]),
  ];
}

const wordsOf = (name: string): readonly string[] => name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const ofPortfolio = (
  sql: Queryable,
  scope: Scope,
  alias: 'borrower' | 'contact' | 'document',
): Fragment => inPortfolios(sql, scope, sql`${sql(alias)}.portfolio_id`);

/** Matches borrowers if each typed word starts a word of their name or legal name. */
function byName(sql: Queryable, scope: Scope, words: readonly string[]): Way {
  const found = sql`
    select borrower.portfolio_id, borrower.id from borrowers borrower
    where borrower.merged_into is null and borrower.withdrawn_at is null
      and ${ofPortfolio(sql, scope, 'borrower')}
      and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
        @@ (select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
          from unnest(${[...words]}::text[]) typed (text),
            regexp_split_to_table(search_form(typed.text), '[[:space:][:punct:]]+') word
          where word <> '')
    limit ${OF_EACH_WAY}`;
  return { match: 'name', found };
}

function byPhone(sql: Queryable, scope: Scope, digits: string): Way {
  const found = sql`
    select contact.portfolio_id, contact.borrower_id as id from borrower_contacts contact
    where contact.kind = 'phone' and contact.retired_at is null
      and ${ofPortfolio(sql, scope, 'contact')} and digits_of(contact.value) like ${`%${digits}%`}
    limit ${OF_EACH_WAY}`;
  return { match: 'phone', found };
}

function byEmail(sql: Queryable, scope: Scope, email: string): Way {
  const beginning = `${email.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  const found = sql`
    select contact.portfolio_id, contact.borrower_id as id from borrower_contacts contact
    where contact.kind = 'email' and contact.retired_at is null
      and ${ofPortfolio(sql, scope, 'contact')} and lower(contact.value) like ${beginning}
    limit ${OF_EACH_WAY}`;
  return { match: 'email', found };
}

/** Matches whole numbers only, so that nobody can guess a masked number part by part. */
function byNumber(sql: Queryable, scope: Scope, number: string): Way {
  const unique = factsWith(borrowerFacts, 'isUnique');
  const asked = keysOf(unique).filter((key) => !isMaskedFor(unique[key], scope.role));
  const found = sql`
    select borrower.portfolio_id, coalesce(borrower.merged_into, borrower.id) as id
    from borrowers borrower
    where ${ofPortfolio(sql, scope, 'borrower')} and ${anyOf(sql, [
      sql`borrower.external_id = ${number}`,
      ...asked.map((key) => sql`borrower.${sql(columnOf(key))} = ${plainCode(number)}`),
    ])}
    limit ${OF_EACH_WAY}`;
  if (isMaskedFor(identityNumber, scope.role)) return { match: 'number', found };
  const onPaper = sql`
    select document.portfolio_id, document.borrower_id as id
    from borrower_identity_documents document
    where document.ended_at is null and ${ofPortfolio(sql, scope, 'document')}
      and document.number = ${plainCode(number)}
    limit ${OF_EACH_WAY}`;
  return { match: 'number', found: sql`(${found}) union (${onPaper})` };
}
