import type { TFunction } from 'i18next';

/** Purposes as the usual tapes spell them; any other is shown as it came. */
const knownPurposes = [
  'car',
  'credit_card',
  'debt_consolidation',
  'home_improvement',
  'house',
  'major_purchase',
  'medical',
  'moving',
  'other',
  'renewable_energy',
  'small_business',
  'vacation',
] as const;

const knownMethods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const;

const knownHomes = ['MORTGAGE', 'RENT', 'OWN'] as const;

/** What a loan is for, in the reader's words. */
export function purposeText(t: TFunction<'loans'>, purpose: string): string {
  const known = knownPurposes.find((one) => one === purpose.toLowerCase());
  return known ? t(`purpose.${known}`) : plainWords(purpose);
}

/** How the borrower lives, in the reader's words. */
export function homeText(t: TFunction<'loans'>, home: string): string {
  const known = knownHomes.find((one) => one === home.toUpperCase());
  return known ? t(`home.${known}`) : plainWords(home);
}

/** How the instalments are made up, in the reader's words. */
export function scheduleMethodText(t: TFunction<'loans'>, method: string): string {
  const known = knownMethods.find((one) => one === method);
  return known ? t(`method.${known}`) : plainWords(method);
}

/** `wedding_party` is `Wedding party`. */
export function plainWords(text: string): string {
  const words = text.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
