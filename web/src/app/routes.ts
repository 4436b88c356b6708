import { type PagePath, pagePaths } from '@bursar/contracts/routes';
import type { ComponentType } from 'react';
import { productPages } from './product-routes.ts';
import { gallerySectionOf } from './titles.ts';

const visitorWords = ['visitors', 'sign-in', 'ui', 'failures'];

/**
 * Every page there is, in the order of the product. To add one: write it in its feature, take
 * `planned` from its address in `@bursar/contracts/routes`, and name it here with its words (the
 * namespaces it reads) and where it lies. Who may open it, in which layout and under which title
 * is said there; the title's words are `title.*` in `app.json`, of the gallery's parts in
 * `gallery.json`. The menus follow from the address. One that is not here shows the not-found page.
 */
export const pages: readonly Page[] = [
  ...(['/auth/boxed-signin', '/login'] as const).map((path) => ({
    path,
    words: ['sign-in', 'failures'],
    load: () => import('../features/sign-in/SignInPage.tsx').then((m) => m.SignInPage),
  })),
  {
    path: '/auth/boxed-password-reset',
    words: ['sign-in', 'failures'],
    load: () => import('../features/sign-in/NewPasswordPage.tsx').then((m) => m.NewPasswordPage),
  },
  {
    path: '/auth/cover-password-reset',
    words: ['sign-in', 'failures'],
    load: () =>
      import('../features/sign-in/NewPasswordPage.tsx').then((m) => m.CoverNewPasswordPage),
  },
  {
    path: '/auth/cover-login',
    words: ['sign-in', 'failures'],
    load: () => import('../features/sign-in/SignInPage.tsx').then((m) => m.CoverSignInPage),
  },
  {
    path: '/auth/boxed-signup',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.BoxedSignUpPage),
  },
  {
    path: '/auth/cover-register',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.CoverRegisterPage),
  },
  {
    path: '/pages/contact-us-boxed',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.BoxedContactPage),
  },
  {
    path: '/pages/contact-us-cover',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.CoverContactPage),
  },
  {
    path: '/pages/coming-soon-boxed',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.BoxedComingSoonPage),
  },
  {
    path: '/pages/coming-soon-cover',
    words: visitorWords,
    load: () => import('./pages/visitor-pages.tsx').then((m) => m.CoverComingSoonPage),
  },
  {
    path: '/auth/boxed-lockscreen',
    words: ['lock', 'sign-in', 'failures'],
    load: () => import('../features/sign-in/LockPages.tsx').then((m) => m.BoxedLockPage),
  },
  {
    path: '/auth/cover-lockscreen',
    words: ['lock', 'sign-in', 'failures'],
    load: () => import('../features/sign-in/LockPages.tsx').then((m) => m.CoverLockPage),
  },

  {
    path: '/',
    words: ['dashboard', 'work'],
    isLight: true,
    load: () => import('./pages/HomePage.tsx').then((m) => m.HomePage),
  },
  {
    path: '/analytics',
    words: ['analytics', 'contacts'],
    load: () => import('../features/analytics/AnalyticsPage.tsx').then((m) => m.AnalyticsPage),
  },
  {
    path: '/finance',
    words: ['finance', 'loans'],
    load: () => import('../features/finance/FinancePage.tsx').then((m) => m.FinancePage),
  },
  ...(['/chart', '/agentgraph', '/agentchart'] as const).map((path) => ({
    path,
    words: ['income'],
    load: () => import('../features/income/IncomePage.tsx').then((m) => m.IncomePage),
  })),

  ...productPages,

  {
    path: '/apps/mailbox',
    words: ['mails', 'visitors'],
    load: () => import('./pages/MailboxPage.tsx').then((m) => m.MailboxPage),
  },
  {
    path: '/apps/todolist',
    words: ['tasks', 'apps'],
    load: () => import('../features/tasks/TodoPage.tsx').then((m) => m.TodoPage),
  },
  {
    path: '/apps/notes',
    words: ['memos', 'apps', 'tags'],
    load: () => import('../features/memos/NotesPage.tsx').then((m) => m.NotesPage),
  },
  {
    path: '/apps/contacts',
    words: ['acquaintances', 'apps'],
    load: () => import('../features/acquaintances/ContactsPage.tsx').then((m) => m.ContactsPage),
  },
  {
    path: '/apps/scrumboard',
    words: ['boards', 'apps', 'drag'],
    load: () => import('../features/boards/ScrumboardPage.tsx').then((m) => m.ScrumboardPage),
  },
  {
    path: '/apps/calendar',
    words: ['calendar', 'apps', 'drag', 'tags'],
    load: () => import('../features/calendar/CalendarPage.tsx').then((m) => m.CalendarPage),
  },
  {
    path: '/users/profile',
    words: ['profile'],
    load: () => import('../features/profile/ProfilePage.tsx').then((m) => m.ProfilePage),
  },
  {
    path: '/roles',
    words: ['permissions'],
    load: () => import('../features/permissions/RolesPage.tsx').then((m) => m.RolesPage),
  },
  {
    path: '/role-and-permission',
    words: ['permissions'],
    load: () =>
      import('../features/permissions/PermissionsPage.tsx').then((m) => m.PermissionsPage),
  },
  {
    path: '/approvals',
    words: ['approvals', 'contacts'],
    load: () => import('./pages/OfficeRulesPage.tsx').then((m) => m.OfficeRulesPage),
  },
  {
    path: '/about',
    words: ['about', 'audit'],
    load: () => import('./pages/AboutPage.tsx').then((m) => m.AboutPage),
  },

  ...pagePaths
    .filter((path) => gallerySectionOf(path))
    .map((path) => galleryPage(path, path.endsWith('-editor') ? ['editor'] : [])),
  galleryPage('/charts'),
  galleryPage('/widgets'),
  galleryPage('/font-icons'),
  galleryPage('/dragndrop', ['drag']),

  {
    path: '/call-centers',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallCentresPage),
  },
  {
    path: '/call-center-create',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallCentrePage),
  },
  {
    path: '/call-center-edit',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallCentrePage),
  },
  {
    path: '/call-center-presets',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallPresetsPage),
  },
  {
    path: '/call-center-presets-create',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallPresetPage),
  },
  {
    path: '/call-center-presets-edit',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallPresetPage),
  },
  {
    path: '/call-center-patients',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.PatientsPage),
  },
  {
    path: '/call-center-patients-create',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreatePatientPage),
  },
  {
    path: '/call-center-patients-edit',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditPatientPage),
  },
  {
    path: '/call-center-members',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallMembersPage),
  },
  {
    path: '/create-call-center-member',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallMemberPage),
  },
  {
    path: '/edit-call-center-member',
    words: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallMemberPage),
  },
  {
    path: '/call-center-roles',
    words: ['call-centres'],
    load: () => import('../features/call-centres/CallRoles.tsx').then((m) => m.CallRoles),
  },

  {
    path: '/pages/knowledge-base',
    words: ['help'],
    load: () => import('../features/help/KnowledgeBasePage.tsx').then((m) => m.KnowledgeBasePage),
  },
  {
    path: '/pages/faq',
    words: ['help'],
    load: () => import('../features/help/FaqPage.tsx').then((m) => m.FaqPage),
  },

  {
    path: '/unauthorized',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.UnauthorizedPage),
  },
  {
    path: '/pages/error404',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.NotFoundPage),
  },
  {
    path: '/pages/error500',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.ServerErrorPage),
  },
  {
    path: '/pages/error503',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.UnavailablePage),
  },
  {
    path: '/pages/maintenence',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.MaintenancePage),
  },
  {
    path: '*',
    words: ['errors'],
    load: () => import('../features/error-pages/error-pages.tsx').then((m) => m.NotFoundPage),
  },
];

export type Page = {
  readonly path: PagePath;
  /** The namespaces of its words, read together with the page itself. */
  readonly words: readonly string[];
  /** Draws its first view without Mantine, whose code it then does not wait for. */
  readonly isLight?: boolean;
  /** Its first rows are asked for beside its code: `pages/first-questions.ts` knows them. */
  readonly asksFirst?: boolean;
  readonly load: () => Promise<ComponentType>;
};

/** A page of the gallery: its file lies in `features/gallery/parts` at its own address. */
function galleryPage(path: PagePath, moreWords: readonly string[] = []): Page {
  const namespace = `gallery-${gallerySectionOf(path) ?? 'more'}`;
  return {
    path,
    words: ['gallery', namespace, ...moreWords],
    load: () => import('./pages/gallery-pages.ts').then((m) => m.loadGalleryPage(path, namespace)),
  };
}
