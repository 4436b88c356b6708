import type { Role } from '@bursar/contracts/roles';
import type { RoutePath } from '@bursar/contracts/routes';

const allLoans = { user: '/allloan', team: '/allassign', agent: '/assignagent' } as const;

const assignedLoans = { user: '/assignloan', team: '/assignteam' } as const;

/** Addresses of the product, built in one place so that none is misspelt. */
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
  loanPayments: (loanId: string) => withQuery('/loan-details', { id: loanId, tab: 'payments' }),
  chats: (words: string | undefined) => withQuery('/apps/chat', words ? { q: words } : {}),
  approvals: '/approvals',
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
  /** The card of who owes a loan, beside it. */
  borrowerOf: (loanId: string) => withQuery('/loan-details', { id: loanId, panel: 'borrower' }),
  users: '/users',
  createUser: '/create-user',
  /** Inviting whoever asked for an account. */
  inviteVisitor: (messageId: string) => withQuery('/create-user', { request: messageId }),
  editUser: (userId: string) => withId('/edit-user/:id', userId),
  editTeam: (teamId: string) => withId('/edit-team/:id', teamId),
  editAgent: (agentId: string) => withId('/edit-agent/:id', agentId),
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
  /** The income chart of a role; an administrator has none of its own. */
  income: { user: '/chart', team: '/agentgraph', agent: '/agentchart' },
  /** The list of every loan in the role's scope. */
  allLoans,
  /** The lists that a role reaches a loan from, the one of all first. */
  loanLists: {
    user: ['/allloan', '/loan', '/assignloan'],
    team: ['/allassign', '/agentloan', '/assignteam'],
    agent: ['/assignagent'],
  },
  /** An agent's loans in the list of every loan, narrowed as the list's own filters do. */
  loansOfAgent: (role: 'user' | 'team', agentId: string, filters: Record<string, string>) =>
    withQuery(allLoans[role], { agent: agentId, ...filters }),
  borrowers: () => withQuery('/apps/contacts', { people: 'borrowers' }),
  borrower: (borrowerId: string) =>
    withQuery('/apps/contacts', { people: 'borrowers', id: borrowerId }),
  mergeBorrowers: (keptId: string, otherId: string) =>
    withQuery('/apps/contacts', { people: 'borrowers', id: keptId, merge: otherId }),
  /** The loans that an agent sees to today. */
  todaysQueue: () => withQuery('/assignagent', { queue: 'today' }),
  /** What was assigned and taken back, beside the list of assigned loans. */
  assignmentBatches: (role: 'user' | 'team') => withQuery(assignedLoans[role], { batches: 'all' }),
  /** The loans of the role's scope that are of one product. */
  loansOfProduct: (role: 'user' | 'team' | 'agent', productId: string) =>
    withQuery(allLoans[role], { products: productId }),
  /** The loans that one batch of assignments moved, as far as the reader holds them. */
  loansOfBatch: (role: 'user' | 'team' | 'agent', batchId: string) =>
    withQuery(allLoans[role], { batch: batchId }),
  /** The list of the loans the role still has to hand on. */
  unassignedLoans: { user: '/loan', team: '/agentloan' },
  assignedLoans,
  /** Where a loan tape is brought in, and where its loans wait to be assigned. */
  importTape: () => withQuery('/loan', { import: 'new' }),
  tapeImport: (importId: string) => withQuery('/loan', { import: importId }),
  importedLoans: (importId: string) => withQuery('/loan', { importId }),
  invoices: '/apps/invoice/list',
  invoice: (invoiceId: string) => withQuery('/apps/invoice/preview', { id: invoiceId }),
  createInvoice: '/apps/invoice/add',
  createInvoiceOf: (loanId: string) => withQuery('/apps/invoice/add', { loan: loanId }),
  editInvoice: (invoiceId: string) => withQuery('/apps/invoice/edit', { id: invoiceId }),
  callCentres: '/call-centers',
  /** A centre at work: its call list. */
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
