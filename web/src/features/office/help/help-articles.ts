import type { Role } from '@bursar/contracts/roles';
import type { RoutePath } from '@bursar/contracts/routes';

export const helpTopics = [
  'tapes',
  'lending',
  'distribution',
  'work',
  'money',
  'borrowers',
  'people',
  'everyday',
  'running',
] as const;
type HelpTopic = (typeof helpTopics)[number];

export type HelpArticle = {
  /** The article's texts are under `article.<id>` of `help.json`. */
  readonly id: string;
  readonly topic: HelpTopic;
  /** The page on which the described task is done, for each role that does it. */
  readonly page: Partial<Record<Role, RoutePath>>;
};

const everyone = (path: RoutePath): HelpArticle['page'] => ({
  admin: path,
  user: path,
  team: path,
  agent: path,
});

/** The articles; within a topic, they appear in this order. */
export const helpArticles: readonly HelpArticle[] = [
  { id: 'import-tape', topic: 'tapes', page: { user: '/loan' } },
  { id: 'newer-tape', topic: 'tapes', page: { user: '/loan' } },
  { id: 'undo-import', topic: 'tapes', page: { user: '/loan' } },
  { id: 'loan-product', topic: 'lending', page: { user: '/products' } },
  { id: 'payment-order', topic: 'lending', page: { user: '/products' } },
  { id: 'days-off', topic: 'lending', page: { admin: '/approvals', user: '/approvals' } },
  { id: 'new-loan', topic: 'lending', page: { user: '/applications' } },
  { id: 'assign-loans', topic: 'distribution', page: { user: '/loan', team: '/agentloan' } },
  {
    id: 'undo-assignment',
    topic: 'distribution',
    page: { user: '/assignloan', team: '/assignteam' },
  },
  { id: 'work-queue', topic: 'work', page: { agent: '/' } },
  { id: 'log-contact', topic: 'work', page: { agent: '/assignagent', team: '/allassign' } },
  { id: 'letters', topic: 'work', page: { user: '/letters' } },
  { id: 'promises', topic: 'work', page: { agent: '/' } },
  {
    id: 'loan-history',
    topic: 'work',
    page: { user: '/allloan', team: '/allassign', agent: '/assignagent' },
  },
  { id: 'call-list', topic: 'work', page: everyone('/call-centers') },
  {
    id: 'post-payment',
    topic: 'money',
    page: { user: '/allloan', team: '/allassign', agent: '/assignagent' },
  },
  { id: 'pay-ahead', topic: 'money', page: { user: '/allloan', team: '/allassign' } },
  { id: 'bank-file', topic: 'money', page: { user: '/bank-files' } },
  { id: 'reverse-payment', topic: 'money', page: { user: '/allloan', team: '/allassign' } },
  { id: 'charges', topic: 'money', page: { user: '/allloan' } },
  { id: 'payoff', topic: 'money', page: { user: '/allloan', team: '/allassign' } },
  { id: 'reschedule', topic: 'money', page: { user: '/allloan' } },
  { id: 'statement', topic: 'money', page: { user: '/allloan', team: '/allassign' } },
  { id: 'write-off', topic: 'money', page: { user: '/allloan' } },
  { id: 'arrears', topic: 'money', page: everyone('/') },
  { id: 'close-of-business', topic: 'money', page: { user: '/finance' } },
  {
    id: 'income',
    topic: 'money',
    page: { user: '/chart', team: '/agentgraph', agent: '/agentchart' },
  },
  { id: 'invoice', topic: 'money', page: everyone('/apps/invoice/list') },
  { id: 'borrower-record', topic: 'borrowers', page: everyone('/apps/contacts') },
  { id: 'import-borrowers', topic: 'borrowers', page: { user: '/apps/contacts' } },
  { id: 'loan-parties', topic: 'borrowers', page: { user: '/allloan' } },
  { id: 'merge-borrowers', topic: 'borrowers', page: { user: '/apps/contacts' } },
  { id: 'invite', topic: 'people', page: { admin: '/users', user: '/agent', team: '/agent' } },
  { id: 'permissions', topic: 'people', page: everyone('/role-and-permission') },
  { id: 'second-factor', topic: 'people', page: everyone('/users/profile') },
  { id: 'lock', topic: 'people', page: {} },
  { id: 'mail', topic: 'everyday', page: everyone('/apps/mailbox') },
  { id: 'search', topic: 'everyday', page: {} },
  { id: 'saved-views', topic: 'everyday', page: {} },
  { id: 'display', topic: 'everyday', page: {} },
  { id: 'backup', topic: 'running', page: {} },
];

/** Frequent questions by topic; the texts are under `question.<id>`. */
export const helpQuestions: readonly {
  readonly topic: HelpTopic;
  readonly ids: readonly string[];
}[] = [
  { topic: 'people', ids: ['not-there', 'password', 'signed-out', 'seen'] },
  { topic: 'distribution', ids: ['assign-or-hand-over', 'income-moved'] },
  {
    topic: 'money',
    ids: [
      'pays-first',
      'overpaid',
      'penalty',
      'day-off',
      'twice',
      'wrong-payment',
      'credit-after-reversal',
    ],
  },
  { topic: 'borrowers', ids: ['same-person', 'number'] },
  {
    topic: 'everyday',
    ids: ['waits', 'file', 'phone', 'mail-readers', 'offline', 'backup'],
  },
];
