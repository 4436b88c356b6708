import { type Role, roles } from './roles.ts';

/** A page is open to anyone, to signed-out visitors only, or to the listed roles. */
export type RouteAccess = 'public' | 'signed-out' | readonly Role[];

export type RouteFacts = {
  readonly access: RouteAccess;
  readonly group: 'auth' | 'product' | 'open' | 'apps' | 'gallery' | 'pages' | 'error';
  /** `default` pages are inside the shell; `blank` pages have no shell. */
  readonly layout: 'default' | 'blank';
  /** The key of the page's title under `title` in the `app` namespace. */
  readonly title: string;
  /**
   * The lists whose records the page creates or opens. Menus mark these lists while the page is
   * open.
   */
  readonly below?: readonly string[];
  /**
   * True if the address contains the id of a record, so that only pages of that record link to it.
   */
  readonly isRecord?: boolean;
};

type RecordRoute = RouteFacts & { readonly isRecord: true };

/** Returns whether a page's access admits this role. Public pages admit everyone. */
export function routeAdmits(access: RouteAccess, role: Role): boolean {
  if (access === 'public') return true;
  return access !== 'signed-out' && access.includes(role);
}

/** Every page address of Bursar: those of the specification, and a few of Bursar's own. */
export const routes = {
  // auth
  '/auth/boxed-signin': alone('auth', 'signIn', 'signed-out'),
  '/login': alone('auth', 'signIn', 'signed-out'),

  // product
  '/users': framed('product', 'users', ['admin']),
  '/create-user': below(['/users'], framed('product', 'createUser', ['admin'])),
  '/edit-user/:id': record(['/users'], framed('product', 'editUser', ['admin'])),
  '/allteam': framed('product', 'allTeams', ['admin']),
  '/allagent': framed('product', 'allAgents', ['admin']),
  '/team': framed('product', 'teams', ['user']),
  '/teams/create': below(['/team'], framed('product', 'createTeam', ['user'])),
  '/edit-team/:id': record(['/team'], framed('product', 'editTeam', ['user'])),
  '/agent': framed('product', 'agents', ['user', 'team']),
  '/agent/add': below(['/agent'], framed('product', 'addAgent', ['user', 'team'])),
  '/edit-agent/:id': record(['/agent'], framed('product', 'editAgent', ['user', 'team'])),
  '/loan': framed('product', 'unassignedLoans', ['user']),
  '/assignloan': framed('product', 'assignedLoans', ['user']),
  '/allloan': framed('product', 'allLoans', ['user']),
  '/loan-details': record(
    ['/allloan', '/allassign', '/assignagent'],
    framed('product', 'loanDetails', ['user', 'team', 'agent']),
  ),
  '/agentloan': framed('product', 'unassignedLoans', ['team']),
  '/assignteam': framed('product', 'assignedLoans', ['team']),
  '/allassign': framed('product', 'allLoans', ['team']),
  '/assignagent': framed('product', 'agentLoans', ['agent']),
  '/chart': framed('product', 'income', ['user']),
  '/agentgraph': framed('product', 'income', ['team']),
  '/agentchart': framed('product', 'income', ['agent']),

  // open
  '/': framed('open', 'dashboard'),
  '/analytics': framed('open', 'analytics'),
  '/finance': framed('open', 'finance'),
  '/crypto': framed('open', 'collateral'),
  '/roles': framed('open', 'roles'),
  '/role-and-permission': framed('open', 'rolesAndPermissions'),
  '/applications': framed('open', 'applications', ['admin', 'user']),
  '/applications/create': below(
    ['/applications'],
    framed('product', 'createApplication', ['user']),
  ),
  '/products': framed('open', 'products'),
  '/products/create': below(['/products'], framed('product', 'createProduct', ['user'])),
  '/approvals': framed('open', 'approvals'),
  '/bank-files': framed('open', 'bankFiles', ['user']),
  '/letters': framed('open', 'letters', ['user']),
  '/about': framed('open', 'about'),
  '/settings': framed('open', 'settings', ['admin', 'user']),
  '/call-centers': framed('open', 'callCentres'),
  '/call-center-create': framed('open', 'callCentreCreate'),
  '/call-center-edit': record(['/call-centers'], framed('open', 'callCentreEdit')),
  '/call-center-presets': framed('open', 'callCentrePresets'),
  '/call-center-presets-create': framed('open', 'callCentrePresetsCreate'),
  '/call-center-presets-edit': record(
    ['/call-center-presets'],
    framed('open', 'callCentrePresetsEdit'),
  ),
  '/call-center-patients': framed('open', 'callCentrePatients'),
  '/call-center-patients-create': framed('open', 'callCentrePatientsCreate'),
  '/call-center-patients-edit': record(
    ['/call-center-patients'],
    framed('open', 'callCentrePatientsEdit'),
  ),
  '/call-center-members': framed('open', 'callCentreMembers'),
  '/create-call-center-member': framed('open', 'createCallCentreMember'),
  '/edit-call-center-member': record(
    ['/call-center-members'],
    framed('open', 'editCallCentreMember'),
  ),
  '/call-center-roles': framed('open', 'callCentreRoles'),

  // apps
  '/apps/chat': framed('apps', 'appsChat'),
  '/apps/mailbox': framed('apps', 'appsMailbox'),
  '/apps/todolist': framed('apps', 'appsTodolist'),
  '/apps/notes': framed('apps', 'appsNotes'),
  '/apps/scrumboard': framed('apps', 'appsScrumboard'),
  '/apps/contacts': framed('apps', 'appsContacts'),
  '/apps/calendar': framed('apps', 'appsCalendar'),
  '/apps/invoice/list': framed('apps', 'appsInvoiceList'),
  '/apps/invoice/preview': record(['/apps/invoice/list'], framed('apps', 'appsInvoicePreview')),
  '/apps/invoice/add': framed('apps', 'appsInvoiceAdd'),
  '/apps/invoice/edit': record(['/apps/invoice/list'], framed('apps', 'appsInvoiceEdit')),

  // gallery
  '/components/tabs': framed('gallery', 'componentsTabs'),
  '/components/accordions': framed('gallery', 'componentsAccordions'),
  '/components/modals': framed('gallery', 'componentsModals'),
  '/components/cards': framed('gallery', 'componentsCards'),
  '/components/carousel': framed('gallery', 'componentsCarousel'),
  '/components/countdown': framed('gallery', 'componentsCountdown'),
  '/components/counter': framed('gallery', 'componentsCounter'),
  '/components/sweetalert': framed('gallery', 'componentsSweetalert'),
  '/components/timeline': framed('gallery', 'componentsTimeline'),
  '/components/notifications': framed('gallery', 'componentsNotifications'),
  '/components/media-object': framed('gallery', 'componentsMediaObject'),
  '/components/list-group': framed('gallery', 'componentsListGroup'),
  '/components/pricing-table': framed('gallery', 'componentsPricingTable'),
  '/components/lightbox': framed('gallery', 'componentsLightbox'),
  '/elements/alerts': framed('gallery', 'elementsAlerts'),
  '/elements/avatar': framed('gallery', 'elementsAvatar'),
  '/elements/badges': framed('gallery', 'elementsBadges'),
  '/elements/breadcrumbs': framed('gallery', 'elementsBreadcrumbs'),
  '/elements/buttons': framed('gallery', 'elementsButtons'),
  '/elements/buttons-group': framed('gallery', 'elementsButtonsGroup'),
  '/elements/color-library': framed('gallery', 'elementsColorLibrary'),
  '/elements/dropdown': framed('gallery', 'elementsDropdown'),
  '/elements/infobox': framed('gallery', 'elementsInfobox'),
  '/elements/jumbotron': framed('gallery', 'elementsJumbotron'),
  '/elements/loader': framed('gallery', 'elementsLoader'),
  '/elements/pagination': framed('gallery', 'elementsPagination'),
  '/elements/popovers': framed('gallery', 'elementsPopovers'),
  '/elements/progress-bar': framed('gallery', 'elementsProgressBar'),
  '/elements/search': framed('gallery', 'elementsSearch'),
  '/elements/tooltips': framed('gallery', 'elementsTooltips'),
  '/elements/treeview': framed('gallery', 'elementsTreeview'),
  '/elements/typography': framed('gallery', 'elementsTypography'),
  '/forms/basic': framed('gallery', 'formsBasic'),
  '/forms/input-group': framed('gallery', 'formsInputGroup'),
  '/forms/layouts': framed('gallery', 'formsLayouts'),
  '/forms/validation': framed('gallery', 'formsValidation'),
  '/forms/input-mask': framed('gallery', 'formsInputMask'),
  '/forms/select2': framed('gallery', 'formsSelect2'),
  '/forms/touchspin': framed('gallery', 'formsTouchspin'),
  '/forms/checkbox-radio': framed('gallery', 'formsCheckboxRadio'),
  '/forms/switches': framed('gallery', 'formsSwitches'),
  '/forms/wizards': framed('gallery', 'formsWizards'),
  '/forms/file-upload': framed('gallery', 'formsFileUpload'),
  '/forms/quill-editor': framed('gallery', 'formsQuillEditor'),
  '/forms/markdown-editor': framed('gallery', 'formsMarkdownEditor'),
  '/forms/date-picker': framed('gallery', 'formsDatePicker'),
  '/forms/clipboard': framed('gallery', 'formsClipboard'),
  '/datatables/basic': framed('gallery', 'datatablesBasic'),
  '/datatables/advanced': framed('gallery', 'datatablesAdvanced'),
  '/datatables/skin': framed('gallery', 'datatablesSkin'),
  '/datatables/order-sorting': framed('gallery', 'datatablesOrderSorting'),
  '/datatables/multi-column': framed('gallery', 'datatablesMultiColumn'),
  '/datatables/multiple-tables': framed('gallery', 'datatablesMultipleTables'),
  '/datatables/alt-pagination': framed('gallery', 'datatablesAltPagination'),
  '/datatables/checkbox': framed('gallery', 'datatablesCheckbox'),
  '/datatables/range-search': framed('gallery', 'datatablesRangeSearch'),
  '/datatables/export': framed('gallery', 'datatablesExport'),
  '/datatables/column-chooser': framed('gallery', 'datatablesColumnChooser'),
  '/tables': framed('gallery', 'tables'),
  '/charts': framed('gallery', 'charts'),
  '/widgets': framed('gallery', 'widgets'),
  '/font-icons': framed('gallery', 'fontIcons'),
  '/dragndrop': framed('gallery', 'dragndrop'),
  '/users/profile': framed('gallery', 'usersProfile'),

  // pages
  '/pages/knowledge-base': framed('pages', 'pagesKnowledgeBase'),
  '/pages/faq': framed('pages', 'pagesFaq'),
  '/pages/contact-us-boxed': alone('pages', 'pagesContactUsBoxed'),
  '/pages/contact-us-cover': alone('pages', 'pagesContactUsCover'),
  '/pages/coming-soon-boxed': alone('pages', 'pagesComingSoonBoxed'),
  '/pages/coming-soon-cover': alone('pages', 'pagesComingSoonCover'),
  '/pages/maintenence': alone('pages', 'maintenance'),
  '/pages/error404': alone('pages', 'notFound'),
  '/pages/error500': alone('pages', 'serverError'),
  '/pages/error503': alone('pages', 'unavailable'),

  // auth
  '/auth/boxed-signup': alone('auth', 'authBoxedSignup'),
  '/auth/boxed-lockscreen': alone('auth', 'authBoxedLockscreen'),
  '/auth/boxed-password-reset': alone('auth', 'authBoxedPasswordReset'),
  '/auth/cover-login': alone('auth', 'authCoverLogin'),
  '/auth/cover-register': alone('auth', 'authCoverRegister'),
  '/auth/cover-lockscreen': alone('auth', 'authCoverLockscreen'),
  '/auth/cover-password-reset': alone('auth', 'authCoverPasswordReset'),

  // error
  '/unauthorized': alone('error', 'unauthorized'),
  '*': alone('error', 'notFound'),
} satisfies Record<string, RouteFacts>;

export type RoutePath = keyof typeof routes;

/** The address of a page. Addresses are unique. */
export type PagePath = RoutePath;

/** The address of a page that shows one record. */
export type RecordPath = {
  [Path in PagePath]: (typeof routes)[Path] extends RecordRoute ? Path : never;
}[PagePath];

// `Object.keys` loses the key type, which the constant table guarantees.
export const pagePaths = Object.keys(routes) as PagePath[];

type Group = RouteFacts['group'];

/** Describes a page inside the shell, which is open to all signed-in roles by default. */
function framed(group: Group, title: string, access: readonly Role[] = roles): RouteFacts {
  return { access, group, layout: 'default', title };
}

/** Describes a page without the shell. */
function alone(
  group: Group,
  title: string,
  access: 'public' | 'signed-out' = 'public',
): RouteFacts {
  return { access, group, layout: 'blank', title };
}

/** Describes a page that lists link to, such as the form for a new record. */
function below(lists: readonly string[], facts: RouteFacts): RouteFacts {
  return { ...facts, below: lists };
}

function record(lists: readonly string[], facts: RouteFacts): RecordRoute {
  return { ...below(lists, facts), isRecord: true };
}
