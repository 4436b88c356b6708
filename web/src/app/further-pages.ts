import type { PagePath } from '@bursar/contracts/routes';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { gallerySectionOf } from './titles.ts';

type FurtherPage = {
  /** The page's translation namespaces, loaded together with its code. */
  readonly namespaces: readonly string[];
  readonly load: () => Promise<ComponentType>;
};

/**
 * Loads a page and its translations. A gallery page is in `features/gallery/parts` under its
 * address.
 */
export async function loadFurtherPage(path: PagePath): Promise<ComponentType> {
  const { namespaces, load } = furtherPages[path] ?? galleryPage(path);
  const [Loaded] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
  return Loaded;
}

const enquiryNamespaces = ['enquiries', 'sign-in', 'ui', 'failures'];

/** All pages except the first ones, which are in `routes.ts`, and the gallery's. */
export const furtherPages: Partial<Record<PagePath, FurtherPage>> = {
  '/auth/boxed-password-reset': {
    namespaces: ['sign-in', 'failures'],
    load: () =>
      import('../features/access/sign-in/NewPasswordPage.tsx').then((m) => m.NewPasswordPage),
  },
  '/auth/cover-password-reset': {
    namespaces: ['sign-in', 'failures'],
    load: () =>
      import('../features/access/sign-in/NewPasswordPage.tsx').then((m) => m.CoverNewPasswordPage),
  },
  '/auth/cover-login': {
    namespaces: ['sign-in', 'failures'],
    load: () => import('../features/access/sign-in/SignInPage.tsx').then((m) => m.CoverSignInPage),
  },
  '/auth/boxed-signup': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.BoxedSignUpPage),
  },
  '/auth/cover-register': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.CoverRegisterPage),
  },
  '/pages/contact-us-boxed': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.BoxedContactPage),
  },
  '/pages/contact-us-cover': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.CoverContactPage),
  },
  '/pages/coming-soon-boxed': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.BoxedComingSoonPage),
  },
  '/pages/coming-soon-cover': {
    namespaces: enquiryNamespaces,
    load: () => import('./pages/enquiry-pages.tsx').then((m) => m.CoverComingSoonPage),
  },
  '/auth/boxed-lockscreen': {
    namespaces: ['lock', 'sign-in', 'failures'],
    load: () => import('../features/access/sign-in/LockPages.tsx').then((m) => m.BoxedLockPage),
  },
  '/auth/cover-lockscreen': {
    namespaces: ['lock', 'sign-in', 'failures'],
    load: () => import('../features/access/sign-in/LockPages.tsx').then((m) => m.CoverLockPage),
  },
  '/analytics': {
    namespaces: ['analytics', 'contact-log', 'facts'],
    load: () =>
      import('../features/reporting/analytics/AnalyticsPage.tsx').then((m) => m.AnalyticsPage),
  },
  '/finance': {
    namespaces: ['finance', 'loans', 'end-of-day'],
    load: () => import('../features/reporting/finance/FinancePage.tsx').then((m) => m.FinancePage),
  },
  '/crypto': {
    namespaces: ['collateral'],
    load: () =>
      import('../features/reporting/collateral/CollateralPage.tsx').then((m) => m.CollateralPage),
  },
  '/apps/chat': {
    namespaces: ['chats', 'apps'],
    load: () => import('../features/office/chats/ChatPage.tsx').then((m) => m.ChatPage),
  },
  '/apps/mailbox': {
    namespaces: ['staff-mail', 'outbox', 'enquiries', 'apps', 'tags', 'editor'],
    load: () => import('./pages/MailboxPage.tsx').then((m) => m.MailboxPage),
  },
  '/apps/todolist': {
    namespaces: ['tasks', 'apps'],
    load: () => import('../features/office/tasks/TodoPage.tsx').then((m) => m.TodoPage),
  },
  '/apps/notes': {
    namespaces: ['personal-notes', 'apps', 'tags'],
    load: () =>
      import('../features/office/personal-notes/PersonalNotesPage.tsx').then(
        (m) => m.PersonalNotesPage,
      ),
  },
  '/apps/contacts': {
    namespaces: ['external-contacts', 'apps'],
    load: () => import('./pages/ContactsPage.tsx').then((m) => m.ContactsPage),
  },
  '/apps/scrumboard': {
    namespaces: ['kanban-boards', 'apps', 'drag'],
    load: () =>
      import('../features/office/kanban-boards/ScrumboardPage.tsx').then((m) => m.ScrumboardPage),
  },
  '/apps/calendar': {
    namespaces: ['calendar', 'apps', 'drag', 'tags'],
    load: () => import('../features/office/calendar/CalendarPage.tsx').then((m) => m.CalendarPage),
  },
  '/apps/invoice/list': {
    namespaces: ['invoices'],
    load: () => import('../features/records/invoices/InvoiceList.tsx').then((m) => m.InvoiceList),
  },
  '/apps/invoice/preview': {
    namespaces: ['invoices', 'payments'],
    load: () => import('./pages/invoice-pages.tsx').then((m) => m.InvoicePage),
  },
  '/apps/invoice/add': {
    namespaces: ['invoices'],
    load: () => import('./pages/invoice-pages.tsx').then((m) => m.CreateInvoicePage),
  },
  '/apps/invoice/edit': {
    namespaces: ['invoices'],
    load: () => import('./pages/invoice-pages.tsx').then((m) => m.EditInvoicePage),
  },
  '/users/profile': {
    namespaces: ['profile'],
    load: () =>
      import('../features/distribution/profile/ProfilePage.tsx').then((m) => m.ProfilePage),
  },
  '/roles': {
    namespaces: ['permissions'],
    load: () => import('../features/access/permissions/RolesPage.tsx').then((m) => m.RolesPage),
  },
  '/role-and-permission': {
    namespaces: ['permissions'],
    load: () =>
      import('../features/access/permissions/PermissionsPage.tsx').then((m) => m.PermissionsPage),
  },
  '/approvals': {
    namespaces: [
      'approvals',
      'contact-log',
      'business-calendar',
      'work-queue',
      'distribution-rules',
      'loans',
    ],
    load: () => import('./pages/OfficeRulesPage.tsx').then((m) => m.OfficeRulesPage),
  },
  '/applications': {
    namespaces: ['applications', 'loans'],
    load: () => import('./pages/application-pages.tsx').then((m) => m.ApplicationsPage),
  },
  '/applications/create': {
    namespaces: ['applications', 'loans', 'borrowers'],
    load: () => import('./pages/application-pages.tsx').then((m) => m.CreateApplicationPage),
  },
  '/bank-files': {
    namespaces: ['bank-files', 'loans'],
    load: () => import('./pages/bank-file-pages.tsx').then((m) => m.BankFilesPage),
  },
  '/letters': {
    namespaces: ['letters', 'contact-log', 'loans'],
    load: () =>
      import('../features/collections/letters/LettersPage.tsx').then((m) => m.LettersPage),
  },
  '/products': {
    namespaces: ['products', 'facts'],
    load: () => import('./pages/product-pages.tsx').then((m) => m.ProductsPage),
  },
  '/products/create': {
    namespaces: ['products', 'facts'],
    load: () => import('./pages/product-pages.tsx').then((m) => m.CreateProductPage),
  },
  '/settings': {
    namespaces: [
      'settings-page',
      'security',
      'webhooks',
      'audit',
      'invoices',
      'failures',
      'business-calendar',
      'outbox',
    ],
    load: () => import('./pages/SettingsPage.tsx').then((m) => m.SettingsPage),
  },
  '/about': {
    namespaces: ['about', 'audit'],
    load: () => import('./pages/AboutPage.tsx').then((m) => m.AboutPage),
  },
  '/call-centers': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallCentresPage),
  },
  '/call-center-create': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallCentrePage),
  },
  '/call-center-edit': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallCentrePage),
  },
  '/call-center-presets': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallPresetsPage),
  },
  '/call-center-presets-create': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallPresetPage),
  },
  '/call-center-presets-edit': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallPresetPage),
  },
  '/call-center-patients': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.PatientsPage),
  },
  '/call-center-patients-create': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreatePatientPage),
  },
  '/call-center-patients-edit': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditPatientPage),
  },
  '/call-center-members': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CallMembersPage),
  },
  '/create-call-center-member': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.CreateCallMemberPage),
  },
  '/edit-call-center-member': {
    namespaces: ['call-centres'],
    load: () => import('./pages/call-centre-pages.tsx').then((m) => m.EditCallMemberPage),
  },
  '/call-center-roles': {
    namespaces: ['call-centres'],
    load: () =>
      import('../features/collections/call-centres/CallRoles.tsx').then((m) => m.CallRoles),
  },
  '/pages/knowledge-base': {
    namespaces: ['help'],
    load: () =>
      import('../features/office/help/KnowledgeBasePage.tsx').then((m) => m.KnowledgeBasePage),
  },
  '/pages/faq': {
    namespaces: ['help'],
    load: () => import('../features/office/help/FaqPage.tsx').then((m) => m.FaqPage),
  },
  '/unauthorized': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.UnauthorizedPage),
  },
  '/pages/error404': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.NotFoundPage),
  },
  '/pages/error500': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.ServerErrorPage),
  },
  '/pages/error503': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.UnavailablePage),
  },
  '/pages/maintenence': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.MaintenancePage),
  },
  '*': {
    namespaces: ['errors'],
    load: () =>
      import('../features/access/error-pages/error-pages.tsx').then((m) => m.NotFoundPage),
  },
  '/dragndrop': galleryPage('/dragndrop', ['drag']),
};

function galleryPage(path: PagePath, extraNamespaces: readonly string[] = []): FurtherPage {
  const namespace = `gallery-${gallerySectionOf(path) ?? 'more'}`;
  const editor = path.endsWith('-editor') ? ['editor'] : [];
  return {
    namespaces: ['gallery', 'gallery-samples', namespace, ...editor, ...extraNamespaces],
    load: () => import('./pages/gallery-pages.ts').then((m) => m.loadGalleryPage(path, namespace)),
  };
}
