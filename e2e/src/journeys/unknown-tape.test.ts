import { expect, type Locator } from '@playwright/test';
import { newTag, test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { outcome, uploadTape } from '../steps/imports.ts';
import { expectNothingLost } from '../steps/narrow.ts';
import { dress } from '../steps/themes.ts';

/**
 * Returns the row of a loan: id, borrower, principal, rate, instalments, start, outstanding amount.
 */
const loan = (id: string, name: string, owed: string) =>
  `${id};${name};10000.50;13.49 %;24;2026-05-15;${owed}`;
const unknown = 'Nummer der Akte;Wer;Hoehe;Satz;Anzahl;Beginn;Noch offen';

/** Clicks like a user and counts the clicks; dropping the file counts as the first click. */
function countClicks() {
  let clicks = 1;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  return {
    click,
    choose: async (panel: Locator, column: string | RegExp, fact: string) => {
      await click(panel.getByRole('combobox', { name: column }));
      await click(panel.getByRole('option', { name: fact }).first());
    },
    count: () => clicks,
  };
}

/** A file may wait long, because the thread that reads files yields to requests. */
const reading = { timeout: 30_000 } as const;

type Kind = { readonly what: string; readonly heading: string | null; readonly owed: string };
const kinds: readonly Kind[] = [
  { what: 'with unknown headings', heading: unknown, owed: 'Noch offen' },
  { what: 'without a heading', heading: null, owed: 'G' },
];

for (const { what, heading, owed } of kinds) {
  test(`a tape ${what} is booked in few clicks, and the next one in fewer`, async ({
    visit,
    portfolio,
  }) => {
    // The tag starts with a letter, because a column of digits alone is not suggested as the id.
    const tag = `V${newTag()}`;
    const tape = (...lines: string[]) => [...(heading ? [heading] : []), ...lines].join('\n');
    const { page } = await visit(portfolio.manager);

    const first = countClicks();
    const panel = await uploadTape(page, {
      name: 'may.csv',
      content: tape(
        loan(`${tag}-1`, 'Ada Byron', '9700.25'),
        loan(`${tag}-2`, 'Bo Lind', '9700.25'),
      ),
    });
    await expect(panel).toContainText(
      heading ? 'Heading in row 1' : 'No heading; first row 1',
      reading,
    );
    await expectAccessible(page, `a tape ${what}`);
    await first.choose(panel, `Field for the column ${owed}`, 'Balance');
    await first.click(panel.getByRole('button', { name: 'Check again' }));
    await expect(panel.getByRole('combobox', { name: 'The rates are for' })).toBeVisible(reading);
    await first.choose(panel, 'The rates are for', 'A year');
    await first.click(panel.getByRole('button', { name: 'Check again' }));
    await expect(outcome(panel)).toContainText('The file is in order', reading);
    await first.click(panel.getByRole('button', { name: 'Import 2 loans' }));
    await expect(outcome(panel)).toContainText('2 loans were booked');
    expect(first.count()).toBeLessThanOrEqual(10);

    const next = countClicks();
    const later = await uploadTape(page, {
      name: 'june.csv',
      content: tape(loan(`${tag}-3`, 'Cy Moe', '9700.25'), loan(`${tag}-4`, 'Di Ray', '9700.25')),
    });
    await expect(outcome(later)).toContainText('The file is in order', reading);
    await next.click(later.getByRole('button', { name: 'Import 2 loans' }));
    await expect(outcome(later)).toContainText('2 loans were booked');
    expect(next.count()).toBeLessThanOrEqual(3);
  });
}

test('the heading of a tape is chosen in Arabic on a phone', async ({ visit, portfolio }) => {
  const visitor = await visit(portfolio.manager);
  const { page } = visitor;
  await dress(visitor, 'ae');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/loan?import=new');
  const content = [loan('A-1', 'آدا', '9700.25'), loan('A-2', 'بو', '9700.25')].join('\n');
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('combobox', { name: 'صف العناوين' })).toBeVisible(reading);
  await expectAccessible(page, 'choosing the heading of a tape in Arabic');
  await expectNothingLost(page, 'choosing the heading of a tape in Arabic');
});
