import {
  holderFields,
  listedWordFields,
  tapeWords,
  wordFields,
  wordKey,
  type HolderField,
  type ListedWordField,
  type TapeWords,
  type WordField,
  type WordMeaning,
} from '@bursar/contracts/intake/tape-words.values';
import { findHolders, type Holders } from './tape-holders.ts';
import type { TapeInterval, TapeStatus } from './tape-loan.ts';
import type { TapeLayout } from './tape-layouts.ts';
import {
  frequencySuggestions,
  lendingClubWords,
  statusSuggestions,
  usualWords,
  type Suggestion,
} from './usual-words.ts';

/** Finds the meaning of the words of a tape. */
export type Words = {
  /** Returns null if neither the layout nor a user explains the word. */
  readonly meaningOf: (field: WordField, text: string) => string | null;
};

type Explained = {
  readonly layout: Pick<TapeLayout, 'name' | 'words'>;
  /** Whether a user chose the columns, which may then also use LendingClub's words. */
  readonly isChosen: boolean;
  readonly given: TapeWords;
  /** Words of an earlier tape with the same header. */
  readonly remembered: TapeWords;
  /** The teams and agents of the portfolio, for the columns that name one. */
  readonly holders?: Holders;
};

const noHolders = findHolders([]);

/**
 * Collects the meanings of the words of a tape. A user's explanation for this tape takes precedence
 * over one for an earlier tape, and both over the layout.
 */
export function knownWords(explained: Explained): Words {
  const { layout, isChosen, given, remembered, holders = noHolders } = explained;
  const explainedBy = (field: WordField) => [
    ...Object.entries<string>(remembered[field] ?? {}),
    ...Object.entries<string>(given[field] ?? {}),
  ];
  const listed = listedWordFields.map((field) => {
    return [field, [...wordsOfLayout(layout, field, isChosen), ...explainedBy(field)]] as const;
  });
  // A team or an agent of an earlier tape may no longer receive loans.
  const named = holderFields.map((field) => {
    const words = explainedBy(field).filter(([, meaning]) => holders.byMeaning(meaning));
    return [field, words] as const;
  });
  const known = new Map<WordField, ReadonlyMap<string, string>>(
    [...listed, ...named].map(([field, words]) => [field, new Map(words)]),
  );
  return {
    meaningOf: (field, text) =>
      known.get(field)?.get(wordKey(text)) ?? (isHolderField(field) ? holders.named(text) : null),
  };
}

export function isHolderField(field: string): field is HolderField {
  return holderFields.some((one) => one === field);
}

export function isWordField(field: string): field is WordField {
  return wordFields.some((one) => one === field);
}

/** Returns the meaning that most lenders give a word; null if there is none. */
export function suggestedMeaning(
  field: WordField,
  text: string,
  holders: Holders = noHolders,
): string | null {
  if (isHolderField(field)) return holders.suggested(text);
  const key = wordKey(text);
  return suggestions[field]?.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

const suggestions: { readonly [Field in ListedWordField]?: readonly Suggestion[] } = {
  status: statusSuggestions,
  frequency: frequencySuggestions,
};

function wordsOfLayout(
  layout: Explained['layout'],
  field: ListedWordField,
  isChosen: boolean,
): [string, string][] {
  const stated = [isChosen ? lendingClubWords : {}, layout.words, usualWords];
  // A layout states all of its own status words; another layout may use them differently.
  const names =
    field === 'status' ? [] : tapeWords[field].map((meaning) => [meaning, meaning] as const);
  const words = stated.flatMap((list) => Object.entries(list[field] ?? {}));
  return [...names, ...words].map(([word, meaning]) => [wordKey(word), meaning]);
}

/** The meanings of status words. */
export type StatedStatus = TapeStatus | 'current' | 'left_out';

export const statuses: ReadonlyMap<string, StatedStatus> = new Map(
  tapeWords.status.map((meaning): [string, WordMeaning<'status'>] => [meaning, meaning]),
);

export const monthly: TapeInterval = { every: 1, unit: 'months' };

const intervals: Record<WordMeaning<'frequency'>, TapeInterval> = {
  weekly: { every: 1, unit: 'weeks' },
  'two-weekly': { every: 2, unit: 'weeks' },
  'four-weekly': { every: 4, unit: 'weeks' },
  monthly,
  'two-monthly': { every: 2, unit: 'months' },
  quarterly: { every: 3, unit: 'months' },
  'half-yearly': { every: 6, unit: 'months' },
  yearly: { every: 12, unit: 'months' },
};

export const frequencies: ReadonlyMap<string, TapeInterval> = new Map(Object.entries(intervals));
