import { describe, expect, it } from 'vitest';
import { routeAdmits, routes } from '@bursar/contracts/routes';
import { roles } from '@bursar/contracts/roles';
import { readFileSync } from 'node:fs';
import { helpArticles, helpQuestions } from './help-articles.ts';

type HelpTexts = {
  readonly article: Readonly<Record<string, { readonly steps: string }>>;
  readonly question: Readonly<Record<string, unknown>>;
};

const textsIn = (language: string): HelpTexts =>
  // The file in the repository has this shape; a missing part fails below.
  JSON.parse(readFileSync(`web/public/locales/${language}/help.json`, 'utf8')) as HelpTexts;
const [english, arabic] = [textsIn('en'), textsIn('ae')];

describe('the help', () => {
  it('has texts for every article and question, and for no other', () => {
    for (const { article, question } of [english, arabic]) {
      expect(new Set(Object.keys(article))).toEqual(new Set(helpArticles.map(({ id }) => id)));
      expect(Object.keys(question).toSorted()).toEqual(
        helpQuestions.flatMap(({ ids }) => ids).toSorted(),
      );
    }
  });

  it('has the same number of steps in both languages', () => {
    const stepsOf = (texts: HelpTexts['article']) =>
      Object.entries(texts).map(([id, { steps }]) => [id, steps.split('\n').length]);
    expect(stepsOf(arabic.article)).toEqual(stepsOf(english.article));
  });

  it('links no role to a page that it cannot open', () => {
    const closed = helpArticles.flatMap(({ id, page }) =>
      roles.flatMap((role) => {
        const path = page[role];
        return path && !routeAdmits(routes[path].access, role) ? [`${id} as ${role}`] : [];
      }),
    );
    expect(closed).toEqual([]);
  });
});
