import type { TFunction } from 'i18next';

/** What a fact is, as far as its looks go; its words stand under its key in the namespace `facts`. */
export type FactLook = {
  readonly kind: 'text' | 'count' | 'money' | 'rate' | 'day' | 'choice' | 'yes-no';
  readonly max?: number;
  readonly min?: number;
  /** Values that have words of their own. */
  readonly known?: readonly string[];
  readonly choices?: readonly string[];
  readonly unit?: 'years';
};

export type FactLookValue = string | number | boolean | null;

type Words = TFunction<'facts'> | TFunction<['loans', 'facts']>;

/** A text fact in the reader's words where it has some; any other is shown as it came. */
export function factWords(t: Words, name: string, look: FactLook, value: string): string {
  const known = (look.choices ?? look.known)?.find(
    (one) => one.toLowerCase() === value.toLowerCase(),
  );
  if (known) return t(`facts:value.${name}.${known}`);
  return look.known ? plainWords(value) : value;
}

/** `wedding_party` is `Wedding party`. */
export function plainWords(text: string): string {
  const words = text.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
