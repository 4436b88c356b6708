import { expect, type Locator, type Page } from '@playwright/test';

export function loanRow(page: Page, reference: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: reference }) });
}

/** Returns the references of the visible loans, in order. */
export async function shownReferences(page: Page): Promise<string[]> {
  return page.getByRole('grid').getByRole('link').allInnerTexts();
}

/** Expects exactly these loans in the list. */
export async function expectLoans(page: Page, references: readonly string[]): Promise<void> {
  const links = page.getByRole('grid').getByRole('link');
  await expect(links).toHaveCount(references.length);
  await expect
    .poll(async () => (await links.allInnerTexts()).toSorted())
    .toEqual(references.toSorted());
}

export async function select(page: Page, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await page.getByRole('checkbox', { name: `Select ${reference}` }).check();
  }
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText(
    `${references.length} selected`,
  );
}

/** Opens the assignment dialog for the selected rows, with a team or an agent chosen. */
export async function prepareAssignment(page: Page, holder: string): Promise<Locator> {
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${holder} [\\d,]+ active loan`) }).check();
  return dialog;
}

export async function assignSelected(
  page: Page,
  { to, count, reason }: { to: string; count: number; reason?: string },
): Promise<void> {
  const loans = count === 1 ? '1 loan' : `${count} loans`;
  const dialog = await prepareAssignment(page, to);
  if (reason !== undefined) await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(`${loans} will move`);
  await dialog.getByRole('button', { name: `Assign ${loans}` }).click();
  await expectToast(page, `${loans} assigned to ${to}`);
}

export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('region', { name: 'On-screen messages' })).toContainText(text);
}
