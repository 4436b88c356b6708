import type { Role } from '@bursar/contracts/roles';
import type { RoutePath } from '@bursar/contracts/routes';

const allLoans = { user: '/allloan', team: '/allassign', agent: '/assignagent' } as const;

const assignedLoans = { user: '/assignloan', team: '/assignteam' } as const;

/** Addresses of Bursar's pages, built in one place so that none is misspelt. */
export const paths = {
  dashboard: '/',
  signIn: '/auth/boxed-signin',
  unauthorized: '/unauthorized',
  maintenance: '/pages/maintenence',
  askForAccount: '/auth/boxed-signup',
  contactUs: '/pages/contact-us-boxed',
  knowledgeBase: '/pages/knowledge-base',
  helpArticle: (articleId: string) => withQuery('/pages/knowledge-base', { article: articleId }),
  loanDetails: (loanId: string) => withQuery('/loan-details', { id: loanId }),
  /**
   * The loan with the form of a requested plan, to offer other terms or to start the offered plan.
   */
  requestedPlan: (loanId: string, request: string) =>
    withQuery('/loan-details', { id: loanId, panel: 'requested-plan', request }),
  /** The loan's payments with the question whether to reverse one of them. */
  reversal: (loanId: string, payment: string) =>
    withQuery('/loan-details', { id: loanId, tab: 'payments', reverse: payment }),
  loanPayments: (loanId: string) => withQuery('/loan-details', { id: loanId, tab: 'payments' }),
  mailbox: '/apps/mailbox',
  mailThread: (threadId: string) => withQuery('/apps/mailbox', { thread: threadId }),
  chat: (chatId: string) => withQuery('/apps/chat', { id: chatId }),
  chats: (words: string | undefined) => withQuery('/apps/chat', words ? { q: words } : {}),
  approvals: '/approvals',
  settings: (section: string) => withQuery('/settings', { section }),
  createPortfolio: () => withQuery('/settings', { section: 'portfolio', create: 'portfolio' }),
  officeRules: () => withQuery('/approvals', { tab: 'rules' }),
  approval: (approvalId: string) => withQuery('/approvals', { id: approvalId }),
  applications: '/applications',
  application: (applicationId: string) => withQuery('/applications', { id: applicationId }),
  applicationsIn: (status: string) => withQuery('/applications', { status }),
  applicationsFor: (productId: string) => withQuery('/applications', { product: productId }),
  createApplication: '/applications/create',
  bankFile: (bankFileId: string) => withQuery('/bank-files', { id: bankFileId }),
  products: '/products',
  product: (productId: string) => withQuery('/products', { id: productId }),
  productVersion: (productId: string, version: string) =>
    withQuery('/products', { id: productId, version }),
  createProduct: '/products/create',
  /** The loan with the borrower's panel open. */
  borrowerOf: (loanId: string) => withQuery('/loan-details', { id: loanId, panel: 'borrower' }),
  users: '/users',
  createUser: '/create-user',
  /** The page that invites the sender of an access request. */
  inviteRequester: (messageId: string) => withQuery('/create-user', { request: messageId }),
  editUser: (userId: string) => withId('/edit-user/:id', userId),
  editTeam: (teamId: string) => withId('/edit-team/:id', teamId),
  editAgent: (agentId: string) => withId('/edit-agent/:id', agentId),
  /** An agent's queue for today, read-only. */
  queueOfAgent: (agentId: string) => `${withId('/edit-agent/:id', agentId)}?queue=today`,
  allAgents: '/allagent',
  agents: '/agent',
  addAgent: '/agent/add',
  agentsOfTeam: (teamId: string) => withQuery('/agent', { team: teamId }),
  allAgentsOfTeam: (teamId: string) => withQuery('/allagent', { team: teamId }),
  teams: '/team',
  createTeam: '/teams/create',
  profile: '/users/profile',
  roles: '/roles',
  rolePermissions: '/role-and-permission',
  auditTrail: () => withQuery('/about', { tab: 'audit' }),
  missingTranslations: () => withQuery('/about', { tab: 'translations' }),
  /** The income chart of a role; an administrator has none. */
  income: { user: '/chart', team: '/agentgraph', agent: '/agentchart' },
  /** The list of all loans in the role's scope. */
  allLoans,
  /** The lists from which a role opens a loan; the list of all comes first. */
  loanLists: {
    user: ['/allloan', '/loan', '/assignloan'],
    team: ['/allassign', '/agentloan', '/assignteam'],
    agent: ['/assignagent'],
  },
  /** An agent's loans in the list of all loans, with further filters of that list. */
  loansOfAgent: (role: 'user' | 'team', agentId: string, filters: Record<string, string>) =>
    withQuery(allLoans[role], { agent: agentId, ...filters }),
  borrowers: () => withQuery('/apps/contacts', { people: 'borrowers' }),
  borrower: (borrowerId: string) =>
    withQuery('/apps/contacts', { people: 'borrowers', id: borrowerId }),
  mergeBorrowers: (survivorId: string, otherId: string) =>
    withQuery('/apps/contacts', { people: 'borrowers', id: survivorId, merge: otherId }),
  /** The loans in an agent's queue for today. */
  todaysQueue: () => withQuery('/assignagent', { queue: 'today' }),
  /** The assignment batches, next to the list of assigned loans. */
  assignmentBatches: (role: 'user' | 'team') => withQuery(assignedLoans[role], { batches: 'all' }),
  /** The loans of one product in the role's scope. */
  loansOfProduct: (role: 'user' | 'team' | 'agent', productId: string) =>
    withQuery(allLoans[role], { products: productId }),
  /** The loans that one batch of assignments moved and that the reader can see. */
  loansOfBatch: (role: 'user' | 'team' | 'agent', batchId: string) =>
    withQuery(allLoans[role], { batch: batchId }),
  /** The list of loans that the role has not assigned yet. */
  unassignedLoans: { user: '/loan', team: '/agentloan' },
  assignedLoans,
  /**
   * The page where a loan tape is imported, and the loans of an import that wait to be assigned.
   */
  importTape: () => withQuery('/loan', { import: 'new' }),
  tapeImport: (importId: string) => withQuery('/loan', { import: importId }),
  importedLoans: (importId: string) => withQuery('/loan', { importId }),
  /** All loans of an import, also those that a team or an agent holds. */
  loansOfImport: (importId: string) => withQuery(allLoans.user, { importId }),
  invoices: '/apps/invoice/list',
  invoice: (invoiceId: string) => withQuery('/apps/invoice/preview', { id: invoiceId }),
  createInvoice: '/apps/invoice/add',
  createInvoiceOf: (loanId: string) => withQuery('/apps/invoice/add', { loan: loanId }),
  editInvoice: (invoiceId: string) => withQuery('/apps/invoice/edit', { id: invoiceId }),
  callCentres: '/call-centers',
  /** The call list of a call centre. */
  callCentre: (centreId: string) => withQuery('/call-centers', { id: centreId }),
  createCallCentre: '/call-center-create',
  editCallCentre: (centreId: string) => withQuery('/call-center-edit', { id: centreId }),
  callPresets: '/call-center-presets',
  createCallPreset: '/call-center-presets-create',
  editCallPreset: (presetId: string) => withQuery('/call-center-presets-edit', { id: presetId }),
  callMembers: '/call-center-members',
  createCallMember: '/create-call-center-member',
  editCallMember: (memberId: string) => withQuery('/edit-call-center-member', { id: memberId }),
  membersOfCentre: (centreId: string) => withQuery('/call-center-members', { centre: centreId }),
  patients: '/call-center-patients',
  createPatient: '/call-center-patients-create',
  editPatient: (patientId: string) => withQuery('/call-center-patients-edit', { id: patientId }),
  patientsOfCentre: (centreId: string, calls: string) =>
    withQuery('/call-center-patients', { centre: centreId, calls }),
} as const satisfies Record<string, PathEntry>;

type PathEntry =
  | RoutePath
  | ((id: string) => string)
  | ((id: string, state: string) => string)
  | ((role: 'user' | 'team', id: string, filters: Record<string, string>) => string)
  | ((role: 'user' | 'team' | 'agent', id: string) => string)
  | ((role: 'user' | 'team') => string)
  | { readonly [role in Role]?: RoutePath | readonly [RoutePath, ...RoutePath[]] };

function withId(path: RoutePath & `${string}/:id`, id: string): string {
  return path.replace(':id', encodeURIComponent(id));
}

function withQuery(path: RoutePath, query: Record<string, string>): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${path}?${parts.join('&')}`;
}
