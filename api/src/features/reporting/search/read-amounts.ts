import { westernDigits } from '@bursar/contracts/western-digits';
import { currencyDecimals, parseDecimalToUnits } from '@bursar/loan-maths/money';

export type Amount = { readonly currency: string; readonly amountMinor: number };

/**
 * Returns the amounts that the typed digits can mean in these currencies. Points and commas can
 * each be a decimal mark or a thousands separator, so `1,250` has two interpretations in a currency
 * with three decimals, and the search tries both.
 */
export function readAmounts(typed: string, currencies: readonly string[]): readonly Amount[] {
  const decimals = readDecimals(typed);
  return currencies.flatMap((currency) => {
    const places = currencyDecimals(currency) ?? 2;
    return decimals.flatMap((decimal) => {
      const fraction = decimal.split('.')[1] ?? '';
      const parsed = parseDecimalToUnits(decimal, places);
      if (fraction.length > places || !parsed.ok || parsed.value.units === 0) return [];
      return [{ currency, amountMinor: parsed.value.units }];
    });
  });
}

const spellings = [
  { number: /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,3}))?$/, separator: ',' },
  { number: /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,3}))?$/, separator: '.' },
];

function readDecimals(typed: string): readonly string[] {
  const digits = westernDigits(typed.normalize('NFKC'))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll(/\p{Sc}|^\s*[A-Z]{3}(?=[\s\d])|(?<=[\s\d])[A-Z]{3}\s*$/gu, '')
    .trim()
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const read = spellings.flatMap(({ number, separator }) => {
    const [, whole, fraction] = number.exec(digits) ?? [];
    return whole === undefined
      ? []
      : [`${whole.replaceAll(separator, '')}${fraction === undefined ? '' : `.${fraction}`}`];
  });
  return [...new Set(read)];
}
