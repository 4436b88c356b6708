import { expect, type Locator } from '@playwright/test';
import { chooseBrowser } from '@bursar/tools/browser-options';
import { test } from '../stack/journey.ts';
import { dress, languages } from '../steps/themes.ts';

const browser = await chooseBrowser();
/** The setting of a reader who enlarges the browser's text to 200 %. */
const largeText = '--blink-settings=defaultFontSize=32';
test.use({ launchOptions: { ...browser, args: [...browser.args, largeText] } });

for (const language of languages) {
  test(`at 200 % text, the frame breaks and cuts no word, ${language}`, async ({
    visit,
    portfolio,
  }) => {
    const visitor = await visit(portfolio.manager);
    await dress(visitor, language);
    const { page } = visitor;
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      await page.goto('/about');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await wordsNotWhole(page.locator('#app header').first())).toEqual([]);
      await page.locator('#app #sidebar-toggle').click();
      const sidebar = page.locator('#app #sidebar');
      await expect(sidebar).toBeInViewport({ ratio: 1 });
      expect(await wordsNotWhole(sidebar)).toEqual([]);
    }
  });
}

/** Returns words on two lines, and texts that do not fit their element. */
function wordsNotWhole(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const box = text.parentElement;
      const words = text.textContent ?? '';
      if (!box?.checkVisibility()) continue;
      // A text that is only for screen readers is at most one pixel wide.
      if (box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1) found.push(words);
      for (const { index, 0: word } of words.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    }
    return found;
  });
}
