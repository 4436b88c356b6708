import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All source files of the web, except the list itself and tests. */
const sources = readdirSync(new URL('../../', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => /\.tsx?$/.test(file) && !/test\.tsx?$|product-icons/.test(file))
  .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

it('lists every icon that the product imports', async () => {
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g),
  ]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const icons = [...new Set(names.filter((name) => name.startsWith('Icon')))].toSorted();
  await expect(listOf(icons)).toMatchFileSnapshot('./product-icons.ts');
});

function listOf(icons: readonly string[]): string {
  const lines = icons.map((icon) => `  ${icon},\n`).join('');
  return `import {
${lines}} from '@tabler/icons-react';

/** All icons of the product. Generated from their imports: run \`product-icons.test.ts\` with \`-u\`. */
export const productIcons = {
${lines}};
`;
}
