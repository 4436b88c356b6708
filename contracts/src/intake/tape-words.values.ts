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
  /** `left_empty` is for a language that Bursar does not support in documents. */
  language: [...borrowerFacts.language.choices, 'left_empty'],
} as const;
export type ListedWordField = keyof typeof tapeWords;
export type WordMeaning<Field extends ListedWordField = ListedWordField> =
  (typeof tapeWords)[Field][number];

/** Fields whose cells name a team or an agent who receives the loan when it is booked. */
export const holderFields = ['team', 'agent'] as const;
export type HolderField = (typeof holderFields)[number];

export type WordField = ListedWordField | HolderField;

// `Object.keys` returns strings, but the keys of the table are exactly the fields.
export const listedWordFields = Object.keys(tapeWords) as readonly ListedWordField[];
export const wordFields: readonly WordField[] = [...listedWordFields, ...holderFields];

/** The meaning of a word whose loans stay unassigned. */
export const UNASSIGNED = 'unassigned';

/** Returns the meaning of a word that names a team or an agent, such as `agent:` and the id. */
export function holderMeaning(kind: HolderField, id: string): string {
  return `${kind}:${id}`;
}

/** The meaning of each word of a tape, by field and by the key that `wordKey` returns. */
export type TapeWords = {
  readonly [Field in ListedWordField]?: { readonly [word: string]: WordMeaning<Field> };
} & { readonly [Field in HolderField]?: { readonly [word: string]: string } };

/**
 * Maximum number of different words in a column whose meanings a user can choose. In a column of
 * teams or agents, only unknown names count.
 */
export const TAPE_WORDS_MAX = 60;

/** Returns the form in which words are compared, regardless of case and spacing. */
export function wordKey(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
