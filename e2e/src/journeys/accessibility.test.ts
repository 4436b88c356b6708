import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { readPagePaths } from '../stack/read-page-paths.ts';
import { arrangeBook, payArrears } from '../steps/book.ts';
import {
  dress,
  expectAccessibleByDayAndNight,
  type Language,
  languages,
  turnTo,
} from '../steps/looks.ts';
import { addressOf, expectSettled, openPage, publicPages, walks } from '../steps/pages.ts';

/** Four looks of a page take two seconds; where the machine is busy with other things, ten times that. */
const pageTimeoutMs = 20_000;

for (const language of languages) {
  test(`axe finds nothing on the pages of a visitor, ${language}`, async ({ visit }) => {
    const visitor = await visit();
    await dress(visitor, language);
    for (const address of publicPages) {
      await openPage(visitor.page, address);
      await expectAccessibleByDayAndNight(visitor.page, address);
    }
  });
}

for (const { role, through, pages } of walks) {
  test(`axe finds nothing as the ${role} walks through ${through}`, async ({
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
      await openPage(page, address);
      await expectAccessibleByDayAndNight(page, address);
      language = language === 'en' ? 'ae' : 'en';
      await turnTo(page, language);
      await expectSettled(page);
      await expectAccessibleByDayAndNight(page, address);
    }
  });
}

test('every page there is has been looked at', () => {
  const walked = [...publicPages, ...walks.flatMap(({ pages }) => pages)].map((path) =>
    path.replace(/\?.*/, '').replace(/\{\w+\}/, ':id'),
  );
  const missing = readPagePaths().filter((path) => path !== '*' && !walked.includes(path));
  expect(missing).toEqual([]);
});
