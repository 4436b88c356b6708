import { searchForm } from '../../../ui/filters/search-text.ts';

type Person = { readonly id: string; readonly name: string };

/** The people whose `@name` stands in a text; of names that begin alike the longest counts. */
export function mentionsIn(text: string, people: readonly Person[]): readonly string[] {
  const mentioned = splitMentions(text, people).flatMap((part) => part.person?.id ?? []);
  return [...new Set(mentioned)];
}

type Part = { readonly text: string; readonly person: Person | null };

/** A text in its parts: plain words, and mentions with whom they mean. */
export function splitMentions(text: string, people: readonly Person[]): readonly Part[] {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length);
  const parts: Part[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const person =
      text[at] === '@' ? byLength.find(({ name }) => text.startsWith(name, at + 1)) : undefined;
    if (person) {
      if (plain !== '') parts.push({ text: plain, person: null });
      parts.push({ text: `@${person.name}`, person });
      plain = '';
      at += person.name.length + 1;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  return plain === '' ? parts : [...parts, { text: plain, person: null }];
}

export type OpenMention = {
  /** Where its @ stands. */
  readonly from: number;
  /** What of the name has been typed. */
  readonly words: string;
};

/** The mention being typed right before the caret, or null. */
export function findOpenMention(text: string, caret: number): OpenMention | null {
  const before = text.slice(0, caret);
  const match = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(before);
  const words = match?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, words };
}

/** Whose names have what was typed at the beginning of one of their words. */
export function matchingPeople<One extends Person>(
  people: readonly One[],
  words: string,
): readonly One[] {
  const wanted = searchForm(words);
  return people.filter(({ name }) => ` ${searchForm(name)}`.includes(` ${wanted}`));
}
