import { test } from '../stack/journey.ts';
import { arrangeBook } from '../steps/book.ts';
import { addressOf } from '../steps/pages.ts';
import { expectNoShift, watchShifts } from '../steps/shifts.ts';

/**
 * One page of each kind: dashboard, list, detail, form, settings, analytics, chart, calendar,
 * figures between other content, and lists above other content.
 */
const addresses = [
  '/',
  '/allloan',
  '/loan-details?id={loan}',
  '/edit-team/{team}',
  '/agent/add',
  '/approvals?tab=rules',
  '/analytics',
  '/chart',
  '/apps/calendar',
  '/approvals',
  '/call-center-patients',
  '/call-center-patients-edit?id={patient}',
  '/widgets',
  '/datatables/advanced',
];

for (const [device, width, height] of [
  ['desktop', 1440, 900],
  ['phone', 390, 844],
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
      await expectNoShift(page, addressOf(address, names), `${address} at ${width} px`);
    }
  });
}
