import type { BankFile, BankLine } from '@bursar/contracts/intake/bank-files';
import type {
  BankLineReason,
  BankLineState,
  MatchEvidence,
  SetAsideReason,
} from '@bursar/contracts/intake/bank-files.values';
import { visibleForm } from '@bursar/contracts/visible-names';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { failureSentence } from '../../../platform/failure-sentences.ts';
import type { Refusal } from '../../../platform/outcome.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import type { ReadLine } from './bank-line.ts';
import { returnedAsJson } from './bank-returns.store.ts';
import type { KnownLine, PlannedLine } from './line-identity.ts';
import { inTotalAsJson, totalOfAsJson } from './line-totals.store.ts';
import { scoreOf } from './match-evidence.ts';
import { countByRule } from './posting-rule.store.ts';

export type FileKey = { readonly portfolioId: string; readonly bankFileId: string };
export type LineKey = FileKey & { readonly bankLineId: string };

/** Serialises the bank files of a portfolio, so that each sees all earlier lines. */
export async function takeTurn(transaction: Transaction, portfolioId: string): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${portfolioId}))`;
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
 * Finds lines of earlier files that a new line may repeat: with its payment id, or with its amount
 * on its day.
 */
export async function findKnownLines(
  sql: Queryable,
  lines: readonly (ReadLine & { readonly paymentId: string })[],
  portfolioId: string,
): Promise<KnownLine[]> {
  const days = lines.flatMap(({ bookedOn, valueOn }) => [bookedOn, valueOn]).toSorted();
  const rows = await sql<KnownLine[]>`
    with known as materialized (
      select * from bank_file_lines line
      where line.portfolio_id = ${portfolioId}
        and (line.state not in ('left-out', 'returned') or line.reason = 'by-person')
        and (line.payment_id = any(${lines.map(({ paymentId }) => paymentId)}::uuid[])
          or (line.amount_minor = any(${lines.map(({ amountMinor }) => amountMinor)}::bigint[])
            and (line.booked_on between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date
              or line.value_on between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date)))
    )
    select known.id, known.payment_id, known.account, known.bank_id, known.booked_on, known.value_on,
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
  const rows = lines.map(({ row: _row, mark: _mark, ...line }, place) => ({
    ...line,
    number: place + 1,
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

type Page = { readonly after?: string | undefined; readonly limit: number };

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

type PartRow = Omit<BankLine['parts'][number], 'loan'> & {
  readonly loanId: string;
  readonly number: number;
} & Pick<NonNullable<BankLine['loan']>, 'borrower' | 'status'>;

type LineRow = Omit<BankLine, 'loan' | 'refusal' | 'parts' | 'mayReturn' | 'mayReturnSplit'> & {
  parts: readonly PartRow[];
  loanId: string | null;
  loanNumber: number | null;
  borrower: string | null;
  loanStatus: NonNullable<BankLine['loan']>['status'] | null;
  refusal: Refusal | null;
};

function selectLines(sql: Queryable) {
  return sql`
    select line.id, line.number, line.booked_on, line.value_on, line.amount_minor, line.currency,
      line.debtor_name, line.payer_account, line.remittance, line.account, line.bank_id, line.state,
      line.reason, line.found_in, line.by_rule and line.state = 'posted' as is_posted_by_rule, line.evidence, line.score, line.left_out_why, line.left_out_note, line.posted_payment_id as payment_id, exists (
        select from payment_reversals reversal where reversal.portfolio_id = line.portfolio_id
          and reversal.payment_id = line.posted_payment_id
      ) as is_reversed, coalesce((
        select jsonb_agg(jsonb_build_object('loanId', part.loan_id, 'number', of_part.reference_number,
          'borrower', coalesce(owner.name, owner.external_id),
          'status', coalesce(part_state.status, 'closed'), 'amountMinor', part.amount_minor,
          'paymentId', case when line.state = 'posted' then part.payment_id end,
          'isReversed', line.state = 'posted' and exists (
            select from payment_reversals reversal where reversal.portfolio_id = part.portfolio_id
              and reversal.payment_id = part.payment_id)) order by part.number)
        from bank_line_parts part
        join loans of_part on of_part.portfolio_id = part.portfolio_id and of_part.id = part.loan_id
        join borrowers owner on owner.portfolio_id = of_part.portfolio_id
          and owner.id = of_part.borrower_id
        left join loan_state part_state on part_state.portfolio_id = part.portfolio_id
          and part_state.loan_id = part.loan_id
        where part.portfolio_id = line.portfolio_id and part.bank_line_id = line.id
      ), '[]') as parts, ${returnedAsJson(sql)} as returned,
      ${totalOfAsJson(sql)} as total_of, ${inTotalAsJson(sql)} as in_total, line.refusal, line.loan_id,
      loan.reference_number as loan_number, coalesce(borrower.name, borrower.external_id) as borrower,
      state.status as loan_status, case when original.id is not null then jsonb_build_object(
        'fileId', former.id, 'fileName', former.file_name, 'number', original.number
      ) end as duplicate_of, case when alike.id is not null then jsonb_build_object(
        'fileId', alike.bank_file_id, 'fileName', alike_file.file_name, 'number', alike.number
      ) end as possible_duplicate_of
    from bank_file_lines line
    left join loans loan on loan.portfolio_id = line.portfolio_id and loan.id = line.loan_id
    left join loan_state state on state.portfolio_id = line.portfolio_id
      and state.loan_id = line.loan_id
    left join borrowers borrower on borrower.portfolio_id = loan.portfolio_id
      and borrower.id = loan.borrower_id
    left join bank_file_lines original on original.portfolio_id = line.portfolio_id
      and original.id = line.duplicate_of
    left join bank_files former on former.portfolio_id = original.portfolio_id
      and former.id = original.bank_file_id
    left join bank_file_lines alike on alike.portfolio_id = line.portfolio_id
      and alike.id = line.possible_duplicate_of
    left join bank_files alike_file on alike_file.portfolio_id = alike.portfolio_id
      and alike_file.id = alike.bank_file_id`;
}

const toPart = ({ loanId, number, borrower, status, ...part }: PartRow) => ({
  ...part,
  loan: { id: loanId, reference: loanReference(number), borrower, status },
});

function toLine({
  loanId,
  loanNumber,
  borrower,
  loanStatus,
  refusal,
  parts,
  ...row
}: LineRow): BankLine {
  const isLoan = loanId !== null && loanNumber !== null;
  return {
    ...row,
    mayReturn: null,
    mayReturnSplit: null,
    parts: parts.map(toPart),
    // Stored as received, because a line is compared with earlier ones by it.
    debtorName: visibleForm(row.debtorName).trim(),
    payerAccount: visibleForm(row.payerAccount).trim(),
    remittance: visibleForm(row.remittance).trim(),
    account: visibleForm(row.account).trim(),
    bankId: visibleForm(row.bankId).trim(),
    loan: isLoan
      ? {
          id: loanId,
          reference: loanReference(loanNumber),
          borrower,
          // A withdrawn loan has no state row.
          status: loanStatus ?? 'closed',
        }
      : null,
    refusal: refusal && {
      error: refusal.code,
      message: failureSentence(refusal.code, refusal.details),
      details: refusal.details ?? {},
    },
  };
}

export async function findLine(
  sql: Queryable,
  { portfolioId, bankFileId, bankLineId }: LineKey,
): Promise<BankLine | null> {
  const [row] = await sql<LineRow[]>`
    ${selectLines(sql)} where line.portfolio_id = ${portfolioId}
      and line.bank_file_id = ${bankFileId} and line.id = ${bankLineId}`;
  return row ? toLine(row) : null;
}

type LineFilter = {
  readonly state?: BankLineState | undefined;
  readonly leftOutWhy?: SetAsideReason | undefined;
};

export async function listLines(
  sql: Queryable,
  { portfolioId, bankFileId, state, leftOutWhy, after, limit }: Page & FileKey & LineFilter,
): Promise<{ page: BankLine[]; nextCursor: string | null }> {
  const from = readCursor(after, 'integer');
  const rows = await sql<LineRow[]>`
    ${selectLines(sql)} where line.portfolio_id = ${portfolioId}
      and line.bank_file_id = ${bankFileId}
      and ${state ? sql`line.state = ${state}` : sql`true`}
      and ${leftOutWhy ? sql`line.left_out_why = ${leftOutWhy}` : sql`true`}
      and ${from ? sql`line.number > ${from.value}` : sql`true`}
    order by line.number limit ${limit + 1}`;
  return pageOf(rows.map(toLine), { limit, valueOf: ({ number }) => number });
}

export type LockedLine = {
  readonly id: string;
  readonly number: number;
  readonly state: BankLineState;
  readonly reason: BankLineReason | null;
  readonly loanId: string | null;
  readonly paymentId: string;
  readonly valueOn: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly remittance: string;
  readonly bankId: string;
  readonly possibleDuplicateOf: string | null;
  readonly evidence: readonly MatchEvidence[];
  readonly leftOutWhy: SetAsideReason | null;
  readonly leftOutNote: string;
};

const lockedColumns = (sql: Queryable) => sql`
  id, number, state, reason, loan_id, payment_id, value_on, amount_minor, currency, remittance, bank_id,
  possible_duplicate_of, evidence, left_out_why, left_out_note`;

export async function lockLine(
  transaction: Transaction,
  { portfolioId, bankFileId, bankLineId }: LineKey,
): Promise<LockedLine | null> {
  const [row] = await transaction<LockedLine[]>`
    select ${lockedColumns(transaction)} from bank_file_lines
    where portfolio_id = ${portfolioId} and bank_file_id = ${bankFileId} and id = ${bankLineId}
    for update`;
  return row ?? null;
}

/**
 * Locks the next line to post; skips lines that another process is posting. A line that an upload
 * names as the original of a duplicate is locked against deletion only, and not skipped.
 */
export async function takeMatchedLine(
  transaction: Transaction,
  { portfolioId, bankFileId, byRule }: FileKey & { readonly byRule: boolean },
): Promise<LockedLine | null> {
  const [row] = await transaction<LockedLine[]>`
    select ${lockedColumns(transaction)} from bank_file_lines
    where portfolio_id = ${portfolioId} and bank_file_id = ${bankFileId} and state = 'matched'
      and ${byRule ? transaction`by_rule` : transaction`true`}
    order by number limit 1 for no key update skip locked`;
  return row ?? null;
}

export type LineOutcome = {
  readonly state: BankLineState;
  readonly reason: BankLineReason | null;
  readonly loanId: string | null;
  /** The reasons of an automatic match; omitted if a person chose the loan. */
  readonly evidence?: readonly MatchEvidence[];
  readonly leftOutWhy?: SetAsideReason;
  readonly leftOutNote?: string;
  readonly refusal?: Refusal;
  /** The line that this one may duplicate; if omitted, the earlier finding stays. */
  readonly possibleDuplicateOf?: string;
};

export async function setLine(
  transaction: Transaction,
  { portfolioId, id }: { readonly portfolioId: string; readonly id: string },
  { state, reason, loanId, evidence = [], refusal, possibleDuplicateOf, ...leftOut }: LineOutcome,
): Promise<void> {
  await transaction`
    update bank_file_lines set state = ${state}, reason = ${reason}, loan_id = ${loanId},
      evidence = ${[...evidence]}::text[], score = ${evidence.length === 0 ? null : scoreOf(evidence)},
      left_out_why = ${leftOut.leftOutWhy ?? null}, left_out_note = ${leftOut.leftOutNote ?? ''},
      by_rule = by_rule and ${state === 'posted'},
      found_in = case when ${evidence.length > 0} then found_in end,
      refusal = ${refusal ? transaction.json({ ...refusal }) : null},
      possible_duplicate_of = coalesce(${possibleDuplicateOf ?? null}, possible_duplicate_of)
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

export async function countMatched(
  sql: Queryable,
  { portfolioId, bankFileId, byRule }: FileKey & { readonly byRule: boolean },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from bank_file_lines
    where portfolio_id = ${portfolioId} and bank_file_id = ${bankFileId} and state = 'matched'
      and ${byRule ? sql`by_rule` : sql`true`}`;
  return row?.count ?? 0;
}
