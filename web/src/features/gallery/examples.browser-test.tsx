import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { part as charts } from './parts/charts.tsx';
import { part as pricing } from './parts/components/pricing-table.tsx';
import { part as dragging } from './parts/dragndrop.tsx';
import { part as trees } from './parts/elements/treeview.tsx';
import { part as clipboard } from './parts/forms/clipboard.tsx';
import { part as uploads } from './parts/forms/file-upload.tsx';
import { part as validation } from './parts/forms/validation.tsx';
import { part as dates } from './parts/forms/date-picker.tsx';
import { part as selects } from './parts/forms/select2.tsx';
import { part as modals } from './parts/components/modals.tsx';
import { part as notifications } from './parts/components/notifications.tsx';
import { part as lightbox } from './parts/components/lightbox.tsx';
import { part as dropdown } from './parts/elements/dropdown.tsx';
import { part as popovers } from './parts/elements/popovers.tsx';
import { part as tooltips } from './parts/elements/tooltips.tsx';
import { part as tables } from './parts/tables.tsx';
import { Still } from '../../ui/overlay/Still.tsx';
import type { Part } from './part.ts';

it('a chart without figures says so', async () => {
  await drawExample(charts, 'Nothing');
  await expect.element(page.getByText('No figures for this period')).toBeVisible();
});

it('a loan moves to the other list with the keyboard', async () => {
  await drawExample(dragging, 'BetweenLists');
  await pickUp('L-000123');
  await userEvent.keyboard('{ArrowRight}');
  await vi.waitFor(() => expect(listOfLoan('L-000123')).toContain('Harbour team'));
  await userEvent.keyboard('[Space]');
  await vi.waitFor(() => expect(document.querySelector('[data-carrying]')).toBeNull());
  expect(listOfLoan('L-000123')).toContain('Harbour team');
  expect(listOfLoan('L-000187')).toContain('Delta team');
});

async function pickUp(name: string) {
  page.getByRole('button', { name }).element().focus();
  await userEvent.keyboard('[Space]');
  await vi.waitFor(() => expect(document.querySelector('[data-carrying]')).not.toBeNull());
}

/** Returns the text of the list that contains the loan, including its heading. */
function listOfLoan(loan: string): string {
  const items = [...document.querySelectorAll('main [role=button]')];
  return items.find((item) => item.textContent === loan)?.parentElement?.textContent ?? '';
}

it('columns take the order of the list', async () => {
  await drawExample(dragging, 'ColumnOrder');
  await pickUp('Reference');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('is over Borrower')).toBeInTheDocument();
  await userEvent.keyboard('[Space]');
  const heads = () => [...document.querySelectorAll('th[scope=col]')].map((th) => th.textContent);
  await vi.waitFor(() => expect(heads()).toEqual(['Borrower', 'Reference', 'Outstanding']));
});

it('a table is copied with tabs between its values', async () => {
  await drawExample(clipboard, 'TableForASheet');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy table' }).click();
  const lines = copied.mock.calls[0]?.[0].split('\n');
  expect(lines).toEqual([
    'No.\tNext due date\tAmount',
    '8\t2026-12-05\t402.10',
    '9\t2027-01-05\t402.10',
    '10\t2027-02-05\t402.08',
  ]);
});

it('if copying is blocked, the text is selected', async () => {
  await drawExample(clipboard, 'Blocked');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('The link is selected')).toBeVisible();
  const field = page.getByRole('textbox').element();
  expect(field instanceof HTMLInputElement && field.selectionEnd).toBe(32);
});

it('the summary names the fields with problems', async () => {
  await drawExample(validation, 'SeveralProblems');
  await page.getByRole('button', { name: 'Check' }).click();
  const summary = page.getByRole('group', { name: 'Check 3 fields' });
  await summary.getByRole('link', { name: 'Email' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveFocus();
});

it('a refusal of the server is shown at its field', async () => {
  await drawExample(validation, 'ByTheServer');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(page.getByText('Another tag has this name.')).toBeVisible();
});

it('the price follows the slider', async () => {
  await drawExample(pricing, 'PerLoan');
  page.getByRole('slider', { name: 'Loans' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('status')).toHaveTextContent('1,240.00');
});

it('ticking a group ticks its loans', async () => {
  await drawExample(trees, 'WithBoxes');
  await page.getByRole('checkbox', { name: 'Amira Nasser' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'L-000187' })).toBeChecked();
  await expect.element(page.getByText('2 selected')).toBeVisible();
});

it('a searched tree shows the groups of its matches', async () => {
  await drawExample(trees, 'Searched');
  await page.getByRole('searchbox').fill('344');
  await expect.element(page.getByText('Delta team')).not.toBeInTheDocument();
  await expect.element(page.getByText('Harbour team')).toBeVisible();
  await expect.element(page.getByText('L-000344')).toBeVisible();
});

it('a file without a required column is refused by its name', async () => {
  await drawExample(uploads, 'RequiredColumns');
  await page.getByRole('button', { name: 'Try a file without amounts' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('amount');
  await page.getByRole('button', { name: 'Try a correct file' }).click();
  await expect.element(page.getByText('payments.csv has all columns.')).toBeVisible();
});

it.each([
  ['modals', modals, 'Save view'],
  ['notifications', notifications, 'Payment posted'],
  ['dropdown', dropdown, 'Add note'],
  ['popovers', popovers, 'Principal'],
  ['tooltips', tooltips, 'This loan is closed.'],
  ['lightbox', lightbox, 'Contract'],
  ['select2', selects, 'Arizona'],
  ['date-picker', dates, 'Mo'],
  ['validation', validation, 'Enter at least eight digits.'],
  ['dragndrop', dragging, 'Layla Mansour'],
])('the pictures of %s are visible, but out of reach', async (_name, part, text) => {
  await drawFeature(
    Object.entries(part.stills ?? {}).map(([name, Picture]) => (
      <Still key={name}>
        <Picture />
      </Still>
    )),
    { texts: ['gallery', 'gallery-samples', 'app'] },
  );
  await expect.element(page.getByText(text).first()).toBeVisible();
  for (const role of ['dialog', 'menu', 'alert', 'button', 'tooltip'] as const) {
    expect(page.getByRole(role).elements()).toEqual([]);
  }
  const ids = [...document.querySelectorAll('[inert] [id]')].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.closest('[inert]')).toBeNull();
});

it('all rows of a table are selected by its head', async () => {
  await drawExample(tables, 'Chosen');
  const head = page.getByRole('checkbox', { name: 'Select all loans' });
  await expect.element(head).toBePartiallyChecked();
  await head.click();
  await expect.element(page.getByRole('checkbox', { name: 'L-000344' })).toBeChecked();
});

async function drawExample(part: Part, name: string) {
  vi.restoreAllMocks();
  const Example = part.examples[name];
  if (!Example) throw new Error(`No example is named ${name}.`);
  await drawFeature(<Example />, { texts: ['gallery', 'gallery-samples', 'drag'] });
}
