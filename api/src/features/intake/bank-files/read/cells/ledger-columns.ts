import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import { sideMeant, type Side } from '../bank-terms.ts';
import type { BankTable } from '../columns/bank-columns.ts';
import { sidesByBalance, type SidedRow } from './bank-directions.ts';

type LedgerAnswer = (typeof fileQuestionChoices.ledger)[number];

/** The directions of a bank's columns; an accounting program has them the other way round. */
const sideOfColumn: Readonly<Record<'credit' | 'debit', Side>> = { credit: 'in', debit: 'out' };

/**
 * Returns whether the credit and debit columns are those of a bank, or those of an accounting
 * program's ledger, where the debit column is what the account received; null until the user
 * answers. The user is asked if no line agrees with a bank's columns, and either the balance or the
 * type of a line contradicts them or the table looks like a ledger.
 */
export function columnsOfWhom(
  rows: readonly SidedRow[],
  table: BankTable,
  questions: FileQuestions,
): LedgerAnswer | null {
  const byBalance = sidesByBalance(rows);
  const filled = rows.flatMap((one, at) => {
    const { row, column, amountMinor, isMoney } = one;
    if (column === null || amountMinor === 0 || !isMoney) return [];
    const hints = table.hintsOf(row, 'side').map(sideMeant);
    const stated = [byBalance[at] ?? null, ...hints].filter((side) => side !== null);
    return [{ ...one, column, supports: stated.map((side) => side === sideOfColumn[column]) }];
  });
  const supports = filled.flatMap((one) => one.supports);
  // If some lines support the columns and others do not, each line is judged separately.
  if (filled.length === 0 || supports.includes(true)) return 'bank-statement';
  if (supports.length === 0 && !looksLikeLedger(filled, table)) return 'bank-statement';
  return questions.ask({
    key: 'ledger',
    kind: 'ledger',
    choices: fileQuestionChoices.ledger,
    values: described(filled, table),
  });
}

function* described(
  rows: readonly (SidedRow & { readonly column: 'credit' | 'debit' })[],
  table: BankTable,
): Generator<string> {
  for (const { row, column } of rows) {
    const cells = (['bookedOn', 'debtorName', 'remittance'] as const).map((head) =>
      table.cell(row, head),
    );
    const amount = `${table.nameOf(column)} ${table.cell(row, column)}`;
    yield [...cells, amount].filter((cell) => cell !== '').join(' · ');
  }
}

/**
 * Returns whether the accounts or the headings are those of a ledger. An account with a name but no
 * number belongs to a chart of accounts.
 */
function looksLikeLedger(rows: readonly SidedRow[], table: BankTable): boolean {
  if (table.bank !== null) return false;
  const accounts = rows.map(({ row }) => table.cell(row, 'account')).filter((name) => name !== '');
  const areNamed =
    accounts.length > 0 && accounts.every((name) => !/\d{5}|\d{3}.*\d{3}/.test(name));
  return areNamed || table.names.some((name) => ledgerHeading.test(name.trim()));
}

const ledgerHeading =
  /^(journal( (no\.?|number|code|entry|id))?|journal ?(code|lib)|code journal|(voucher|vch\.?)( (no\.?|number|type))?|contra( account)?|ledger( (account|name))?|general ledger|g\/?l( (account|code))?|nominal( (code|account))?|account (code|title)|split|posting key|cost cent(er|re)|dagboek(nummer)?|grootboek(rekening)?|boekstuk(nummer)?|comptenum|comptelib|ecriture ?num|n° ?(de )?pi[eè]ce|lettrage|sollkonto|habenkonto|sachkonto|belegfeld ?\d?|kostenstelle|asiento|subcuenta|sottoconto|mastro|dekret|konto (wn|ma)|yevmiye( no)?|fiş türü|hesap kodu|رقم القيد|دفتر اليومية|دفتر الأستاذ|مركز التكلفة|رمز الحساب)$/iu;
