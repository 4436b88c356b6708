import type { BankLine } from '@bursar/contracts/intake/bank-files';
import type { BankLineState, SetAsideReason } from '@bursar/contracts/intake/bank-files.values';
import { visibleForm } from '@bursar/contracts/visible-names';
import type { Fragment } from '../../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../../platform/cursor.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { failureSentence } from '../../../../platform/failure-sentences.ts';
import type { Refusal } from '../../../../platform/outcome.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { FileKey, LineKey, Page } from '../bank-file-keys.ts';
import { paymentsOfLine } from '../match/line-payments.store.ts';
import { inTotalAsJson, totalOfAsJson } from './line-totals.store.ts';

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
      line.reason, line.found_in, line.by_rule and line.state = 'posted' as is_posted_by_rule, line.evidence, line.score, line.left_out_why, line.left_out_note, latest.payment_id,
      coalesce(latest.is_reversed, false) as is_reversed, coalesce((
        select jsonb_agg(jsonb_build_object('loanId', part.loan_id, 'number', of_part.reference_number,
          'borrower', coalesce(owner.name, owner.external_id),
          'status', coalesce(part_state.status, 'closed'), 'amountMinor', part.amount_minor,
          'paymentId', paid.payment_id, 'isReversed', coalesce(paid.is_reversed, false))
          order by part.number)
        from bank_line_parts part
        left join lateral (
          select of_part.payment_id, of_part.is_reversed from ${paymentsOfLine(sql)} of_part
          where of_part.number = part.number order by of_part.is_reversed limit 1
        ) paid on true
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
    left join lateral (
      select paid.payment_id, paid.is_reversed from ${paymentsOfLine(sql)} paid
      order by paid.is_reversed, paid.number limit 1
    ) latest on true
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
    // The stored values stay as received, because lines are compared by them.
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

/**
 * Builds the JSON of the payment, payments or credit that `line` returns. A second person may still
 * have to decide the reversal or refund, or may have declined it.
 */
const returnedAsJson = (sql: Queryable): Fragment => sql`
  case when line.state = 'returned' then jsonb_build_object(
    'kind', line.return_kind, 'amountMinor', line.return_amount_minor,
    'feeMinor', line.amount_minor - line.return_amount_minor,
    'valueDate', coalesce(
      (select payment.value_date from payments payment
        where payment.portfolio_id = line.portfolio_id and payment.id = line.returned_payment_id),
      (select paid.value_on from bank_file_lines paid
        where paid.portfolio_id = line.portfolio_id and paid.id = line.returned_line_id)),
    'splitLine', (
      select jsonb_build_object('fileId', file.id, 'fileName', file.file_name, 'number', paid.number)
      from bank_file_lines paid
      join bank_files file on file.portfolio_id = paid.portfolio_id and file.id = paid.bank_file_id
      where paid.portfolio_id = line.portfolio_id and paid.id = line.returned_line_id),
    'outcome', case
      when line.return_kind = 'split' and not exists (
        select from bank_part_returns part where part.portfolio_id = line.portfolio_id
          and part.return_line_id = line.id and part.posted_again_id is null and not exists (
            select from payment_reversals reversal where reversal.portfolio_id = part.portfolio_id
              and reversal.id = part.reversal_id)
      ) then 'done'
      when exists (
        select from payment_reversals reversal
        where reversal.portfolio_id = line.portfolio_id and reversal.id = line.return_id
      ) or exists (
        select from credit_refunds refund
        where refund.portfolio_id = line.portfolio_id and refund.id = line.return_id
          and not exists (
            select from credit_refunds undo
            where undo.portfolio_id = refund.portfolio_id and undo.undoes_id = refund.id)
      ) then 'done'
      when exists (
        select from approvals request
        where request.portfolio_id = line.portfolio_id and request.state = 'waiting'
          and (request.id = line.return_id or request.id in (
            select part.reversal_id from bank_part_returns part
            where part.portfolio_id = line.portfolio_id and part.return_line_id = line.id
              and part.posted_again_id is null))
      ) then 'awaiting-approval'
      else 'not-done' end)
  end`;
