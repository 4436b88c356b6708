import type { ComparedLine, LoanName, OwingLoan } from './match-lines.store.ts';
import { nameWords } from './payer-names.ts';

/** More names than this with the same word and amount are compared only if they share two words. */
const RARE = 50;

/** A text of more words is compared only by its first words, so that one line cannot take seconds. */
const WORDS_MAX = 40;

/**
 * Indexes the names of the loans that have an amount due. Many loans may have the same amount due,
 * and many borrowers a common name, so only names that share a rare word or two words with a line
 * are compared with it.
 */
export function nameIndex(owing: readonly OwingLoan[], owners: readonly LoanName[]) {
  const byKey = new Map<string, LoanName[]>();
  const add = (key: string, name: LoanName) => {
    const others = byKey.get(key);
    if (others) others.push(name);
    else byKey.set(key, [name]);
  };
  const amountsOf = new Map(
    owing.map(({ loanId, currency, dueMinor, arrearsMinor }) => [
      loanId,
      [...new Set([dueMinor, arrearsMinor])].map((amount) => `${amount} ${currency}`),
    ]),
  );
  for (const name of owners) {
    for (const amount of amountsOf.get(name.loanId) ?? []) {
      for (const key of keysOf(name.forms)) add(`${amount} ${key}`, name);
    }
  }
  const amounts = new Set([...amountsOf.values()].flat());
  const find = (line: ComparedLine): readonly LoanName[] => {
    const amount = `${line.amountMinor} ${line.currency}`;
    if (!amounts.has(amount)) return [];
    const found = keysOf([...line.payerForms, ...line.textForms]).flatMap((key) => {
      const names = byKey.get(`${amount} ${key}`) ?? [];
      return names.length <= RARE || key.includes(' ') ? names : [];
    });
    return [...new Set(found)];
  };
  return { find };
}

/** Two words of a name are at most this far apart in a text that holds the name. */
const APART_MAX = 4;

/** Each word, and each two words that are near each other, in alphabetical order. */
function keysOf(forms: readonly string[]): readonly string[] {
  const keys = forms.flatMap((form) => {
    const words = nameWords(form).slice(0, WORDS_MAX);
    return words.flatMap((word, at) => [
      word,
      ...words.slice(at + 1, at + 1 + APART_MAX).map((other) => [word, other].toSorted().join(' ')),
    ]);
  });
  return [...new Set(keys)];
}
