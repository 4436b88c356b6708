import { expect } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';
import { newTag, test } from '../stack/journey.ts';
import { arrangeBook, workLoan } from '../steps/book.ts';
import { bookTape, uploadTape } from '../steps/imports.ts';
import { prepareAssignment, select } from '../steps/loans.ts';
import { dress, expectAccessibleByDayAndNight, languages } from '../steps/themes.ts';
import { overlaysOf } from '../steps/overlays.ts';
import { addressOf, expectSettled, openPage } from '../steps/pages.ts';
import { setUpSecondFactor } from '../steps/second-factor.ts';
import { makeTape } from '../steps/tapes.ts';
import { textOf } from '../steps/translated-text.ts';

/** An overlay usually takes one or two seconds; on a busy machine, ten times that. */
const overlayTimeoutMs = 40_000;
/** Time to sign in and arrange a book, which a role with few overlays also needs. */
const arrangingMs = 180_000;

for (const [role, overlays] of Object.entries(overlaysOf)) {
  test(`axe finds nothing on the overlays of the ${role}'s pages`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(arrangingMs + overlays.length * overlayTimeoutMs);
    const names = await arrangeBook(stack.owner, portfolio);
    const { manager, team } = portfolio;
    await workLoan(stack.owner, names.loan, {
      agent: await visit(team.agent),
      manager: await visit(manager),
    });
    const accounts = { admin, user: manager, team: team.desk, agent: team.agent };
    const addresses = [...new Set(overlays.map(({ address }) => address))];
    for (const language of languages) {
      // The keys of the table are roles.
      const visitor = await visit(accounts[role as Role]);
      await dress(visitor, language);
      const { page } = visitor;
      const t = (key: string) => textOf(language, key);
      // Each address is checked in only one of the two languages, in turn: the structure of
      // overlays does not depend on the language, and `translations.test` finds a text that only
      // one language has.
      for (const address of addresses.filter((_, turn) => languages[turn % 2] === language)) {
        await openPage(page, addressOf(address, names));
        for (const { what, open, opens } of overlays.filter((one) => one.address === address)) {
          await open?.(page, t);
          const overlay = page.getByRole(opens);
          await expect(overlay, what).toBeVisible();
          await expectSettled(page);
          // `pages.test.ts` checks the page under the overlay.
          await expectAccessibleByDayAndNight(page, what, 'page');
          await page.keyboard.press('Escape');
          await expect(overlay, what).toBeHidden();
        }
      }
    }
  });
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
  await expect(panel.getByRole('region', { name: 'File summary' })).toBeVisible();
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

for (const language of languages) {
  test(`axe finds nothing while a second factor is set up, ${language}`, async ({
    visit,
    portfolio,
    stack,
  }) => {
    const visitor = await visit(portfolio.team.agent);
    await dress(visitor, language);
    const { page } = visitor;
    await setUpSecondFactor(page, stack.clock.now(), {
      language,
      onStep: (what) => expectAccessibleByDayAndNight(page, what),
    });
  });
}
