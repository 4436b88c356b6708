import type { TFunction } from 'i18next';

/** What a fact is, as far as its looks go; its words stand under its key in the namespace `facts`. */
export type FieldFormat = {
  readonly kind: 'text' | 'count' | 'money' | 'rate' | 'day' | 'choice' | 'yes-no';
  readonly max?: number;
  readonly min?: number;
  /** Values that have words of their own. */
  readonly known?: readonly string[];
  readonly choices?: readonly string[];
  readonly unit?: 'years';
};

export type FormattedValue = string | number | boolean | null;

type Translate = TFunction<'facts'> | TFunction<['loans', 'facts']>;

/** A text fact in the reader's words where it has some; any other is shown as it came. */
export function fieldValueText(
  t: Translate,
  name: string,
  fieldFormat: FieldFormat,
  value: string,
): string {
  const known = (fieldFormat.choices ?? fieldFormat.known)?.find(
    (one) => one.toLowerCase() === value.toLowerCase(),
  );
  if (known) return t(`facts:value.${name}.${known}`);
  return fieldFormat.known ? toSentence(value) : value;
}

/** `wedding_party` is `Wedding party`. */
export function toSentence(text: string): string {
  const words = text.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
