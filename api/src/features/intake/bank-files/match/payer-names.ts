/** The plain spellings of a text, from the SQL function `name_forms`. */
export type NameForms = readonly string[];

/**
 * Maximum number of other words between the words of a name in a text, such as a title or an
 * initial.
 */
const WORDS_BETWEEN_MAX = 2;

/**
 * Returns whether a text contains all words of a name close together, in any order: `Mueller, Dr.
 * Hans` contains `Hans Müller`. One word alone is no proof, so a name of one word is not found.
 */
export function isNameIn(name: NameForms, text: NameForms): boolean {
  return name.some((one) => {
    const words = nameWords(one);
    return words.length > 1 && text.some((other) => holdsTogether(wordsIn(other), words));
  });
}

/**
 * Returns whether a text contains a name in another script, such as `Mohammed Haddad` and `محمد
 * حداد`.
 */
export function soundsLikeNameIn(name: NameForms, text: NameForms): boolean {
  return name.some((one) =>
    text.some((other) => {
      if (isArabic(one) === isArabic(other)) return false;
      const words = soundsOf(nameWords(one));
      return words.length > 1 && holdsTogether(soundsOf(wordsIn(other)), words);
    }),
  );
}

/**
 * Returns the consonants of each word, without the article: Arabic attaches it to its word, but
 * Latin spellings often write it separately.
 */
const soundsOf = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => word !== 'al' && word !== 'el')
    .map((word) => consonantsOf(word.replace(/^ال(?=\p{L}{3})/u, '')))
    .filter((sound) => sound !== '');

/** The words of a text, in order and for look-ups. */
export type TextWords = { readonly words: readonly string[]; readonly set: ReadonlySet<string> };

/** Returns whether a text has all these words close together, in any order. */
export const areWordsIn = (words: readonly string[], text: TextWords): boolean =>
  words.every((word) => text.set.has(word)) && holdsTogether(text.words, words);

/** Returns the words of a name, without initials. */
const nameWords = (text: string): readonly string[] => [
  ...new Set(wordsIn(text).filter(isLongWord)),
];

/** True if a word is long enough to be compared; an initial is not. */
export const isLongWord = (word: string): boolean => word.length > 1;
const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);
export const wordsIn = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

function holdsTogether(text: readonly string[], words: readonly string[]): boolean {
  if (!words.every((word) => text.includes(word))) return false;
  const size = words.length + WORDS_BETWEEN_MAX;
  const starts = Math.max(1, text.length - size + 1);
  return Array.from({ length: starts }, (_, from) => text.slice(from, from + size)).some((window) =>
    words.every((word) => window.includes(word)),
  );
}

/** Arabic consonants as Latin transliterations write them. */
const latinOf: Readonly<Record<string, string>> = {
  ب: 'b',
  ت: 't',
  ث: 't',
  ج: 'j',
  ح: 'h',
  خ: 'h',
  د: 'd',
  ذ: 'd',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 's',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  غ: 'j',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
};

/** Reduces a word to consonants that transliterations share: `mohammed` and `محمد` become `mhmd`. */
function consonantsOf(word: string): string {
  const latin = isArabic(word) ? word.replaceAll(/./gu, (letter) => latinOf[letter] ?? '') : word;
  return latin
    .replaceAll(/[sc]h/g, 's')
    .replaceAll(/kh/g, 'h')
    .replaceAll(/([tdg])h/g, '$1')
    .replaceAll('ph', 'f')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll('g', 'j')
    .replaceAll('v', 'f')
    .replaceAll(/[^bcdfhjklmnprstxz]/g, '')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/h$/, '');
}
