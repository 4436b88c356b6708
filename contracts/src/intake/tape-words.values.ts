import { borrowerFacts } from '../facts.ts';

/** Fields whose cells are words, with the meanings that a word can have. */
export const tapeWords = {
  /** `left_out` means that the row is not a loan to import, such as a cancelled one. */
  status: ['active', 'current', 'closed', 'written_off', 'left_out'],
  frequency: [
    'weekly',
    'two-weekly',
    'four-weekly',
    'monthly',
    'two-monthly',
    'quarterly',
    'half-yearly',
    'yearly',
  ],
  borrowerKind: borrowerFacts.borrowerKind.choices,
} as const;
export type WordField = keyof typeof tapeWords;
export type WordMeaning<Field extends WordField = WordField> = (typeof tapeWords)[Field][number];

// The keys of the table above are exactly its names.
export const wordFields = Object.keys(tapeWords) as readonly WordField[];

/** The meaning of each word of a tape, by field and by the word as `wordKey` writes it. */
export type TapeWords = {
  readonly [Field in WordField]?: { readonly [word: string]: WordMeaning<Field> };
};

/** Maximum different words of a column; a column with more of them does not hold words. */
export const TAPE_WORDS_MAX = 60;

/** Words are compared regardless of case and spacing. */
export function wordKey(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
