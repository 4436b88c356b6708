import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { payArrears } from '../steps/book.ts';
import { dress, languages } from '../steps/themes.ts';

/** An amount of over ten billion, which must fit into a tile of half a phone's width. */
const principalMinor = 1_234_567_890_123;

for (const language of languages) {
  test(`figures in billions and days with their year are never cut, ${language}`, async ({
    visit,
    portfolio,
    stack,
  }) => {
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(stack.owner, portfolio, { ...holder, principalMinor });
    await arrangeLoan(stack.owner, portfolio, { ...holder, disbursedOn: '2026-03-01' });
    const visitor = await visit(team.agent, { viewport: { width: 390, height: 844 } });
    await dress(visitor, language);
    const { page } = visitor;
    const expectWhole = async (address: string, widths: readonly number[]) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('main :is(bdi, time)').first()).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        expect(await cutFigures(page), `${address} at ${width}`).toEqual([]);
      }
    };
    for (const address of ['/', '/agentchart', '/assignagent', `/loan-details?id=${loan.id}`]) {
      await expectWhole(address, [390, 360]);
    }
    await payArrears(await visit(team.agent), loan.id);
    await page.setViewportSize({ width: 1440, height: 844 });
    await expectWhole('/assignagent', [1440, 1024]);
  });
}

for (const language of languages) {
  test(`the default columns of lists and their heads fit the screen, ${language}`, async ({
    visit,
    portfolio,
    stack,
  }) => {
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    await arrangeLoan(stack.owner, portfolio, { ...holder, disbursedOn: '2026-03-01' });
    await arrangeLoan(stack.owner, portfolio);
    const lists = [
      [portfolio.manager, ['/allloan', '/loan', '/assignloan', '/agent', '/team']],
      [team.desk, ['/allassign', '/assignteam']],
      [team.agent, ['/assignagent']],
    ] as const;
    for (const [account, addresses] of lists) {
      const visitor = await visit(account);
      await dress(visitor, language);
      for (const address of addresses) await expectColumnsToFit(visitor.page, address);
    }
  });
}

async function expectColumnsToFit(page: Page, address: string): Promise<void> {
  const grid = page.getByRole('grid');
  await page.goto(address);
  for (const width of [1440, 1240, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    const beyond = () => grid.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth);
    await expect.poll(beyond, `${address} at ${width}`).toBeLessThanOrEqual(0);
    // A long email address may end in an ellipsis.
    const cut = (await cutFigures(page)).filter((text) => !text.includes('@'));
    expect(cut, `${address} at ${width}`).toEqual([]);
    expect(await grid.evaluate(cutHeads), `${address} at ${width}`).toEqual([]);
  }
}

/** Runs in the page: returns the heads of columns that end in an ellipsis. */
function cutHeads(grid: Element): string[] {
  return [...grid.querySelectorAll('th, th *')]
    .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => element.textContent ?? '');
}

/** Returns figures and days that are cut off. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The page responds to a new width in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const cut = (element: Element) => {
      for (let box: Element | null = element; box && box.tagName !== 'MAIN';) {
        const style = getComputedStyle(box);
        const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
        if (hides && box.scrollWidth > box.clientWidth + 1) return true;
        box = box.parentElement;
      }
      return false;
    };
    return [...document.querySelectorAll('main :is(bdi[dir=ltr], time)')]
      .filter((element) => element.getClientRects().length > 0 && cut(element))
      .map((element) => element.textContent ?? '');
  });
}
