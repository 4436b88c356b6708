import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

/** Rules of one direction alone, each with what it sets. */
function directedRules(css: string): readonly string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => /\[dir[\]=]|:dir\(/.test(selector))
    .map(([rule]) => rule);
}

const directed = files.flatMap((file) => directedRules(readFileSync(source + file, 'utf8')));

it('finds each rule of one direction', () => {
  expect(directedRules("[dir='rtl'] a { color: red } b { color: red }")).toEqual([
    expect.stringContaining('[dir='),
  ]);
  // Wherever a style file speaks of a direction, a rule was found.
  const speaking = files.filter((file) =>
    /\[dir[\]=]|:dir\(/.test(readFileSync(source + file, 'utf8')),
  );
  expect(speaking.length).toBeGreaterThan(0);
  expect(directed.length).toBeGreaterThanOrEqual(speaking.length);
});

it('mirrors by tokens that are no colours', () => {
  const tokens = directed.flatMap((rule) => [...rule.matchAll(/--[\w-]+:\s*([^;}]+)/g)]);
  expect(tokens.map(([, value]) => value?.trim())).not.toEqual([]);
  for (const [token, value] of tokens) expect(value?.trim(), token).toMatch(/^(left|right|-?1)$/);
});

// The walk over all pages reads colours in one direction only, since they are the same in the other.
it('no colour stands in one direction alone', () => {
  const coloured = directed.filter(
    (rule) =>
      /(^|[{;\s])(color|background|background-color|fill|opacity|filter)\s*:/.test(rule) &&
      // A gradient that runs the other way has the same colours.
      !rule.includes('linear-gradient(to left'),
  );
  expect(coloured).toEqual([]);
});
