import { copyRows, type CopyColumns, type CopyValue } from '../platform/copy-rows.ts';
import type { Transaction } from '../platform/database.ts';

/** What the demo writes, table by table, in an order that foreign keys allow. */
const columns = {
  borrowers: names(`
    portfolio_id id external_id name employment_title employment_years region home_ownership
    annual_income_minor created_at`),
  borrower_contacts: names(`
    portfolio_id borrower_id id kind label value is_preferred added_at`),
  loans: names(`
    portfolio_id id reference_number borrower_id product_id purpose currency principal_minor
    annual_rate_percent instalment_count frequency_unit frequency_every schedule_method
    day_count instalment_rounding instalment_minor disbursed_on first_due_on grade sub_grade
    created_at`),
  loan_state: names(`
    portfolio_id loan_id status team_id agent_id outstanding_principal_minor
    principal_paid_minor interest_paid_minor written_off_principal_minor oldest_unpaid_due_on
    oldest_unpaid_minor last_payment_on`),
  instalments: names(`
    portfolio_id loan_id number due_on principal_minor interest_minor principal_paid_minor
    interest_paid_minor`),
  assignment_batches: names(`
    portfolio_id id kind to_team_id to_agent_id loan_count outstanding_minor made_by made_at`),
  assignments: past(`
    portfolio_id batch_id loan_id from_team_id to_team_id to_agent_id made_at`),
  payments: past(`
    portfolio_id id loan_id currency amount_minor principal_minor interest_minor fees_minor
    penalties_minor value_date method team_id agent_id posted_by posted_at`),
  payment_portions: names(`
    portfolio_id payment_id instalment_number principal_minor interest_minor fees_minor
    penalties_minor`),
  payment_reversals: names(`
    portfolio_id id payment_id loan_id reason reversed_by reversed_at`),
  ledger_transactions: past(`
    portfolio_id id loan_id event source_id value_date posted_by posted_at`),
  ledger_lines: names(`
    portfolio_id transaction_id number account currency debit_minor credit_minor`),
  audit_events: names(`
    id portfolio_id actor_id event subject subject_id after at`),
};

/** The demo's rows are plain lists; each column is its place in them. */
function names(text: string): CopyColumns<readonly CopyValue[]> {
  const places = text.trim().split(/\s+/);
  return Object.fromEntries(places.map((name, place) => [name, (row) => row[place] ?? null]));
}

/** Events of the past: told apart by their moments, since each loan's were not written in turn. */
function past(text: string): CopyColumns<readonly CopyValue[]> {
  return { ...names(text), number: () => 0 };
}

export type DemoTable = keyof typeof columns;
export type DemoRows = Record<DemoTable, CopyValue[][]>;

export function noRows(): DemoRows {
  return {
    borrowers: [],
    borrower_contacts: [],
    loans: [],
    loan_state: [],
    instalments: [],
    assignment_batches: [],
    assignments: [],
    payments: [],
    payment_portions: [],
    payment_reversals: [],
    ledger_transactions: [],
    ledger_lines: [],
    audit_events: [],
  };
}

export async function writeRows(transaction: Transaction, rows: DemoRows): Promise<void> {
  for (const table of tables) {
    await copyRows(transaction, { table, columns: columns[table] }, rows[table]);
  }
}

const tables: readonly DemoTable[] = [
  'borrowers',
  'borrower_contacts',
  'loans',
  'instalments',
  'loan_state',
  'assignment_batches',
  'assignments',
  'payments',
  'payment_portions',
  'payment_reversals',
  'ledger_transactions',
  'ledger_lines',
  'audit_events',
];
