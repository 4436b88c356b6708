import { expect, type Locator } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';
import { chooseUsualAmount, openPayment, post } from '../steps/payments.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('an agent posts a payment on a phone', async ({ visit, portfolio, stack }) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  await arrangeLoan(stack.owner, portfolio, { ...holder, borrowerName: 'Ada Byron' });
  const { page } = await visit(team.agent, phone);
  await page.goto('/');
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Loans' }).click();
  await page
    .getByRole('list', { name: 'Loans' })
    .getByRole('link', { name: /Ada Byron/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('L-000001');

  const panel = await openPayment(page);
  const split = await chooseUsualAmount(panel, 'In arrears');
  // 1,200.00 at 12 % a year: the interest of the first month.
  expect(split).toEqual({ interestMinor: 12_00, principalMinor: 94_62 });
  await post(panel);
  await expectToast(page, '106.62 USD posted on L-000001');
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider, 'the page scrolls sideways').toBe(false);
});

test('days are large enough for a finger', async ({ visit, portfolio, stack }) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page } = await visit(team.agent, phone);
  await page.goto('/apps/calendar');
  const month = page.getByRole('table', { name: /^Month/ });
  await expectHeight(month.getByRole('button', { name: /^Open/ }), 40);
  await expectHeight(month.getByRole('button', { name: /due$/ }), 32);

  await page.goto(`/loan-details?id=${loan.id}&panel=promise`);
  await page.getByRole('button', { name: 'Open the calendar' }).click();
  await expectHeight(page.getByRole('dialog').getByRole('button', { name: /^\d+ June/ }), 40);
  const overflow = await page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog]')].map(
      (panel) => panel.getBoundingClientRect().left >= 0 && panel.scrollWidth <= panel.clientWidth,
    ),
  );
  expect(overflow, 'panels that fit the screen').not.toContain(false);
});

/** Expects every button to have at least a height in pixels. */
async function expectHeight(buttons: Locator, least: number): Promise<void> {
  await expect(buttons.first()).toBeVisible();
  const heights = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height).filter((height) => height > 0),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(least);
}
