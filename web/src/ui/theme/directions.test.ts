import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

/** Returns the rules for one direction only, each with its declarations. */
function directedRules(css: string): readonly string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => /\[dir[\]=]|:dir\(/.test(selector))
    .map(([rule]) => rule);
}

const directed = files.flatMap((file) => directedRules(readFileSync(source + file, 'utf8')));

it('the style check finds each rule of one direction', () => {
  expect(directedRules("[dir='rtl'] a { color: red } b { color: red }")).toEqual([
    expect.stringContaining('[dir='),
  ]);
  // Checks that there are at least as many rules as files that mention a direction.
  const speaking = files.filter((file) =>
    /\[dir[\]=]|:dir\(/.test(readFileSync(source + file, 'utf8')),
  );
  expect(speaking.length).toBeGreaterThan(0);
  expect(directed.length).toBeGreaterThanOrEqual(speaking.length);
});

it('the styles mirror only through tokens that are no colours', () => {
  const tokens = directed.flatMap((rule) => [...rule.matchAll(/--[\w-]+:\s*([^;}]+)/g)]);
  expect(tokens.map(([, value]) => value?.trim())).not.toEqual([]);
  for (const [token, value] of tokens) expect(value?.trim(), token).toMatch(/^(left|right|-?1)$/);
});

// The check of all pages reads colours in one direction only, because they are the same in the
// other direction.
it('the styles set no colour in one direction only', () => {
  const coloured = directed.filter(
    (rule) =>
      /(^|[{;\s])(color|background|background-color|fill|opacity|filter)\s*:/.test(rule) &&
      // A gradient in the other direction has the same colours.
      !rule.includes('linear-gradient(to left'),
  );
  expect(coloured).toEqual([]);
});
