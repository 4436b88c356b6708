import type { Fragment } from '../../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import type { FileKey } from '../bank-file-keys.ts';
import { paymentsOfLine } from '../match/line-payments.store.ts';

/** The bank may book a total some days before or after its details. */
const DAYS_APART_MAX = 3;

/** A line whose amount is the sum of one batch of lines in another file. */
export type FoundTotal = {
  readonly totalId: string;
  readonly detailIds: readonly string[];
  readonly daysApart: number;
  /** Whether the total has a reference of the batch. */
  readonly sharesId: boolean;
  readonly totalAccount: string;
  readonly detailAccount: string;
};

/**
 * Finds each line whose amount is the sum of a batch in another file, if the line or the batch is
 * in this file.
 */
export async function findTotals(
  sql: Queryable,
  { portfolioId, bankFileId }: FileKey,
): Promise<readonly FoundTotal[]> {
  const rows = await sql<FoundTotal[]>`
    with span as (
      select min(booked_on) - ${DAYS_APART_MAX * 2}::int as first, max(booked_on) + ${DAYS_APART_MAX * 2}::int as last
      from bank_file_lines where portfolio_id = ${portfolioId} and bank_file_id = ${bankFileId}
    ), batch as materialized (
      select line.bank_file_id, line.account, line.currency, of_batch.id,
        min(line.booked_on) as booked_on, sum(line.amount_minor)::bigint as amount_minor,
        array_agg(coalesce(line.duplicate_of, line.id) order by line.number) as detail_ids
      from bank_file_lines line
      cross join span
      cross join lateral unnest(line.batch_ids) of_batch (id)
      where line.portfolio_id = ${portfolioId} and line.batch_ids <> '{}'
        and line.booked_on between span.first and span.last
        and (line.state not in ('left-out', 'returned') or line.reason in ('by-person', 'duplicate'))
      group by 1, 2, 3, 4
      having count(*) > 1
    )
    select total.id as total_id, batch.detail_ids, abs(total.booked_on - batch.booked_on) as days_apart,
      batch.id not like '#%' and batch.id = any(total.batch_ids || total.bank_id) as shares_id,
      total.account as total_account, batch.account as detail_account
    from batch
    join bank_file_lines total on total.portfolio_id = ${portfolioId}
      and total.amount_minor = batch.amount_minor and total.currency = batch.currency
      and total.bank_file_id <> batch.bank_file_id
      and total.booked_on between batch.booked_on - ${DAYS_APART_MAX}::int
        and batch.booked_on + ${DAYS_APART_MAX}::int
      and total.state not in ('left-out', 'returned')
    where ${bankFileId} in (total.bank_file_id, batch.bank_file_id)
    order by total.id, batch.id`;
  return rows.map((row) => ({ ...row }));
}

type Link = { readonly totalId: string; readonly detailId: string; readonly daysApart: number };
type InPortfolio = { readonly portfolioId: string };

/** Lists the stored links of these totals and details. */
export async function listLinks(
  sql: Queryable,
  { portfolioId, lineIds }: InPortfolio & { readonly lineIds: readonly string[] },
): Promise<readonly Link[]> {
  const ids = sql`any(${[...lineIds]}::uuid[])`;
  return sql<Link[]>`
    select total_id, detail_id, days_apart from bank_line_totals
    where portfolio_id = ${portfolioId} and (total_id = ${ids} or detail_id = ${ids})`;
}

export type NewTotal = Pick<FoundTotal, 'totalId' | 'detailIds' | 'daysApart'> & {
  readonly isProven: boolean;
};

/**
 * Stores which lines are the details of a total. The total waits for a person, so that the details
 * are posted. If a person already matched the total, or it is posted, the details wait instead,
 * provided that the link is proven.
 */
export async function storeTotal(
  transaction: Transaction,
  { portfolioId }: InPortfolio,
  { totalId, detailIds, daysApart, isProven }: NewTotal,
): Promise<void> {
  const details = transaction`${[...detailIds]}::uuid[]`;
  await transaction`
    insert into bank_line_totals (portfolio_id, total_id, detail_id, is_proven, days_apart)
    select ${portfolioId}, ${totalId}, detail_id, ${isProven}, ${daysApart}
    from unnest(${details}) detail_id
    on conflict do nothing`;
  const waiting = await transaction`
    update bank_file_lines set state = 'needs-look', reason = null, loan_id = null, evidence = '{}',
      score = null, refusal = null, by_rule = false, found_in = null,
      possible_duplicate_of = coalesce(possible_duplicate_of, ${detailIds[0] ?? null})
    where portfolio_id = ${portfolioId} and id = ${totalId}
      and (state = 'needs-look' or state in ('matched', 'refused') and reason <> 'person')
    returning id`;
  if (waiting.length > 0 || !isProven) return;
  await transaction`
    update bank_file_lines set possible_duplicate_of = coalesce(possible_duplicate_of, ${totalId})
    where portfolio_id = ${portfolioId} and id = any(${details}) and state = 'needs-look'`;
}

type PostedOther = { readonly id: string; readonly fileName: string; readonly number: number };

type OtherMoney = InPortfolio & {
  readonly id: string;
  /** The lines that a user decided are other money; one detail counts for its whole batch. */
  readonly distinctFromLines: readonly string[];
};

/**
 * Finds a posted line with the money of this line: its total or one of its details. The lock makes
 * sure that a total and a detail are not posted at the same time.
 */
export async function lockPostedOther(
  transaction: Transaction,
  { portfolioId, id, distinctFromLines }: OtherMoney,
): Promise<PostedOther | null> {
  const links = await transaction<{ otherId: string }[]>`
    select case when total_id = ${id} then detail_id else total_id end as other_id
    from bank_line_totals
    where portfolio_id = ${portfolioId} and is_proven and (total_id = ${id} or detail_id = ${id})
    order by total_id, detail_id for update`;
  if (links.length === 0) return null;
  const otherIds = links.map(({ otherId }) => otherId);
  const decided = otherIds.filter((otherId) => distinctFromLines.includes(otherId));
  const [other] = await transaction<PostedOther[]>`
    select line.id, file.file_name, line.number
    from bank_file_lines line
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
    where line.portfolio_id = ${portfolioId} and line.state = 'posted'
      and line.id = any(${otherIds}::uuid[])
      and line.bank_file_id <> all (
        select of_batch.bank_file_id from bank_file_lines of_batch
        where of_batch.portfolio_id = ${portfolioId} and of_batch.id = any(${decided}::uuid[]))
      and exists (
        select from ${paymentsOfLine(transaction)} paid where not paid.is_reversed)
    order by line.number limit 1`;
  return other ?? null;
}

/**
 * Builds the JSON of the file whose lines add up to `line`, with the number of these lines; null if
 * there is none.
 */
export const totalOfAsJson = (sql: Queryable): Fragment => sql`
  (select jsonb_build_object('fileId', file.id, 'fileName', file.file_name, 'lines', count(*))
  from bank_line_totals link
  join bank_file_lines detail on detail.portfolio_id = link.portfolio_id and detail.id = link.detail_id
  join bank_files file on file.portfolio_id = detail.portfolio_id and file.id = detail.bank_file_id
  where link.portfolio_id = line.portfolio_id and link.total_id = line.id
  group by file.id, file.file_name order by min(link.days_apart), count(*) desc, file.id limit 1)`;

/**
 * Builds the JSON of the line in another file that is the total of a batch with `line`; null if
 * there is none.
 */
export const inTotalAsJson = (sql: Queryable): Fragment => sql`
  (select jsonb_build_object('fileId', file.id, 'fileName', file.file_name, 'number', total.number)
  from bank_line_totals link
  join bank_file_lines total on total.portfolio_id = link.portfolio_id and total.id = link.total_id
  join bank_files file on file.portfolio_id = total.portfolio_id and file.id = total.bank_file_id
  where link.portfolio_id = line.portfolio_id and link.detail_id = line.id
  order by link.days_apart, file.uploaded_at, file.id limit 1)`;
