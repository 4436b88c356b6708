import { expect, type Locator, type Page } from '@playwright/test';

export type Upload = { readonly name: string; readonly content: string | Buffer };

/** Uploads a file on the list of unassigned loans; returns the drawer that opens. */
export async function uploadTape(page: Page, { name, content }: Upload): Promise<Locator> {
  await page.goto('/loan');
  await page.getByRole('main').getByRole('button', { name: 'Import tape' }).click();
  const panel = page.getByRole('dialog');
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  return page.getByRole('dialog');
}

/** Returns the message with the outcome of an import. */
export function outcome(panel: Locator): Locator {
  return panel.getByRole('status').filter({ hasText: /\.$/ });
}

/** Books the loans that the dry run accepted. */
export async function bookTape(panel: Locator, loans: number): Promise<void> {
  await panel.getByRole('button', { name: `Import ${loans} loans` }).click();
  await expect(outcome(panel)).toContainText(`${loans} loans were booked`);
}

/** Returns the rows of the findings. Their columns are row, kind, column and message. */
export function findings(panel: Locator): Locator {
  return panel.getByRole('region', { name: 'Findings' }).getByRole('table').getByRole('row');
}
