import { expect } from '@playwright/test';
import { dayIn } from '@bursar/api/platform/clock';
import { arrangeLoan, arrangePortfolio } from '@bursar/api/testing/arrange';
import { newTag, test } from '../stack/journey.ts';
import { SERVER_GONE } from '../stack/watch-visitor.ts';
import type { Database } from '@bursar/api/platform/database';
import { expectToast } from '../steps/loans.ts';
import { openPayment } from '../steps/payments.ts';
import { countPayments } from '../steps/rows.ts';

test('a server that dies while it posts a payment loses nothing, and the retry posts once', async ({
  product,
  visit,
}) => {
  const { portfolio, loan } = await product.withOwner(async (owner) => {
    const arranged = await arrangePortfolio(owner, newTag());
    const holder = { teamId: arranged.team.id, agentId: arranged.team.agent.id };
    const disbursedOn = dayIn('UTC', new Date());
    const wishes = { ...holder, disbursedOn };
    return { portfolio: arranged, loan: await arrangeLoan(owner, arranged, wishes) };
  });
  const visitor = await visit(portfolio.team.agent, { baseURL: product.address });
  const { page } = visitor;
  visitor.expectComplaint(SERVER_GONE);

  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  // Parts that load when the browser is idle would ask the dead server for their files.
  await page.waitForLoadState('networkidle');
  await panel.getByRole('textbox', { name: 'Amount' }).fill('106.62');
  await product.withOwner(async (owner) => {
    // Posting a payment needs this lock on the loan, so the server dies in the middle of it.
    const holding = await owner.reserve();
    await holding`begin`;
    await holding`select from loan_state where loan_id = ${loan.id} for update`;
    await panel.getByRole('button', { name: 'Post payment' }).click();
    await expect.poll(() => countWaiting(owner)).toBe(1);
    await product.kill();
  });
  await expect(panel.getByRole('alert')).toContainText(
    'The server cannot be reached. Check your connection and try again.',
  );
  await expect(panel.getByRole('textbox', { name: 'Amount' })).toHaveValue('106.62');

  await product.start();
  const countPosted = () => product.withOwner((owner) => countPayments(owner, portfolio.id));
  expect(await countPosted(), 'payments after the cut').toBe(0);
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expectToast(page, '106.62 USD posted on L-000001');
  expect(await countPosted(), 'payments after the retry').toBe(1);
});

async function countWaiting(owner: Database): Promise<number> {
  const waiting = await owner`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return waiting.length;
}
