import { readFileSync } from 'node:fs';
import type { Fact } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { describe, expect, it } from 'vitest';

const facts = Object.entries<Fact>({ ...loanFacts, ...borrowerFacts });

describe.each(['en', 'ae'])('the texts of facts in %s', (language) => {
  const file = new URL(`../../../../public/locales/${language}/facts.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8'));

  it('name every fact and every known value', () => {
    const missing = facts.flatMap(([key, fact]) => {
      const known = 'known' in fact ? fact.known : 'choices' in fact ? fact.choices : undefined;
      const values = (known ?? []).filter((value) => !texts.value[key]?.[value]);
      return [...(texts[key] ? [] : [key]), ...values.map((value) => `${key}.${value}`)];
    });
    expect(missing).toEqual([]);
  });
});
