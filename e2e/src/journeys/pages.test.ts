import { expect } from '@playwright/test';
import { pagePaths } from '@bursar/contracts/routes';
import { test } from '../stack/journey.ts';
import { arrangeBook, payArrears } from '../steps/book.ts';
import {
  dress,
  expectAccessibleByDayAndNight,
  type Language,
  languages,
  turnTo,
} from '../steps/looks.ts';
import { expectNothingLost, expectVisibleFocus } from '../steps/narrow.ts';
import { addressOf, expectSettled, openPage, publicPages, walks } from '../steps/pages.ts';

/** Four looks and two widths take three seconds; a busy machine takes ten times that. */
const pageTimeoutMs = 30_000;
const wide = { width: 1440, height: 900 };

for (const language of languages) {
  test(`the pages of a visitor are accessible and lose nothing when narrow, ${language}`, async ({
    visit,
  }) => {
    test.setTimeout(publicPages.length * pageTimeoutMs);
    const visitor = await visit();
    await dress(visitor, language);
    const { page } = visitor;
    for (const address of publicPages) {
      await page.setViewportSize(wide);
      await openPage(page, address);
      await expectAccessibleByDayAndNight(page, address);
      await expectNothingLost(page, address);
    }
  });
}

for (const { role, through, pages } of walks) {
  test(`the ${role} walks through ${through}: open, accessible, and whole when narrow`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(pages.length * pageTimeoutMs);
    const names = await arrangeBook(stack.owner, portfolio);
    await payArrears(await visit(portfolio.team.agent), names.loan);
    const { manager, team } = portfolio;
    const visitor = await visit({ admin, user: manager, team: team.desk, agent: team.agent }[role]);
    await dress(visitor);
    const { page } = visitor;
    // Each page opens in the language in which the one before it was left.
    let language: Language = 'en';
    for (const path of pages) {
      const address = addressOf(path, names);
      await page.setViewportSize(wide);
      await openPage(page, address);
      // The error page for unknown addresses stands outside the frame.
      await expect(page.getByRole('banner'), `${role} at ${path}`).toBeVisible();
      await expect(page).toHaveURL(address);
      await expectAccessibleByDayAndNight(page, address);
      language = language === 'en' ? 'ae' : 'en';
      await turnTo(page, language);
      await expectSettled(page);
      await expectAccessibleByDayAndNight(page, address);
      await expectNothingLost(page, path);
      await expectVisibleFocus(page, path);
    }
  });
}

test('every page there is has been looked at', () => {
  const walked = [...publicPages, ...walks.flatMap(({ pages }) => pages)].map((path) =>
    path.replace(/\?.*/, '').replace(/\{\w+\}/, ':id'),
  );
  const missing = pagePaths.filter((path) => path !== '*' && !walked.includes(path));
  expect(missing).toEqual([]);
});
