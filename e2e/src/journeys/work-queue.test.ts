import { expect } from '@playwright/test';
import { arrangeLoan, arrangePhone, type TestPortfolio } from '@bursar/api/testing/arrange';
import type { Database } from '@bursar/api/platform/database';
import { test } from '../stack/journey.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { expectToast } from '../steps/loans.ts';
import { noteDialled, workedLoan } from '../steps/work-queue.ts';

/** Returns the day this many days after the date of the stack's clock. */
const daysFromNow = (days: number) =>
  new Date(Date.parse('2026-06-15') + days * 86_400_000).toISOString().slice(0, 10);

/** Arranges a loan of the agent whose first instalment of 106.62 is this many days past due. */
function arrangeLate(owner: Database, { team, ...portfolio }: TestPortfolio, options: LateLoan) {
  const disbursedOn = new Date(`${daysFromNow(-options.days)}T00:00:00Z`);
  disbursedOn.setUTCMonth(disbursedOn.getUTCMonth() - 1);
  return arrangeLoan(owner, portfolio, {
    teamId: team.id,
    agentId: team.agent.id,
    borrowerName: options.borrower,
    disbursedOn: disbursedOn.toISOString().slice(0, 10),
  });
}

type LateLoan = { readonly days: number; readonly borrower: string };

test('an agent works the queue by keyboard alone', async ({ visit, portfolio, stack }) => {
  await arrangeLate(stack.owner, portfolio, { days: 100, borrower: 'Ada Byron' });
  await arrangeLate(stack.owner, portfolio, { days: 50, borrower: 'Grace Hopper' });
  await arrangeLate(stack.owner, portfolio, { days: 5, borrower: 'Alan Turing' });
  await stack.owner`
    insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred)
    select portfolio_id, id, id, 'phone', 'mobile', '+12025550123', true
    from borrowers where portfolio_id = ${portfolio.id}`;
  const { page } = await visit(portfolio.team.agent);
  await noteDialled(page);
  await page.goto('/');
  const card = workedLoan(page);
  const { keyboard } = page;
  await expect(card).toContainText('Ada Byron');
  await keyboard.press('j');
  await expect(card).toContainText('Grace Hopper');
  await keyboard.press('k');
  await expect(card).toContainText('Ada Byron');

  await keyboard.press('c');
  await expect(page.locator('html')).toHaveAttribute('data-dialled', 'tel:+12025550123');
  const contact = page.getByRole('region', { name: /^Log contact on/ });
  await expect(contact.getByRole('radio', { name: 'Answered' })).toBeFocused();
  await keyboard.press('5');
  await keyboard.press('Control+Enter');
  await expectToast(page, 'No answer logged on L-000001');
  await expect(card).toContainText('Grace Hopper');

  await keyboard.press('2');
  await expect(contact.getByRole('textbox', { name: 'Promised amount' })).toBeFocused();
  await keyboard.type('50');
  await keyboard.press('Tab');
  await keyboard.type('+2');
  await expect(contact.getByText('Wednesday, 17 June 2026')).toBeVisible();
  await keyboard.press('Control+Enter');
  await expectToast(page, 'Promise saved on L-000002');
  await expect(card).toContainText('Alan Turing');

  await keyboard.press('s');
  const snooze = page.getByRole('dialog', { name: /^Snooze/ });
  await expect(snooze.getByRole('radio', { name: 'Tomorrow' })).toBeFocused();
  await keyboard.press('Enter');
  // The call was not answered, so the loan is still in the queue, after all others.
  await expect(card).toContainText('Ada Byron');
  await expect(card).toContainText('Call: No answer');
  await keyboard.press('l');
  await expect(contact.getByRole('radio', { name: 'Answered' })).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(page.getByText('The queue is empty')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Done today' })).toHaveJSProperty('value', 2);
  await expect(page.getByRole('list').filter({ hasText: 'Ada Byron' })).toContainText('Answered');
});

test('an agent works the queue on a phone, and a lost connection loses nothing typed', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLate(stack.owner, portfolio, { days: 40, borrower: 'Ada Byron' });
  await arrangeLate(stack.owner, portfolio, { days: 20, borrower: 'Grace Hopper' });
  const { page, context } = await visit(portfolio.team.agent, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  // The live connection would also report the interrupted network.
  await withoutLiveUpdates(page);
  await page.goto('/');
  const card = workedLoan(page);
  await card.getByRole('button', { name: 'Log contact' }).tap();
  const form = page.getByRole('dialog', { name: /^Log contact on/ });
  await form.getByRole('textbox', { name: 'Note' }).fill('Moved to a new flat');
  await form.getByRole('button', { name: 'Keep draft' }).tap();
  // The header requests its counts a second after the other calls.
  const counted = page.waitForResponse(/\/internal-mails\/counts/);
  await page.reload();
  await card.getByRole('button', { name: 'Log contact' }).tap();
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Moved to a new flat');

  // Calls still running would be interrupted and reported.
  await counted;
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await form.getByRole('radio', { name: 'Answered' }).check({ force: true });
  await form.getByRole('button', { name: 'Log contact' }).tap();
  await expect(form.getByRole('status')).toContainText('sent when the connection returns');
  await context.setOffline(false);
  await expectToast(page, 'Contact logged on L-000001');
  await expect(card).toContainText('Grace Hopper');
  const logged = await stack.owner`
    select note from contact_attempts where portfolio_id = ${portfolio.id}`;
  expect(logged.map(({ note }) => note)).toEqual(['Moved to a new flat']);

  // No callback can be agreed in quiet hours, so the browser's time is fixed.
  await page.clock.setSystemTime('2026-06-15T12:00:00Z');
  await page.getByRole('radio', { name: 'List', exact: true }).check({ force: true });
  await page.getByRole('button', { name: /Grace Hopper/ }).tap();
  await card.getByRole('button', { name: 'Log contact' }).tap();
  await form.getByRole('radio', { name: 'Unreachable' }).check({ force: true });
  await form.getByRole('radio', { name: 'In three hours' }).check({ force: true });
  await form.getByRole('button', { name: 'Log contact' }).click();
  await expect(page.getByText('Calls are agreed for later')).toBeVisible();
  const later = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  await expect(later.first()).toContainText('15 Jun 2026, 15:0');
});

test('every page shows the preferred number, and closes calls once consent is withdrawn', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { id } = await arrangeLate(stack.owner, portfolio, { days: 40, borrower: 'Ada Byron' });
  await arrangePhone(stack.owner, id, '+12025550123');
  const { page } = await visit(portfolio.team.agent);
  await noteDialled(page);
  const card = workedLoan(page);
  const drawer = page.getByRole('dialog', { name: 'Ada Byron' });

  await test.step('the old number is retired, and a new one preferred', async () => {
    await page.goto(`/loan-details?id=${id}&panel=borrower`);
    await drawer.getByRole('button', { name: 'Change' }).click();
    await drawer.getByRole('combobox', { name: /still used/ }).click();
    await page.getByRole('option', { name: 'No longer in use' }).click();
    await drawer.getByRole('button', { name: 'Phone', exact: true }).click();
    await drawer.getByRole('textbox', { name: 'Phone' }).last().fill('+1 415 555 2671');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText('Used for calls')).toBeVisible();
    await drawer.getByText('1 former contact detail').click();
    await expect(drawer.getByText(/No longer in use/)).toBeVisible();
  });

  await test.step('the queue dials the new number', async () => {
    await page.goto('/');
    await expect(card).toContainText('415 555 2671');
    await page.keyboard.press('c');
    await expect(page.locator('html')).toHaveAttribute('data-dialled', 'tel:+14155552671');
    await page.keyboard.press('Escape');
  });

  await test.step('without consent no page offers a call, and each gives the reason', async () => {
    await stack.owner`
      insert into borrower_consents
        (portfolio_id, borrower_id, id, channel, state, means, recorded_by, recorded_at)
      select portfolio_id, borrower_id, id, 'call', 'withdrawn', 'spoken',
        ${portfolio.manager.id}, '2026-06-01T10:00:00Z'
      from loans where id = ${id}`;
    await page.goto('/');
    const reason = 'Call: the borrower has withdrawn consent';
    await expect(card.getByRole('listitem').filter({ hasText: reason })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Call' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('c');
    const form = page.getByRole('region', { name: /^Log contact on/ });
    await expect(form).toBeHidden();
    await page.keyboard.press('l');
    await expect(form.getByRole('radio', { name: 'SMS' })).not.toBeChecked();
    const call = form.getByRole('radio', { name: 'Call', exact: true });
    await expect(call).toHaveAttribute('aria-disabled', 'true');
    await expect(form.getByText(reason)).toBeVisible();
    await form.getByRole('radio', { name: 'Incoming' }).check({ force: true });
    await call.check({ force: true });
    await form.getByRole('radio', { name: 'Answered' }).check({ force: true });
    await form.getByRole('button', { name: 'Log contact' }).click();
    await expectToast(page, 'Contact logged on L-000001');
    await page.goto(`/loan-details?id=${id}&tab=terms`);
    await expect(page.getByRole('tabpanel').getByText(reason)).toBeVisible();
    await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeHidden();
  });
});
