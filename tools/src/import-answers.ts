import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { wholeFileValues, type WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import {
  tapeWords,
  UNASSIGNED,
  wordFields,
  wordKey,
  type TapeWords,
  type WordField,
} from '@bursar/contracts/intake/tape-words.values';

/**
 * The meaning of one word of the tape, as typed on the command line. A team or an agent is typed by
 * its name or an email address.
 */
export type GivenWord = {
  readonly field: WordField;
  readonly word: string;
  readonly meaning: string;
};

/**
 * Returns the meanings of words, or a message if an option is invalid. A word may itself contain a
 * colon or an equals sign.
 */
export function readWords(texts: readonly string[]): readonly GivenWord[] | string {
  const given: GivenWord[] = [];
  for (const text of texts) {
    const [, name = '', written = '', meaning] = /^([^:]*):(.+)=(.*)$/s.exec(text) ?? [];
    if (meaning === undefined) return `--word is "${text}"; expected FACT:WORD=MEANING.`;
    const field = wordFields.find((one) => one === name);
    if (!field) return `--word names "${name}"; expected one of ${wordFields.join(', ')}.`;
    const word = wordKey(written);
    if (given.some((one) => one.field === field && one.word === word)) {
      return `--word names ${field}:${written} twice.`;
    }
    const known = meaningsOf(field);
    if (known && !known.includes(meaning)) {
      return `--word is "${text}"; expected a meaning of ${known.join(', ')}.`;
    }
    given.push({ field, word, meaning });
  }
  return given;
}

/** Returns the meanings that a word can have; null if it can mean any team or agent. */
export function meaningsOf(field: WordField): readonly string[] | null {
  return field === 'team' || field === 'agent' ? null : tapeWords[field];
}

/**
 * Converts the given words to the form of an upload. Returns a message if a team or an agent is not
 * known.
 */
export function wordsToSend(
  given: readonly GivenWord[],
  holderNamed: (name: string) => string | null,
): TapeWords | string {
  const words: Partial<Record<WordField, Record<string, string>>> = {};
  for (const { field, word, meaning } of given) {
    const isHolder = meaningsOf(field) === null && meaning !== UNASSIGNED;
    const sent = isHolder ? holderNamed(meaning) : meaning;
    if (sent === null) {
      return `--word gives ${field}:${word} to "${meaning}", which is not the name or email address of one team or agent who can receive loans.`;
    }
    words[field] = { ...words[field], [word]: sent };
  }
  // `readWords` refused every meaning that its field does not have.
  return words as TapeWords;
}

/** Returns the values for all loans, or a message if an option is invalid. */
export function readForAll(texts: readonly string[]): WholeFileValues | string {
  const given = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const field = wholeFileFields.find((one) => one === name);
    if (!field || value === undefined) {
      return `--for-all is "${text}"; expected ${wholeFileFields.join('=, ')}= and a value.`;
    }
    if (given.has(field)) return `--for-all names ${field} twice.`;
    if (!wholeFileValues.safeParse({ [field]: value }).success) {
      return `--for-all is "${text}"; expected ${forAllExamples[field]}.`;
    }
    given.set(field, value);
  }
  return Object.fromEntries(given);
}

const forAllExamples: Record<keyof WholeFileValues, string> = {
  annualRate: 'a rate in percent for a year, such as annualRate=12.5',
  instalmentCount: 'a number, such as instalmentCount=12',
  frequency: `frequency= and one of ${tapeWords.frequency.join(', ')}`,
  disbursedOn: 'a day, such as disbursedOn=2026-03-31',
  firstDueOn: 'a day, such as firstDueOn=2026-04-30',
};

type Place = {
  readonly sheet: string | undefined;
  readonly row: string | undefined;
  readonly hasNoHeading: boolean;
};

/**
 * Returns the chosen table, or a message if the row is invalid. Returns null without options, so
 * that Bursar finds the table itself.
 */
export function readTablePlace({ sheet, row, hasNoHeading }: Place): TableChoice | null | string {
  if (row !== undefined && !/^[1-9]\d{0,6}$/.test(row)) {
    return `--table-row is "${row}"; expected the number of a row, such as 3.`;
  }
  const choice = {
    ...(sheet !== undefined && { sheet }),
    ...(row !== undefined && { row: Number(row) }),
    ...(hasNoHeading && { hasNoHeading: true as const }),
  };
  return Object.keys(choice).length > 0 ? choice : null;
}
