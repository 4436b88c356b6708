import type { TFunction } from 'i18next';
import { plainWords } from '../../ui/fact/fact-look.ts';

const knownMethods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const;

/** How the instalments are made up, in the reader's words. */
export function scheduleMethodText(t: TFunction<'loans'>, method: string): string {
  const known = knownMethods.find((one) => one === method);
  return known ? t(`method.${known}`) : plainWords(method);
}
