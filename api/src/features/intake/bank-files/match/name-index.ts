import { yieldingToEventLoop } from '../../imports/yield-to-event-loop.ts';
import type { ComparedLine, LoanName, OwingLoan } from './match-lines.store.ts';
import { areWordsIn, isLongWord, wordsIn, type TextWords } from './payer-names.ts';

/**
 * Maximum number of names with one amount and one shared word that are compared with a line. If
 * there are more, only names that share two words with the line are compared.
 */
const RARE = 50;

/** Maximum number of words compared per text, so that one line cannot take seconds. */
const WORDS_MAX = 40;

/** A name and the words of each of its forms, split once because a name is compared many times. */
export type IndexedName = LoanName & { readonly words: readonly (readonly string[])[] };

/** The words of a line's payer and text. */
export type LineWords = {
  readonly payer: readonly TextWords[];
  readonly text: readonly TextWords[];
};

export const wordsOfLine = ({ payerForms, textForms }: ComparedLine): LineWords => ({
  payer: payerForms.map(textWords),
  text: textForms.map(textWords),
});

function textWords(text: string): TextWords {
  const words = wordsIn(text);
  return { words, set: new Set(words) };
}

/**
 * Returns whether the payer or the text of a line has the name. Some banks write the payer into the
 * text.
 */
export const isNamedBy = ({ words }: IndexedName, { payer, text }: LineWords): boolean =>
  words.some(
    (name) =>
      name.length > 1 &&
      (payer.some((one) => areWordsIn(name, one)) || text.some((one) => areWordsIn(name, one))),
  );

/**
 * Indexes the names of the loans that have an amount due. Many loans may have the same amount due,
 * and many borrowers a common name, so only names that share a rare word or two words with a line
 * are compared with it.
 */
export async function nameIndex(owing: readonly OwingLoan[], owners: readonly LoanName[]) {
  const byAmount = new Map<string, NamesByKey>();
  const amountsOf = new Map<string, readonly string[]>();
  for await (const { loanId, currency, dueMinor, arrearsMinor } of yieldingToEventLoop(owing)) {
    const amounts = [...new Set([dueMinor, arrearsMinor])];
    amountsOf.set(
      loanId,
      amounts.map((amount) => `${amount} ${currency}`),
    );
  }
  for await (const owner of yieldingToEventLoop(owners)) {
    const words = owner.forms.map(longWords);
    const name = { ...owner, words };
    const keys = keysOf(words);
    for (const amount of amountsOf.get(owner.loanId) ?? []) {
      const byKey = byAmount.get(amount) ?? namesByKey();
      byAmount.set(amount, byKey);
      for (const key of keys) byKey.add(key, name);
    }
  }
  /** Finds the names to compare with a line. Those that share the rarest words come first. */
  const find = (
    { amountMinor, currency }: ComparedLine,
    { payer, text }: LineWords,
  ): readonly IndexedName[] => {
    const byKey = byAmount.get(`${amountMinor} ${currency}`);
    if (!byKey) return [];
    const forms = [...payer, ...text].map(({ words }) => [...new Set(words.filter(isLongWord))]);
    const lists = keysOf(forms).flatMap((key) => {
      const names = byKey.get(key);
      return names && (names.length <= RARE || key.includes(' ')) ? [names] : [];
    });
    return [...new Set(lists.toSorted((one, other) => one.length - other.length).flat())];
  };
  return { find };
}

type NamesByKey = ReturnType<typeof namesByKey>;

/**
 * Groups names by key, with one map per first word of the keys. A single map of all keys would hold
 * up all requests each time it grows.
 */
function namesByKey() {
  const byWord = new Map<string, Map<string, IndexedName[]>>();
  const firstWord = (key: string) => key.split(' ', 1)[0] ?? '';
  const add = (key: string, name: IndexedName) => {
    const word = firstWord(key);
    const byKey = byWord.get(word) ?? new Map<string, IndexedName[]>();
    byWord.set(word, byKey);
    const others = byKey.get(key);
    if (others) others.push(name);
    else byKey.set(key, [name]);
  };
  const get = (key: string): readonly IndexedName[] | undefined =>
    byWord.get(firstWord(key))?.get(key);
  return { add, get };
}

const longWords = (form: string): readonly string[] => [
  ...new Set(wordsIn(form).filter(isLongWord)),
];

/**
 * Maximum distance between the two words of a pair. In a text that contains a name, at least two of
 * the name's words are this close.
 */
const APART_MAX = 4;

/**
 * Returns each word, and each pair of words near each other; a pair has its two words in
 * alphabetical order.
 */
function keysOf(forms: readonly (readonly string[])[]): readonly string[] {
  const keys = new Set<string>();
  for (const form of forms) {
    const words = form.slice(0, WORDS_MAX);
    words.forEach((word, at) => {
      keys.add(word);
      for (const other of words.slice(at + 1, at + 1 + APART_MAX)) {
        keys.add(word < other ? `${word} ${other}` : `${other} ${word}`);
      }
    });
  }
  return [...keys];
}
