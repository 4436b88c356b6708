import type { Page } from './routes.ts';

/** The pages of the roles' own work: people, teams and loans. */
export const productPages: readonly Page[] = [
  {
    path: '/users',
    namespaces: ['staff'],
    load: () => import('./pages/staff-list-pages.tsx').then((m) => m.UsersPage),
  },
  {
    path: '/create-user',
    namespaces: ['staff'],
    load: () => import('./pages/account-pages.tsx').then((m) => m.CreateUserPage),
  },
  {
    path: '/edit-user/:id',
    namespaces: ['staff', 'loans'],
    load: () => import('./pages/account-pages.tsx').then((m) => m.EditUserPage),
  },
  {
    path: '/allteam',
    namespaces: ['teams'],
    load: () => import('./pages/team-list-pages.tsx').then((m) => m.AllTeamsPage),
  },
  {
    path: '/allagent',
    namespaces: ['staff'],
    load: () => import('./pages/staff-list-pages.tsx').then((m) => m.AllAgentsPage),
  },
  {
    path: '/team',
    namespaces: ['teams'],
    load: () => import('./pages/team-list-pages.tsx').then((m) => m.TeamsPage),
  },
  {
    path: '/teams/create',
    namespaces: ['teams'],
    load: () => import('./pages/team-pages.tsx').then((m) => m.CreateTeamPage),
  },
  {
    path: '/edit-team/:id',
    namespaces: ['teams', 'staff', 'income', 'loans'],
    load: () => import('./pages/team-pages.tsx').then((m) => m.EditTeamPage),
  },
  {
    path: '/agent',
    namespaces: ['staff'],
    load: () => import('./pages/staff-list-pages.tsx').then((m) => m.AgentsPage),
  },
  {
    path: '/agent/add',
    namespaces: ['staff'],
    load: () => import('./pages/account-pages.tsx').then((m) => m.AddAgentPage),
  },
  {
    path: '/edit-agent/:id',
    namespaces: ['staff', 'work-queue', 'contact-log', 'income', 'loans'],
    load: () => import('./pages/account-pages.tsx').then((m) => m.EditAgentPage),
  },

  {
    path: '/loan',
    namespaces: ['loans', 'facts', 'assignments', 'tags', 'imports'],
    isLight: true,
    prefetchesQuery: true,
    load: () =>
      import('./pages/UserUnassignedLoansPage.tsx').then((m) => m.UserUnassignedLoansPage),
  },
  {
    path: '/assignloan',
    namespaces: ['loans', 'facts', 'assignments', 'tags'],
    isLight: true,
    prefetchesQuery: true,
    load: () => import('./pages/loan-list-pages.tsx').then((m) => m.UserAssignedLoansPage),
  },
  {
    path: '/allloan',
    namespaces: ['loans', 'facts', 'assignments', 'tags'],
    isLight: true,
    prefetchesQuery: true,
    load: () => import('./pages/loan-list-pages.tsx').then((m) => m.UserAllLoansPage),
  },
  {
    path: '/loan-details',
    namespaces: [
      'loans',
      'assignments',
      'payments',
      'contact-log',
      'tags',
      'work-queue',
      'loan-notes',
      'documents',
      'borrowers',
    ],
    load: () => import('./pages/LoanPage.tsx').then((m) => m.LoanPage),
  },
  {
    path: '/agentloan',
    namespaces: ['loans', 'facts', 'assignments', 'tags'],
    isLight: true,
    prefetchesQuery: true,
    load: () => import('./pages/loan-list-pages.tsx').then((m) => m.TeamUnassignedLoansPage),
  },
  {
    path: '/assignteam',
    namespaces: ['loans', 'facts', 'assignments', 'tags'],
    isLight: true,
    prefetchesQuery: true,
    load: () => import('./pages/loan-list-pages.tsx').then((m) => m.TeamAssignedLoansPage),
  },
  {
    path: '/allassign',
    namespaces: ['loans', 'facts', 'assignments', 'tags'],
    isLight: true,
    prefetchesQuery: true,
    load: () => import('./pages/loan-list-pages.tsx').then((m) => m.TeamAllLoansPage),
  },
  {
    path: '/assignagent',
    namespaces: [
      'loans',
      'facts',
      'assignments',
      'tags',
      'work-queue',
      'payments',
      'contact-log',
      'loan-notes',
    ],
    prefetchesQuery: true,
    load: () => import('./pages/AgentLoansPage.tsx').then((m) => m.AgentLoansPage),
  },
];
