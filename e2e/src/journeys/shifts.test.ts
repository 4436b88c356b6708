import { test } from '../stack/journey.ts';
import { arrangeBook } from '../steps/book.ts';
import { addressOf } from '../steps/pages.ts';
import { expectNoShift, watchShifts } from '../steps/shifts.ts';

/**
 * At least one page of each kind: dashboard, list, detail, form, settings, analytics, chart,
 * calendar, figures between other content, lists above other content, records with parts that load
 * on their own, and tables of figures.
 */
const addresses = [
  '/',
  '/allloan',
  '/loan-details?id={loan}',
  '/edit-team/{team}',
  '/edit-agent/{agent}',
  '/agent/add',
  '/approvals?tab=rules',
  '/analytics',
  '/chart',
  '/crypto',
  '/settings',
  '/apps/calendar',
  '/approvals',
  '/call-center-patients',
  '/call-center-patients-edit?id={patient}',
  '/widgets',
  '/datatables/advanced',
  '/tables',
];

// A larger shift is tolerated on a phone, because a text that loads may need a second line.
for (const [device, width, height, tolerated] of [
  ['desktop', 1440, 900, 0.001],
  ['phone', 390, 844, 0.003],
] as const) {
  test(`nothing moves while a page loads slowly on a ${device}`, async ({
    visit,
    portfolio,
    stack,
  }) => {
    const names = await arrangeBook(stack.owner, portfolio);
    const { page, context } = await visit(portfolio.manager, { viewport: { width, height } });
    await watchShifts(context);
    for (const address of addresses) {
      const where = `${address} at ${width} px`;
      await expectNoShift(page, addressOf(address, names), { where, tolerated });
    }
    // A list without rows has no totals.
    const agent = await visit(portfolio.team.agent, { viewport: { width, height } });
    await watchShifts(agent.context);
    const where = `an empty list at ${width} px`;
    await expectNoShift(agent.page, '/apps/invoice/list', { where, tolerated });
  });
}
