/** A table that more than one folder writes. */
export type SharedTable = {
  readonly table: string;
  /** The owner comes first. */
  readonly folders: readonly string[];
  readonly why: string;
};

/**
 * List at most six tables here. If a table has two writers, a change to one of its rules can be
 * forgotten in one of them.
 */
export const sharedTables: readonly SharedTable[] = [
  {
    table: 'loan_state',
    folders: ['servicing/loan-account', 'distribution/assignments'],
    why: 'assignments write only the team and the agent of a loan, with the history of both',
  },
  {
    table: 'borrowers',
    folders: ['records/borrowers', 'servicing/loan-account'],
    why: 'boarding a tape copies borrowers and their loans in one pass, below the module records',
  },
  {
    table: 'borrower_contacts',
    folders: ['records/borrowers', 'servicing/loan-account'],
    why: 'boarding a tape adds the phone numbers and e-mails of the borrowers that it copies',
  },
  {
    table: 'sessions',
    folders: ['access/accounts', 'platform'],
    why: 'platform checks the session of each request, and only it can record when it was last used',
  },
];

/** Functions of these files write the table that their caller names, so the caller is the writer. */
export const writingHelpers: readonly string[] = [
  'api/src/platform/copy-binary.ts',
  'api/src/platform/copy-rows.ts',
  'api/src/platform/app-records.ts',
  'api/src/platform/app-records.store.ts',
  'api/src/platform/update-many-facts.ts',
];

/** Files that write tables of many folders, and why that is not the task of one folder. */
export const writesEverywhere: Readonly<Record<string, string>> = {
  'api/src/features/control/backups/loading.store.ts':
    'a restore empties and fills every table of the database',
  'api/src/platform/settle-time-zones.ts':
    'a start corrects the time zones of older versions before any feature runs',
};

/** Tables that only migrations and their triggers write, and the folder that reads them. */
export const writtenByMigrations: Readonly<Record<string, string>> = {
  ledger_accounts: 'servicing/ledger',
  ledger_events: 'servicing/ledger',
  loan_transitions: 'servicing/loan-account',
  words_of_names: 'reporting/search',
};
