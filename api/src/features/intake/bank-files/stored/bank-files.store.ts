import type { BankFile } from '@bursar/contracts/intake/bank-files';
import { pageOf, readCursor } from '../../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import { nameIn } from '../../../../platform/postgres/lender-names.ts';
import type { FileKey, Page } from '../bank-file-keys.ts';
import { chunked } from '../chunked.ts';
import { uuidsIn } from '../match/match-lines.store.ts';
import type { ReadLine } from '../read/bank-line.ts';
import type { KnownLine, PlannedLine } from './line-identity.ts';
import { countByRule } from './posting-rule.store.ts';

/**
 * Makes transactions that store lines of a portfolio wait for each other, so that each sees all
 * earlier lines.
 */
export async function takeTurn(transaction: Transaction, portfolioId: string): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${nameIn(transaction, portfolioId)}))`;
}

/** An arbitrary number that identifies this lock; all Bursar processes must use the same one. */
const LOCK_CLASS = 8_277_053;

export type NewBankFile = FileKey & {
  readonly fileName: string;
  readonly fileSha256: Buffer;
  readonly format: BankFile['format'];
  readonly uploadedBy: string;
  readonly uploadedAt: string;
  readonly layoutFingerprint: string | null;
  readonly balanceCheck: BankFile['balance'];
  readonly reading: BankFile['reading'];
};

export async function findDigest(
  sql: Queryable,
  { portfolioId, bankFileId }: FileKey,
): Promise<{ fileSha256: Buffer; fileName: string } | null> {
  const [row] = await sql<{ fileSha256: Buffer; fileName: string }[]>`
    select file_sha256, file_name from bank_files
    where portfolio_id = ${portfolioId} and id = ${bankFileId}`;
  return row ?? null;
}

/**
 * Finds lines of earlier files that a new line may repeat: those with the payment id of a new line,
 * or with the amount of a new line and a day within the days of the new lines.
 */
export async function findKnownLines(
  sql: Queryable,
  lines: readonly (ReadLine & { readonly paymentId: string })[],
  portfolioId: string,
): Promise<KnownLine[]> {
  const days = lines.flatMap(({ bookedOn, valueOn }) => [bookedOn, valueOn]).toSorted();
  const paymentIds = lines.map(({ paymentId }) => paymentId);
  const amounts = new Set(lines.map(({ amountMinor }) => amountMinor));
  const rows = await sql<KnownLine[]>`
    with known as materialized (
      select * from bank_file_lines line
      where line.portfolio_id = ${portfolioId}
        and (line.state not in ('left-out', 'returned') or line.reason = 'by-person')
        and (line.payment_id = any(${uuidsIn(sql, paymentIds)})
          or (line.amount_minor = any(${[...amounts]}::bigint[])
            and (line.booked_on between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date
              or line.value_on between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date)))
    )
    select known.id, known.bank_file_id, known.payment_id, known.account, known.bank_id, known.booked_on, known.value_on,
      known.amount_minor, known.currency, known.debtor_name, known.payer_account, known.remittance,
      file.format, file.file_sha256, span.first_on, span.last_on
    from known
    join bank_files file on file.portfolio_id = known.portfolio_id and file.id = known.bank_file_id
    join (
      select line.bank_file_id, min(line.booked_on) as first_on, max(line.booked_on) as last_on
      from bank_file_lines line
      where line.portfolio_id = ${portfolioId}
        and line.bank_file_id in (select bank_file_id from known)
      group by 1
    ) span on span.bank_file_id = known.bank_file_id
    order by known.id`;
  return rows.map((row) => ({ ...row }));
}

/** Stores a file with its lines. A line that repeats an earlier one is left out and refers to it. */
export async function insertBankFile(
  transaction: Transaction,
  file: NewBankFile,
  lines: readonly PlannedLine[],
): Promise<void> {
  const { portfolioId, bankFileId } = file;
  await transaction`
    insert into bank_files (portfolio_id, id, file_name, file_sha256, format, uploaded_by, uploaded_at,
      layout_fingerprint, balance_check, reading)
    values (${portfolioId}, ${bankFileId}, ${file.fileName}, ${file.fileSha256}, ${file.format},
      ${file.uploadedBy}, ${file.uploadedAt}, ${file.layoutFingerprint}, ${file.balanceCheck},
      ${file.reading && transaction.json(file.reading)})`;
  let stored = 0;
  for (const some of chunked(lines)) {
    await insertLines(transaction, file, { lines: some, after: stored });
    stored += some.length;
  }
}

type SomeLines = { readonly lines: readonly PlannedLine[]; readonly after: number };

async function insertLines(
  transaction: Transaction,
  { portfolioId, bankFileId }: FileKey,
  { lines, after }: SomeLines,
): Promise<void> {
  const rows = lines.map(({ row: _row, mark: _mark, ...line }, place) => ({
    ...line,
    number: after + place + 1,
    reason: line.leftOut ?? (line.duplicateOf === null ? null : 'duplicate'),
  }));
  await transaction`
    insert into bank_file_lines (portfolio_id, id, bank_file_id, number, account, bank_id, booked_on,
      value_on, amount_minor, currency, debtor_name, payer_account, remittance, direction,
      other_texts, batch_ids, payment_id, duplicate_of, possible_duplicate_of, state, reason)
    select ${portfolioId}, id, ${bankFileId}, number, account, "bankId", "bookedOn", "valueOn",
      "amountMinor", currency, "debtorName", "payerAccount", remittance, direction,
      coalesce("otherTexts", '[]'), coalesce("batchIds", '{}'), "paymentId",
      "duplicateOf", "possibleDuplicateOf", case when reason is null then 'needs-look' else 'left-out' end, reason
    from jsonb_to_recordset(${transaction.json(rows)}) as read(id uuid, number int,
      account text, "bankId" text, "bookedOn" date, "valueOn" date, "amountMinor" bigint,
      currency text, "debtorName" text, "payerAccount" text, remittance text, direction text, "otherTexts" jsonb, "batchIds" text[],
      "paymentId" uuid, "duplicateOf" uuid, "possibleDuplicateOf" uuid, reason text)
    order by number`;
}

type FileRow = Omit<BankFile, 'sums'> & { sums: BankFile['sums'] };

function selectFiles(sql: Queryable) {
  return sql`
    select file.id, file.file_name, file.format, account.name as uploaded_by, file.uploaded_at,
      case when layout.name is not null then jsonb_build_object('name', layout.name, 'isChosen',
        layout.is_chosen, 'columns', layout.columns, 'answers', layout.answers) end as layout,
      file.reading, file.balance_check as balance,
        ${countByRule(sql)} as by_rule, sums.lines::int, sums.sums
    from bank_files file
    join accounts account on account.id = file.uploaded_by
    left join bank_layouts layout on layout.portfolio_id = file.portfolio_id
      and layout.fingerprint = file.layout_fingerprint
    cross join lateral (
      select sum(one.lines) as lines, jsonb_agg(jsonb_build_object('state', one.state,
        'currency', one.currency, 'lines', one.lines, 'amountMinor', one.amount)
        order by one.state, one.currency) as sums
      from (
        select line.state, line.currency, count(*) as lines, sum(line.amount_minor) as amount
        from bank_file_lines line
        where line.portfolio_id = file.portfolio_id and line.bank_file_id = file.id
        group by 1, 2
      ) one
    ) sums`;
}

export async function findBankFile(
  sql: Queryable,
  { portfolioId, bankFileId }: FileKey,
): Promise<BankFile | null> {
  const [row] = await sql<FileRow[]>`
    ${selectFiles(sql)} where file.portfolio_id = ${portfolioId} and file.id = ${bankFileId}`;
  return row ? { ...row } : null;
}

export async function listFiles(
  sql: Queryable,
  { portfolioId, after, limit }: Page & { readonly portfolioId: string },
): Promise<{ page: BankFile[]; nextCursor: string | null }> {
  const from = readCursor(after, 'instant');
  const rows = await sql<FileRow[]>`
    ${selectFiles(sql)} where file.portfolio_id = ${portfolioId}
      and ${from ? sql`(file.uploaded_at, file.id) < (${from.value}, ${from.id})` : sql`true`}
    order by file.uploaded_at desc, file.id desc limit ${limit + 1}`;
  return pageOf(
    rows.map((row) => ({ ...row })),
    { limit, valueOf: ({ uploadedAt }) => uploadedAt },
  );
}
