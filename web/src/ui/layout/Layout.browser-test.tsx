import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import { Stack } from './Layout.tsx';
import { Text } from './Text.tsx';

const names = { en: 'سارة', ae: 'Harbour Lending' } as const;

for (const language of ['en', 'ae'] as const) {
  it(`a name in the other direction is at the start of its line, ${language}`, async () => {
    await page.viewport(800, 600);
    await drawLight(
      <Stack>
        <bdi>{names[language]}</bdi>
        <Text as="bdi" clip>
          {`${names[language]} again`}
        </Text>
      </Stack>,
      language,
    );
    await expect.element(page.getByText(names[language], { exact: true })).toBeVisible();
    for (const name of document.querySelectorAll('bdi')) {
      const line = name.parentElement?.getBoundingClientRect();
      const { left, right } = name.getBoundingClientRect();
      expect(right - left).toBeLessThan(400);
      expect(language === 'ae' ? right : left).toBe(language === 'ae' ? line?.right : line?.left);
    }
  });
}
