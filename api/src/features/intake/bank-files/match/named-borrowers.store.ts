import type { Queryable } from '../../../../platform/database.ts';
import type { InPortfolio } from './match-lines.store.ts';

/**
 * Returns whether a borrower has all words of one of these names, in any order. Words of one or two
 * letters are ignored, and names with fewer than two other words are not searched.
 */
export async function hasBorrowerNamed(
  sql: Queryable,
  { portfolioId, names }: InPortfolio & { readonly names: readonly string[] },
): Promise<boolean> {
  const rows = await sql`
    select from unnest(${[...names]}::text[]) as sought (name)
    cross join lateral (
      select string_agg(quote_literal(word), ' & ')::tsquery as query, count(*) as words
      from name_words(sought.name) word where length(word) > 2
    ) named
    cross join lateral (
      select from borrowers borrower
      where borrower.portfolio_id = ${portfolioId} and borrower.merged_into is null
        and borrower.withdrawn_at is null
        and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
          @@ named.query
      limit 1
    ) borrower
    where named.words > 1
    limit 1`;
  return rows.length > 0;
}
