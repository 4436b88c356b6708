import { expect, type Page } from '@playwright/test';
import { type PagePath, pagePaths } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { test } from '../stack/journey.ts';
import { arrangeBook, payArrears } from '../steps/book.ts';
import {
  dress,
  expectAccessibleByDayAndNight,
  type Language,
  languages,
  turnTo,
} from '../steps/themes.ts';
import type { Skipped } from '../steps/axe.ts';
import { expectNothingLost, expectVisibleFocus } from '../steps/narrow.ts';
import { expectNothingOverflows } from '../steps/overflow.ts';
import {
  addressesOf,
  addressOf,
  expectSettled,
  lookersAt,
  opensWithoutRecord,
  openPage,
  pagesIn,
} from '../steps/pages.ts';
import { expectNamed, turnToPage } from '../steps/turns.ts';

/**
 * The time limit for a page. All its checks usually take a few seconds; a busy machine takes ten
 * times that.
 */
const pageTimeoutMs = 60_000;
/**
 * The maximum number of steps per walk; a step is a page or a state of a page. Signing in and the
 * first load take as long as five steps, so a walk has many steps.
 */
const stepsOfWalk = 24;
const wide = { width: 1440, height: 900 };

for (const walk of walksThrough(pagesIn('blank'))) {
  test(`a visitor finds ${walk.name} open, accessible, and complete when narrow`, async ({
    visit,
  }) => {
    test.setTimeout(walk.steps.length * pageTimeoutMs);
    for (const language of languages) {
      const visitor = await visit();
      await dress(visitor, language);
      const { page } = visitor;
      for (const [turn, { path, address, isBare }] of walk.steps.entries()) {
        if (language !== languageAt(turn)) continue;
        await page.setViewportSize(wide);
        await openPage(page, address);
        if (isBare) await expectNamed(page, path, { language });
        await expectComplete(page, address);
      }
    }
  });
}

for (const role of roles) {
  const looked = pagesIn('default').filter((path) => lookersAt(path).includes(role));
  for (const walk of walksThrough(looked)) {
    test(`the ${role} finds ${walk.name} open, accessible, and complete when narrow`, async ({
      visit,
      portfolio,
      admin,
      stack,
    }) => {
      test.setTimeout(walk.steps.length * pageTimeoutMs);
      const names = await arrangeBook(stack.owner, portfolio);
      await payArrears(await visit(portfolio.team.agent), names.loan);
      const { manager, team } = portfolio;
      const accounts = { admin, user: manager, team: team.desk, agent: team.agent };
      const visitor = await visit(accounts[role]);
      await dress(visitor);
      const { page } = visitor;
      for (const language of languages) {
        let open: PagePath | null = null;
        for (const [turn, step] of walk.steps.entries()) {
          if (language !== languageAt(turn)) continue;
          const { path, namesNone } = step;
          const address = addressOf(step.address, names);
          const reader = { role, language, namesNone };
          await page.setViewportSize(wide);
          if (open === null) await openIn(language, page, address);
          // Another state of the same page has no new heading to wait for.
          else if (open === path) await openPage(page, address);
          else await turnToPage(page, address, { path, ...reader });
          // The error page for unknown addresses is outside the frame.
          await expect(page.getByRole('banner'), `${role} at ${address}`).toBeVisible();
          await expect(page).toHaveURL(address);
          await expectNamed(page, path, reader);
          await expectAnswered(page, address);
          // The first page of a walk is checked with its frame.
          await expectComplete(page, address, open === null ? undefined : 'frame');
          await expectVisibleFocus(page, address, open === null ? 'body' : 'main');
          open = path;
        }
      }
    });
  }
}

test('every page has been checked', () => {
  const looked = (path: PagePath) => pagesIn('blank').includes(path) || lookersAt(path).length > 0;
  expect(pagePaths.filter((path) => !looked(path))).toEqual([]);
});

/** Loads a page and switches it to a language, which later pages of this browser also use. */
async function openIn(language: Language, page: Page, address: string): Promise<void> {
  await openPage(page, address);
  if (language === 'en') return;
  await turnTo(page, language);
  await expectSettled(page);
}

/**
 * Returns the language of a visit. Each page is visited once, in alternating languages: its
 * structure does not depend on the language, `translations.test` finds a text that only one
 * language has, and `routes.test` finds a title that only one language has.
 */
function languageAt(turn: number): Language {
  return turn % 2 === 0 ? 'en' : 'ae';
}

/**
 * Expects that the page is accessible in both colour schemes, its tables are aligned, and it is
 * complete at every width.
 */
async function expectComplete(page: Page, address: string, skipped?: Skipped): Promise<void> {
  await expectAccessibleByDayAndNight(page, address, skipped);
  await expectNothingOverflows(page, address);
  await expectNothingLost(page, address);
}

/** Expects that the server answers when an address is loaded directly. */
async function expectAnswered(page: Page, address: string): Promise<void> {
  const answer = await page.request.get(address);
  expect(answer.status(), address).toBe(200);
}

/** Divides the pages, in all their states, into walks of similar length. */
function walksThrough(paths: readonly PagePath[]) {
  const steps = paths.flatMap((path) =>
    addressesOf(path).map((address, state) => ({
      path,
      address,
      isBare: state === 0,
      namesNone: opensWithoutRecord(path) && address === path,
    })),
  );
  const count = Math.ceil(steps.length / stepsOfWalk);
  const length = Math.ceil(steps.length / count);
  return Array.from({ length: count }, (_, walk) => {
    const own = steps.slice(walk * length, (walk + 1) * length);
    return { name: `${own[0]?.address} to ${own.at(-1)?.address}`, steps: own };
  });
}
