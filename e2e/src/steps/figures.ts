import { expect, type Locator } from '@playwright/test';

/** Formats minor units as Bursar does in English: `1,234.50`. */
export function money(amountMinor: number): string {
  const amount = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });
  return amount.format(amountMinor / 100);
}

/** Expects an amount, with or without its currency. */
export async function expectMoney(place: Locator, amountMinor: number): Promise<void> {
  await expect(place).toHaveText(new RegExp(`^${money(amountMinor)}(\\s[A-Z]{3})?$`));
}

/** Parses `1,234.50` or `1,234.50 USD` to minor units. */
export function minorOf(text: string): number {
  const parts = /^(−?)([\d,]+)\.(\d\d)(?:\s[A-Z]{3})?$/.exec(text.trim());
  if (!parts) throw new Error(`"${text}" is no amount`);
  const [, minus, whole = '', cents = ''] = parts;
  return Number(whole.replaceAll(',', '') + cents) * (minus ? -1 : 1);
}

/** Returns the figure of a tile or a fact: the `definition` of its `term`. */
export function figure(within: Locator, term: string): Locator {
  return within
    .locator('dl > div')
    .filter({
      has: within
        .page()
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${term}$`) }),
    })
    .getByRole('definition')
    .first();
}

/** Returns a row's cell by the head of its column, with or without a currency in the head. */
export async function cellUnder(table: Locator, row: Locator, head: string): Promise<Locator> {
  const heads = table.getByRole('columnheader');
  const pattern = new RegExp(`^${head}(, [A-Z]{3})?$`);
  await expect(heads.filter({ hasText: pattern })).toHaveCount(1);
  const names = await heads.allInnerTexts();
  return row.locator('th, td').nth(names.findIndex((name) => pattern.test(name.trim())));
}
