import type { TFunction } from 'i18next';

/**
 * The format in which a fact is displayed. The texts of the fact are under its name in the
 * namespace `facts`.
 */
export type FieldFormat = {
  readonly kind: 'text' | 'count' | 'money' | 'rate' | 'day' | 'choice' | 'yes-no';
  readonly max?: number;
  readonly min?: number;
  /** Values that have a translation. */
  readonly known?: readonly string[];
  readonly choices?: readonly string[];
  readonly unit?: 'years';
};

export type FormattedValue = string | number | boolean | null;

type Translate = TFunction<'facts'> | TFunction<['loans', 'facts']>;

/**
 * Returns the translation of a text fact. Without one, a value of a fact with known values becomes
 * a sentence, and any other value is returned unchanged.
 */
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

/** Turns `wedding_party` into `Wedding party`. */
export function toSentence(text: string): string {
  const spaced = text.replaceAll(/[_-]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
