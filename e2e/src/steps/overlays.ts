import type { Page } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';

/**
 * An overlay that closes with Escape. `t` in its opener returns texts in the language of the page.
 */
export type Overlay = {
  readonly what: string;
  readonly address: string;
  /** Opens the overlay, if its address does not. */
  readonly open?: Opener;
  readonly opens: 'dialog' | 'menu';
};

type Translate = (key: string) => string;
type Opener = (page: Page, t: Translate) => Promise<void>;

const loan = '/loan-details?id={loan}';

/**
 * The overlays of each role's pages. An overlay that several roles may open is listed only once.
 */
export const overlaysOf: Partial<Record<Role, readonly Overlay[]>> = {
  admin: [
    {
      what: 'a request to decide',
      address: '/approvals',
      open: (page) => page.getByRole('grid').getByRole('row').last().click(),
      opens: 'dialog',
    },
    {
      what: 'an event of the audit trail',
      address: '/about?tab=audit',
      open: (page) => page.getByRole('grid').getByRole('row').last().click(),
      opens: 'dialog',
    },
  ],
  user: [
    { what: 'the settings', address: '/', open: fromHeader('settings:title'), opens: 'dialog' },
    { what: 'the profile', address: '/', open: fromHeader('app:profile.label'), opens: 'menu' },
    { what: 'the languages', address: '/', open: fromHeader('app:language'), opens: 'menu' },
    {
      what: 'the notifications',
      address: '/',
      open: fromHeader('notifications:notifications.label'),
      opens: 'dialog',
    },
    { what: 'the palette', address: '/', open: fromHeader('app:search'), opens: 'dialog' },
    {
      what: 'a handing over',
      address: '/',
      open: handOverQueue,
      opens: 'dialog',
    },
    {
      what: 'the shortcuts',
      address: '/allloan',
      open: (page) => page.keyboard.press('?'),
      opens: 'dialog',
    },
    { what: 'the assignments made', address: '/assignloan?batches=all', opens: 'dialog' },
    {
      what: 'the columns',
      address: '/allloan',
      open: fromPage('ui:table.display'),
      opens: 'dialog',
    },
    {
      what: 'a seldom filter',
      address: '/allloan',
      open: fromMenu('ui:filters.add', 'loans:filter.due'),
      opens: 'dialog',
    },
    {
      what: 'the saving of a view',
      address: '/allloan',
      open: fromMenu('ui:views.views', 'ui:views.save'),
      opens: 'dialog',
    },
    {
      what: 'the tagging of loans',
      address: '/allloan',
      open: (page, t) => actOnAll(page, t, 'tags:bulk.action'),
      opens: 'dialog',
    },
    {
      what: 'the assignment',
      address: '/allloan',
      open: (page, t) => actOnAll(page, t, 'assignments:action.assign'),
      opens: 'dialog',
    },
    { what: 'a spread', address: '/allloan', open: spreadAll, opens: 'dialog' },
    {
      what: 'the taking back',
      address: '/allloan',
      open: (page, t) => actOnAll(page, t, 'assignments:action.takeBack'),
      opens: 'dialog',
    },
    { what: 'the tags', address: '/allloan?panel=tags', opens: 'dialog' },
    { what: 'a new import', address: '/loan?import=new', opens: 'dialog' },
    {
      what: 'what moves a loan',
      address: loan,
      open: fromPage('assignments:action.more'),
      opens: 'menu',
    },
    {
      what: 'a write-off',
      address: loan,
      open: fromMenu('assignments:action.more', 'loans:loss.write-off.action'),
      opens: 'dialog',
    },
    {
      what: 'the tags of a loan',
      address: loan,
      open: fromPage('tags:loan.action'),
      opens: 'dialog',
    },
    { what: 'a payment', address: `${loan}&panel=payment`, opens: 'dialog' },
    { what: 'the borrower', address: `${loan}&panel=borrower`, opens: 'dialog' },
    {
      what: 'a reversal',
      address: `${loan}&tab=payments`,
      open: fromMenu('payments:list.actions', 'payments:reverse.action'),
      opens: 'dialog',
    },
    {
      what: 'the suspension',
      address: '/edit-agent/{agent}',
      open: fromPage('staff:suspend.action'),
      opens: 'dialog',
    },
  ],
  agent: [
    {
      what: 'asking for the reversal of a payment',
      address: `${loan}&tab=payments`,
      open: fromMenu('payments:list.actions', 'payments:askReversal.action'),
      opens: 'dialog',
    },
    { what: 'a contact', address: `${loan}&panel=contact`, opens: 'dialog' },
    { what: 'a promise', address: `${loan}&panel=promise`, opens: 'dialog' },
    { what: 'a note', address: `${loan}&panel=note`, opens: 'dialog' },
    { what: 'a next action', address: `${loan}&panel=next-action`, opens: 'dialog' },
    { what: 'a snooze', address: `${loan}&panel=snooze`, opens: 'dialog' },
    {
      what: 'the striking of a note',
      address: `${loan}&tab=notes`,
      open: fromMenu('loan-notes:action.more', 'loan-notes:action.strike'),
      opens: 'dialog',
    },
    {
      what: 'the withdrawal of a document',
      address: `${loan}&tab=documents`,
      open: withdrawDocument,
      opens: 'dialog',
    },
  ],
};

/** Opens the overlay with a button of the header. */
function fromHeader(key: string): Opener {
  return (page, t) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: t(key), exact: true })
      .click();
}

/** Opens the overlay with the page's first button of this name. */
function fromPage(key: string): Opener {
  return (page, t) =>
    page
      .getByRole('main')
      .getByRole('button', { name: t(key), exact: true })
      .first()
      .click();
}

/** Opens the overlay with an item of a menu on the page. */
function fromMenu(button: string, line: string): Opener {
  return async (page, t) => {
    await fromPage(button)(page, t);
    await page.getByRole('menuitem', { name: t(line) }).click();
  };
}

/** Opens the absence cover dialog from the menu of the first agent in the list. */
async function handOverQueue(page: Page, t: Translate): Promise<void> {
  const agents = page.getByRole('region', { name: t('work-queue:desk.title') });
  await agents.getByRole('row').getByRole('button').first().click();
  await page.getByRole('menuitem', { name: t('work-queue:handover.action') }).click();
}

/** Selects all shown rows and clicks a button of the selection bar. */
async function actOnAll(page: Page, t: Translate, key: string): Promise<void> {
  await page
    .getByRole('checkbox', { name: t('ui:table.selectShown') })
    .first()
    .check();
  await page
    .getByRole('region', { name: t('ui:table.selection') })
    .getByRole('button', { name: t(key), exact: true })
    .click();
}

async function spreadAll(page: Page, t: Translate): Promise<void> {
  await actOnAll(page, t, 'assignments:action.assign');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('assignments:spread.toSeveral') }).check();
  // The first checkbox is a team's; the next two are its agents'.
  for (const place of [1, 2]) await dialog.getByRole('checkbox').nth(place).check();
  await dialog.getByRole('table').waitFor();
}

async function withdrawDocument(page: Page, t: Translate): Promise<void> {
  const buffer = Buffer.from('%PDF-1.7\n');
  await page
    .getByLabel(t('documents:drop'))
    .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer });
  const filed = page.getByRole('list', { name: t('documents:label') });
  await filed.getByRole('button').first().click();
  await page.getByRole('menuitem', { name: t('documents:action.withdraw') }).click();
}
