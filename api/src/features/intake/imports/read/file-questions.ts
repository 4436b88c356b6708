import type { FileAnswers, FileQuestion } from '@bursar/contracts/intake/file-questions';
import { visibleForm } from '@bursar/contracts/visible-names';

/** Maximum number of sample values per question. */
const VALUES_SHOWN = 5;
const VALUE_MAX = 200;
const QUESTIONS_MAX = 20;

type Asked<Choice extends string> = {
  readonly key: string;
  readonly kind: FileQuestion['kind'];
  readonly column?: string;
  readonly word?: string;
  readonly values?: Iterable<string>;
  readonly choices: readonly Choice[];
  /** Returns the values as a choice would interpret them; omitted to show the values themselves. */
  readonly readings?: (choice: Choice, values: readonly string[]) => readonly string[];
};

/**
 * The questions that a file raises, and the answers sent with it. Reading continues after an open
 * question, so that the user gets all questions at once.
 */
export class FileQuestions {
  readonly #answers: FileAnswers;
  #recalled: FileAnswers = {};
  readonly #open = new Map<string, FileQuestion>();

  constructor(answers: FileAnswers) {
    this.#answers = answers;
  }

  get open(): FileQuestion[] {
    return [...this.#open.values()].slice(0, QUESTIONS_MAX);
  }

  /** Uses the answers to an earlier file of this layout. An answer sent with this file comes first. */
  recall(answers: FileAnswers): void {
    this.#recalled = answers;
  }

  /** Returns the choice sent with the file or made for its layout, or null. */
  answerTo<const Choice extends string>(key: string, choices: readonly Choice[]): Choice | null {
    const answers = { ...this.#recalled, ...this.#answers };
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    return choices.find((choice) => choice === answer) ?? null;
  }

  /** Returns the user's choice, or notes the question and returns null. */
  ask<const Choice extends string>(asked: Asked<Choice>): Choice | null {
    const { key, kind, column = '', word = '', choices, readings } = asked;
    const chosen = this.answerTo(key, choices);
    if (chosen !== null) return chosen;
    if (this.#open.has(key)) return null;
    const values = firstDifferent(asked.values ?? []);
    this.#open.set(key, {
      key,
      kind,
      column: shortened(column),
      word: shortened(word),
      values,
      choices: choices.map((choice) => ({
        choice,
        readings: readings ? readings(choice, values).map(shortened) : [],
      })),
    });
    return null;
  }
}

function firstDifferent(values: Iterable<string>): string[] {
  const first = new Set<string>();
  for (const value of values) {
    first.add(shortened(value));
    if (first.size === VALUES_SHOWN) break;
  }
  return [...first];
}

const shortened = (text: string): string => {
  const form = visibleForm(text);
  return form.length > VALUE_MAX ? `${form.slice(0, VALUE_MAX)}…` : form;
};
