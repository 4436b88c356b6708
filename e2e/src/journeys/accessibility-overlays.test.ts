import { expect, type Page } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';
import { newTag, test } from '../stack/journey.ts';
import { arrangeBook } from '../steps/book.ts';
import { bookTape, uploadTape } from '../steps/imports.ts';
import { prepareAssignment, select } from '../steps/loans.ts';
import { dress, expectAccessibleByDayAndNight, languages } from '../steps/looks.ts';
import { addressOf, expectSettled, openPage } from '../steps/pages.ts';
import { makeTape } from '../steps/tapes.ts';
import { say } from '../steps/words.ts';

/** What opens over a page, and closes with Escape; `t` says the words of the language in hand. */
type Overlay = {
  readonly what: string;
  readonly address: string;
  /** Opens it, where the address alone does not. */
  readonly open?: Opener;
  readonly opens: 'dialog' | 'menu';
};

type Opener = (page: Page, t: (key: string) => string) => Promise<void>;

const overlaysOf: Partial<Record<Role, readonly Overlay[]>> = {
  user: [
    { what: 'the settings', address: '/', open: fromHeader('settings:title'), opens: 'dialog' },
    { what: 'the profile', address: '/', open: fromHeader('app:profile.label'), opens: 'menu' },
    { what: 'the languages', address: '/', open: fromHeader('app:language'), opens: 'menu' },
    {
      what: 'the notifications',
      address: '/',
      open: fromHeader('notices:notifications.label'),
      opens: 'dialog',
    },
    { what: 'the palette', address: '/', open: fromHeader('app:search'), opens: 'dialog' },
    {
      what: 'the shortcuts',
      address: '/loan',
      open: (page) => page.keyboard.press('?'),
      opens: 'dialog',
    },
    {
      what: 'the columns',
      address: '/loan',
      open: fromPage('ui:table.display'),
      opens: 'dialog',
    },
    {
      what: 'the assignment',
      address: '/loan',
      open: async (page, t) => {
        await page.getByRole('row').getByRole('checkbox').last().check();
        const bar = page.getByRole('region', { name: t('ui:table.selection') });
        await bar.getByRole('button', { name: t('assignments:action.assign') }).click();
      },
      opens: 'dialog',
    },
    { what: 'a new import', address: '/loan?import=new', opens: 'dialog' },
    {
      what: 'what moves a loan',
      address: '/loan-details?id={loan}',
      open: fromPage('assignments:action.more'),
      opens: 'menu',
    },
    { what: 'a payment', address: '/loan-details?id={loan}&panel=payment', opens: 'dialog' },
    {
      what: 'the suspension',
      address: '/edit-agent/{agent}',
      open: fromPage('staff:suspend.action'),
      opens: 'dialog',
    },
  ],
};

/** As for a page: a second or two, or ten times that. */
const overlayTimeoutMs = 15_000;

for (const language of languages) {
  for (const [role, overlays] of Object.entries(overlaysOf)) {
    test(`axe finds nothing on what opens over the pages of the ${role}, ${language}`, async ({
      visit,
      portfolio,
      admin,
      stack,
    }) => {
      test.setTimeout(overlays.length * overlayTimeoutMs);
      const names = await arrangeBook(stack.owner, portfolio);
      const { manager, team } = portfolio;
      const accounts = { admin, user: manager, team: team.desk, agent: team.agent };
      // The keys of the table are roles.
      const visitor = await visit(accounts[role as Role]);
      await dress(visitor, language);
      const { page } = visitor;
      const t = (key: string) => say(language, key);
      let before = '';
      for (const { what, address, open, opens } of overlays) {
        const path = addressOf(address, names);
        if (path !== before) await openPage(page, path);
        before = path;
        await open?.(page, t);
        const overlay = page.getByRole(opens);
        await expect(overlay, what).toBeVisible();
        await expectSettled(page);
        await expectAccessibleByDayAndNight(page, what);
        await page.keyboard.press('Escape');
        await expect(overlay, what).toBeHidden();
      }
    });
  }
}

test('axe finds nothing on a tape that is checked and then booked', async ({
  visit,
  portfolio,
}) => {
  const visitor = await visit(portfolio.manager);
  await dress(visitor);
  const { page } = visitor;
  const tape = makeTape(newTag());
  const panel = await uploadTape(page, tape);
  await expect(panel.getByRole('region', { name: 'What is in the file' })).toBeVisible();
  await expectAccessibleByDayAndNight(page, 'a checked tape');
  await bookTape(panel, tape.loans);
  await expectAccessibleByDayAndNight(page, 'a booked tape');
});

test('axe finds nothing on a selection and its assignment', async ({ visit, portfolio, stack }) => {
  await arrangeBook(stack.owner, portfolio);
  const visitor = await visit(portfolio.manager);
  await dress(visitor);
  const { page } = visitor;
  await openPage(page, '/loan');
  await select(page, ['L-000003']);
  await expectAccessibleByDayAndNight(page, 'a selection');
  await prepareAssignment(page, 'delta');
  await expectAccessibleByDayAndNight(page, 'an assignment about to be made');
});

/** By a button of the header. */
function fromHeader(key: string): Opener {
  return (page, t) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: t(key), exact: true })
      .click();
}

/** By a button of the page itself. */
function fromPage(key: string): Opener {
  return (page, t) =>
    page
      .getByRole('main')
      .getByRole('button', { name: t(key), exact: true })
      .click();
}
