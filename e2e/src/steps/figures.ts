import { expect, type Locator } from '@playwright/test';

/** `1,234.50`, as the product writes money in English, from its minor units. */
export function money(amountMinor: number): string {
  const amount = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });
  return amount.format(amountMinor / 100);
}

/** An amount stands there; its currency may stand with it, or once for all beside it. */
export async function expectMoney(place: Locator, amountMinor: number): Promise<void> {
  await expect(place).toHaveText(new RegExp(`^${money(amountMinor)}(\\s[A-Z]{3})?$`));
}

/** Minor units of `1,234.50` or `1,234.50 USD`. */
export function minorOf(text: string): number {
  const parts = /^(−?)([\d,]+)\.(\d\d)(?:\s[A-Z]{3})?$/.exec(text.trim());
  if (!parts) throw new Error(`"${text}" is no amount`);
  const [, minus, whole = '', cents = ''] = parts;
  return Number(whole.replaceAll(',', '') + cents) * (minus ? -1 : 1);
}

/** The figure of a tile or a fact: the description of its term. */
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

/** A cell of a table by the head of its column, with or without the currency in it. */
export async function cellUnder(table: Locator, row: Locator, head: string): Promise<Locator> {
  const heads = table.getByRole('columnheader');
  const words = new RegExp(`^${head}(, [A-Z]{3})?$`);
  await expect(heads.filter({ hasText: words })).toHaveCount(1);
  const names = await heads.allInnerTexts();
  return row.locator('th, td').nth(names.findIndex((name) => words.test(name.trim())));
}
