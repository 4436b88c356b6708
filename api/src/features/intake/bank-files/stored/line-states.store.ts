import type {
  BankLineReason,
  BankLineState,
  MatchEvidence,
  SetAsideReason,
} from '@bursar/contracts/intake/bank-files.values';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import type { Refusal } from '../../../../platform/outcome.ts';
import type { FileKey, LineKey } from '../bank-file-keys.ts';
import { scoreOf } from '../match/match-evidence.ts';

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
  /** The lines and payments that a user decided are other money. */
  readonly distinctFromLines: readonly string[];
  readonly distinctFromPayments: readonly string[];
  readonly evidence: readonly MatchEvidence[];
  readonly leftOutWhy: SetAsideReason | null;
  readonly leftOutNote: string;
};

const lockedColumns = (sql: Queryable) => sql`
  id, number, state, reason, loan_id, payment_id, value_on, amount_minor, currency, remittance, bank_id,
  possible_duplicate_of, distinct_from_lines, distinct_from_payments, evidence, left_out_why,
  left_out_note`;

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
 * Locks the next line to post; skips lines that another process is posting. A line that a running
 * upload refers to as the original of a duplicate is not skipped, because the upload only locks it
 * against deletion.
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
  /** A user's decision on duplicates; if omitted, the earlier one stays. */
  readonly distinctFrom?: DistinctFrom;
};

export type DistinctFrom = {
  readonly lines: readonly string[];
  readonly payments: readonly string[];
};

export async function setLine(
  transaction: Transaction,
  { portfolioId, id }: { readonly portfolioId: string; readonly id: string },
  { state, reason, loanId, evidence = [], refusal, possibleDuplicateOf, ...after }: LineOutcome,
): Promise<void> {
  const { distinctFrom, leftOutWhy = null, leftOutNote = '' } = after;
  await transaction`
    update bank_file_lines set state = ${state}, reason = ${reason}, loan_id = ${loanId},
      evidence = ${[...evidence]}::text[], score = ${evidence.length === 0 ? null : scoreOf(evidence)},
      left_out_why = ${leftOutWhy}, left_out_note = ${leftOutNote},
      by_rule = by_rule and ${state === 'posted'},
      found_in = case when ${evidence.length > 0} then found_in end,
      refusal = ${refusal ? transaction.json({ ...refusal }) : null},
      possible_duplicate_of = coalesce(${possibleDuplicateOf ?? null}, possible_duplicate_of),
      distinct_from_lines =
        coalesce(${distinctFrom ? [...distinctFrom.lines] : null}::uuid[], distinct_from_lines),
      distinct_from_payments =
        coalesce(${distinctFrom ? [...distinctFrom.payments] : null}::uuid[], distinct_from_payments)
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
