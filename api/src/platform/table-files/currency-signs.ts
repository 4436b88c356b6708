import { CURRENCY_CODES } from '@bursar/loan-maths/money';

/**
 * The currencies that each sign can mean. A sign used by several countries lists all of their
 * currencies.
 */
const signs: Readonly<Record<string, string>> = {
  $: 'USD AUD BBD BMD BND BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD SVC TOP TTD TWD UYU XCD ARS',
  us$: 'USD',
  a$: 'AUD',
  au$: 'AUD',
  ca$: 'CAD',
  c$: 'CAD NIO',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  mx$: 'MXN',
  nt$: 'TWD',
  r$: 'BRL',
  rd$: 'DOP',
  j$: 'JMD',
  '€': 'EUR',
  '£': 'GBP EGP FKP GIP LBP SDG SHP SSP SYP',
  'e£': 'EGP',
  le: 'EGP SLE',
  '¥': 'JPY CNY',
  'jp¥': 'JPY',
  'cn¥': 'CNY',
  元: 'CNY',
  円: 'JPY',
  '₹': 'INR',
  rs: 'INR PKR LKR NPR MUR SCR',
  '₨': 'INR PKR LKR NPR MUR SCR',
  '₽': 'RUB',
  руб: 'RUB',
  '₴': 'UAH',
  грн: 'UAH',
  '₺': 'TRY',
  tl: 'TRY',
  '₩': 'KRW KPW',
  '₪': 'ILS',
  '₫': 'VND',
  đ: 'VND',
  '฿': 'THB',
  '₱': 'PHP CUP',
  '₦': 'NGN',
  '₵': 'GHS',
  'gh₵': 'GHS',
  '₡': 'CRC',
  '₲': 'PYG',
  '₸': 'KZT',
  '₮': 'MNT',
  '₭': 'LAK',
  '₼': 'AZN',
  '₾': 'GEL',
  '֏': 'AMD',
  '៛': 'KHR',
  '৳': 'BDT',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  kr: 'SEK NOK DKK ISK',
  fr: 'CHF',
  sfr: 'CHF',
  ksh: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
  rp: 'IDR',
  rm: 'MYR',
  r: 'ZAR',
  lei: 'RON MDL',
  лв: 'KGS',
  fcfa: 'XOF XAF',
  cfa: 'XOF XAF',
  'f cfa': 'XOF XAF',
  '﷼': 'SAR IRR OMR QAR YER',
  '⃁': 'SAR',
  ریال: 'IRR',
  تومان: '',
  رس: 'SAR',
  ريال: 'SAR OMR QAR YER',
  درهم: 'AED MAD',
  دإ: 'AED',
  دك: 'KWD',
  دب: 'BHD',
  دا: 'IQD JOD',
  دع: 'IQD',
  دأ: 'JOD',
  دج: 'DZD',
  دت: 'TND',
  دل: 'LYD',
  دم: 'MAD',
  رع: 'OMR',
  رق: 'QAR',
  ري: 'YER',
  جم: 'EGP',
  لل: 'LBP',
  لس: 'SYP',
  جس: 'SDG',
  'us dollar': 'USD',
  'us dollars': 'USD',
  euro: 'EUR',
  euros: 'EUR',
};

const codes: ReadonlySet<string> = new Set(CURRENCY_CODES);
const codesOfSign: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(signs)
    .filter(([, meant]) => meant !== '')
    .map(([sign, meant]) => [sign, meant.split(' ')]),
);

/**
 * Returns the currencies that a sign or code next to an amount can mean: "€", "US$", "KES", "د.إ".
 * Empty if the text is no currency.
 */
export function currenciesMeant(text: string): readonly string[] {
  const plain = text.replaceAll(invisible, '').trim();
  const code = plain.toUpperCase();
  if (codes.has(code)) return [code];
  const sign = plain.toLowerCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim();
  // French writes "$US" and "£E" where English writes "US$" and "E£".
  const turned = sign.replace(/^(\p{Sc})(\p{L}{1,2})$/u, '$2$1');
  return codesOfSign.get(sign) ?? codesOfSign.get(turned) ?? [];
}

/**
 * Returns the currencies that a column heading states: "Betrag (€)", "Amount USD", "principal_kes";
 * null if none. A code must be in brackets, in capitals or the last word, because "all" and "top"
 * are codes too.
 */
export function currenciesInHeading(heading: string): readonly string[] | null {
  const bracketed = /[([{]\s*([^)\]}]{1,12})\s*[)\]}]/u.exec(heading)?.[1];
  const inBrackets = currenciesMeant(bracketed ?? '');
  if (inBrackets.length > 0) return inBrackets;
  const sign = /\p{L}{0,2}\p{Sc}/u.exec(heading)?.[0] ?? '';
  const signed = currenciesMeant(sign);
  if (signed.length > 0) return signed;
  const onlySign = currenciesMeant(/\p{Sc}/u.exec(sign)?.[0] ?? '');
  if (onlySign.length > 0) return onlySign;
  const words = heading.split(/[\s_\-./:,]+/).filter((word) => word !== '');
  if (words.length < 2) return null;
  const isAllCapitals = heading === heading.toUpperCase();
  const found = words.flatMap((word, index) => {
    const code = word.toUpperCase();
    if (!codes.has(code) || ambiguousCodes.has(code)) return [];
    const isCapitals = word === code && !isAllCapitals;
    const isAtEdge = index === 0 || index === words.length - 1;
    return isCapitals || isAtEdge ? [code] : [];
  });
  return found.length > 0 ? [...new Set(found)] : null;
}

/** Codes that are also words in headings. */
const ambiguousCodes: ReadonlySet<string> = new Set(['ALL', 'TOP', 'TRY', 'CUP', 'MAD', 'COP']);

/** Marks that only set the direction of writing. */
const invisible = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
