import { searchForm } from '../../../ui/filters/search-text.ts';

type Person = { readonly id: string; readonly name: string };

/**
 * Returns the people whose `@name` occurs in a text; if names start alike, the longest match
 * counts.
 */
export function mentionsIn(text: string, people: readonly Person[]): readonly string[] {
  const mentioned = splitMentions(text, people).flatMap((part) => part.person?.id ?? []);
  return [...new Set(mentioned)];
}

type Part = { readonly text: string; readonly person: Person | null };

/** Splits a text into plain parts and mentions with their person. */
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
  /** The position of the @. */
  readonly from: number;
  /** The part of the name that has been typed. */
  readonly typed: string;
};

/** Returns the mention being typed before the caret, or null. */
export function findOpenMention(text: string, caret: number): OpenMention | null {
  const before = text.slice(0, caret);
  const match = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(before);
  const typed = match?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

/** Returns the people who have a name part that starts with the typed text. */
export function matchingPeople<One extends Person>(
  people: readonly One[],
  typed: string,
): readonly One[] {
  const wanted = searchForm(typed);
  return people.filter(({ name }) => ` ${searchForm(name)}`.includes(` ${wanted}`));
}
