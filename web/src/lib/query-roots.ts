/**
 * First parts of the cache's keys, by noun. A command invalidates the nouns it changed without
 * knowing which feature shows them: features never import each other.
 */
export const queryRoots = {
  /** Lists of loans, and everything that belongs to one loan. */
  loans: ['loans'],
  /** Likely duplicates among borrowers: slow to find, and not affected by changes to loans. */
  duplicates: ['duplicate-borrowers'],
  assignmentTargets: ['assignment-targets'],
  imports: ['imports'],
  bankFiles: ['bank-files'],
  income: ['income'],
  dashboard: ['dashboard'],
  finance: ['finance'],
  analytics: ['analytics'],
  collateral: ['collateral'],
  workQueue: ['work-queue'],
  notifications: ['notifications'],
  approvals: ['approvals'],
  search: ['search'],
  /** Accounts with their loan counts: a command that moves loans changes them too. */
  staff: ['staff'],
  teams: ['teams'],
  outbox: ['outbox'],
  enquiries: ['enquiries'],
  /** The reader’s own account. */
  profile: ['profile'],
  tags: ['tags'],
  savedViews: ['saved-views'],
  /** Call centres with their presets, members, patients and calls. */
  callCentres: ['call-centres'],
  /** Templates, dunning steps and batches of letters and messages. */
  letters: ['letters'],
  invoices: ['invoices'],
  calendar: ['calendar'],
  kanbanBoards: ['kanban-boards'],
  tasks: ['tasks'],
  personalNotes: ['personal-notes'],
  externalContacts: ['external-contacts'],
  colleagues: ['colleagues'],
  staffMail: ['staff-mail'],
  chats: ['chats'],
  applications: ['applications'],
  /** Loan products with their terms. */
  products: ['products'],
  /** The company, the portfolios' settings, mail and backups. */
  settings: ['settings'],
  firstSteps: ['first-steps'],
} as const;

/**
 * The nouns that show money of loans. A command that moves a loan's money refetches all of them,
 * with the totals of the team or agent who holds the loan.
 */
export const moneyRoots = [
  queryRoots.loans,
  queryRoots.assignmentTargets,
  queryRoots.income,
  queryRoots.dashboard,
  queryRoots.workQueue,
  queryRoots.approvals,
] as const;
