import { copyEntries, type BulkEntry } from '../features/servicing/ledger/ledger.store.ts';
import { copyRows, type CopyColumns } from '../platform/copy-rows.ts';
import type { Transaction } from '../platform/database.ts';

/** The tables that the demo writes, in an order that foreign keys allow. */
const tables = {
  borrowers: {
    portfolioId: 'text',
    id: 'text',
    externalId: 'text',
    name: 'text',
    employmentTitle: 'text or none',
    employmentYears: 'number or none',
    region: 'text',
    homeOwnership: 'text or none',
    annualIncomeMinor: 'number',
    createdAt: 'text',
    borrowerKind: 'text',
    legalName: 'text or none',
    registrationNumber: 'text or none',
    contactPerson: 'text or none',
  },
  borrower_contacts: {
    portfolioId: 'text',
    borrowerId: 'text',
    id: 'text',
    kind: 'text',
    label: 'text',
    value: 'text',
    isPreferred: 'yes or no',
    addedAt: 'text',
  },
  loans: {
    portfolioId: 'text',
    id: 'text',
    referenceNumber: 'number',
    borrowerId: 'text',
    productId: 'text',
    purpose: 'text',
    currency: 'text',
    principalMinor: 'number',
    annualRatePercent: 'text',
    instalmentCount: 'number',
    frequencyUnit: 'text',
    frequencyEvery: 'number',
    scheduleMethod: 'text',
    dayCount: 'text',
    instalmentRounding: 'text',
    instalmentMinor: 'number',
    disbursedOn: 'text',
    firstDueOn: 'text',
    grade: 'text',
    subGrade: 'text',
    createdAt: 'text',
  },
  instalments: {
    portfolioId: 'text',
    loanId: 'text',
    number: 'number',
    dueOn: 'text',
    principalMinor: 'number',
    interestMinor: 'number',
    feesMinor: 'number',
    penaltiesMinor: 'number',
    principalPaidMinor: 'number',
    interestPaidMinor: 'number',
    feesPaidMinor: 'number',
    penaltiesPaidMinor: 'number',
  },
  loan_state: {
    portfolioId: 'text',
    loanId: 'text',
    status: 'text',
    teamId: 'text or none',
    agentId: 'text or none',
    outstandingPrincipalMinor: 'number',
    principalPaidMinor: 'number',
    interestPaidMinor: 'number',
    feesPaidMinor: 'number',
    penaltiesPaidMinor: 'number',
    writtenOffPrincipalMinor: 'number',
    oldestUnpaidDueOn: 'text or none',
    oldestUnpaidMinor: 'number',
    lastPaymentOn: 'text or none',
  },
  assignment_batches: {
    portfolioId: 'text',
    id: 'text',
    kind: 'text',
    toTeamId: 'text or none',
    toAgentId: 'text or none',
    loanCount: 'number',
    outstandingMinor: 'number',
    madeBy: 'text',
    madeAt: 'text',
  },
  assignments: {
    portfolioId: 'text',
    batchId: 'text',
    loanId: 'text',
    fromTeamId: 'text or none',
    toTeamId: 'text or none',
    toAgentId: 'text or none',
    madeAt: 'text',
  },
  payments: {
    portfolioId: 'text',
    id: 'text',
    loanId: 'text',
    currency: 'text',
    amountMinor: 'number',
    principalMinor: 'number',
    interestMinor: 'number',
    feesMinor: 'number',
    penaltiesMinor: 'number',
    recoveredMinor: 'number',
    valueDate: 'text',
    method: 'text',
    teamId: 'text or none',
    agentId: 'text or none',
    postedBy: 'text',
    postedAt: 'text',
  },
  payment_allocations: {
    portfolioId: 'text',
    paymentId: 'text',
    instalmentNumber: 'number',
    principalMinor: 'number',
    interestMinor: 'number',
    feesMinor: 'number',
    penaltiesMinor: 'number',
  },
  charges: {
    portfolioId: 'text',
    id: 'text',
    loanId: 'text',
    portion: 'text',
    kind: 'text',
    instalmentNumber: 'number',
    amountMinor: 'number',
    dueOn: 'text',
    chargedOn: 'text',
    reason: 'text',
    postedBy: 'text',
    postedAt: 'text',
  },
  charge_waivers: {
    portfolioId: 'text',
    id: 'text',
    chargeId: 'text',
    loanId: 'text',
    event: 'text',
    amountMinor: 'number',
    valueDate: 'text',
    reason: 'text',
    madeBy: 'text',
    madeAt: 'text',
  },
  charge_allocations: {
    portfolioId: 'text',
    placedBy: 'text',
    paymentId: 'text',
    chargeId: 'text',
    amountMinor: 'number',
  },
  payment_reversals: {
    portfolioId: 'text',
    id: 'text',
    paymentId: 'text',
    loanId: 'text',
    reason: 'text',
    reversedBy: 'text',
    reversedAt: 'text',
  },
  loan_write_offs: {
    portfolioId: 'text',
    id: 'text',
    loanId: 'text',
    event: 'text',
    valueDate: 'text',
    principalMinor: 'number',
    reason: 'text',
    madeBy: 'text',
    madeAt: 'text',
  },
  contact_attempts: {
    portfolioId: 'text',
    id: 'text',
    loanId: 'text',
    channel: 'text',
    outcome: 'text',
    note: 'text',
    contactedAt: 'text',
    loggedBy: 'text',
    loggedAt: 'text',
  },
  promises: {
    portfolioId: 'text',
    id: 'text',
    loanId: 'text',
    contactId: 'text',
    currency: 'text',
    amountMinor: 'number',
    promisedOn: 'text',
    graceDays: 'number',
    madeOn: 'text',
    madeBy: 'text',
    madeAt: 'text',
    state: 'text',
    receivedMinor: 'number',
    agreementId: 'text',
    replacedBy: 'text or none',
    replacedOn: 'text or none',
    replacedAt: 'text or none',
  },
  audit_events: {
    id: 'text',
    portfolioId: 'text',
    actorId: 'text',
    event: 'text',
    subject: 'text',
    subjectId: 'text',
    after: 'text',
    at: 'text',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Kind>>>>;

type Kind = 'text' | 'text or none' | 'number' | 'number or none' | 'yes or no';
type ValueOf<K extends Kind> = {
  text: string;
  'text or none': string | null;
  number: number;
  'number or none': number | null;
  'yes or no': boolean;
}[K];

type Tables = typeof tables;
type DemoTable = keyof Tables;
type Row<Table extends DemoTable> = {
  readonly [Column in keyof Tables[Table]]: Tables[Table][Column] extends Kind
    ? ValueOf<Tables[Table][Column]>
    : never;
};

export type DemoRows = { readonly [Table in DemoTable]: Row<Table>[] } & {
  readonly entries: BulkEntry[];
};

export function noRows(): DemoRows {
  return {
    borrowers: [],
    borrower_contacts: [],
    loans: [],
    instalments: [],
    loan_state: [],
    assignment_batches: [],
    assignments: [],
    payments: [],
    payment_allocations: [],
    charges: [],
    charge_waivers: [],
    charge_allocations: [],
    payment_reversals: [],
    loan_write_offs: [],
    contact_attempts: [],
    promises: [],
    audit_events: [],
    entries: [],
  };
}

export async function writeRows(
  transaction: Transaction,
  rows: DemoRows,
  { isFirst }: { /** The database was empty before. */ readonly isFirst: boolean },
): Promise<void> {
  for (const table of tableNames) {
    // Analyse an initially empty database before inserting states: their triggers update the list
    // of loans, and without statistics each trigger would read all contacts. The cast below is
    // needed because a loop cannot express in types that each list belongs to the table of its
    // name.
    if (table === 'loan_state' && isFirst) {
      await transaction`analyze borrowers, borrower_contacts, loans, instalments`;
    }
    await copyRows(transaction, { table, columns: columnsOf(table) }, rows[table] as Values[]);
  }
  await copyEntries(transaction, rows.entries, { areInTurn: false });
}

// `Object.keys` loses the type; the keys of the list above are exactly its tables.
const tableNames = Object.keys(tables) as DemoTable[];

/** Tables whose past events are ordered by time, because they were not inserted in order. */
const ofThePast: ReadonlySet<DemoTable> = new Set([
  'assignments',
  'payments',
  'charges',
  'charge_waivers',
  'promises',
]);

type Values = Readonly<Record<string, string | number | boolean | null>>;

function columnsOf(table: DemoTable): CopyColumns<Values> {
  const columns = Object.keys(tables[table]).map((name) => {
    const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [column, (row: Values) => copyValueOf(row[name])] as const;
  });
  return { ...Object.fromEntries(columns), ...(ofThePast.has(table) && { number: () => 0 }) };
}

const copyValueOf = (value: Values[string] | undefined) =>
  typeof value === 'boolean' ? String(value) : (value ?? null);
