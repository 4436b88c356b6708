import { currenciesInHeading, currenciesMeant } from './currency-signs.ts';

/** The codes and numbers of ISO 4217, with some that were withdrawn but still occur in files. */
const CODES_AND_NUMBERS =
  'AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 ' +
  'BGN975 BHD048 BIF108 BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 ' +
  'CAD124 CDF976 CHE947 CHF756 CHW948 CLF990 CLP152 CNY156 COP170 COU970 CRC188 CUC931 CUP192 ' +
  'CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 ' +
  'GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ' +
  'ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 ' +
  'KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 ' +
  'MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 ' +
  'NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 ' +
  'QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 ' +
  'SLL694 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 ' +
  'TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 USN997 UYI940 UYU858 UYW927 UZS860 VED926 ' +
  'VES928 VND704 VUV548 WST882 XAF950 XCD951 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWL932';

const codeOfNumber: ReadonlyMap<string, string> = new Map(
  CODES_AND_NUMBERS.split(' ').map((one) => [one.slice(3), one.slice(0, 3)]),
);
const isoCodes: ReadonlySet<string> = new Set(codeOfNumber.values());

/**
 * Codes that are also words, abbreviations or country codes, so that alone they prove no currency.
 */
const wordsThatAreCodes: ReadonlySet<string> = new Set(
  'ALL BAM BOB CHE CHW COP CUP GEL MAD NOK PEN RON SLE SOS TOP TRY'.split(' '),
);

/** Languages in which currencies are looked up by name. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'tr', 'ar', 'fa', 'ru', 'ja', 'zh'];

/** Currency names of one word that have no other meaning. */
const plainNames = /^(?:euro|dollar|dinar|dirham|riyal|rupee|peso|yen|yuan|shilling|naira)s?$/iu;

/**
 * Returns the currencies that a cell of a currency column can mean: "EUR", "€", "978", "Kuwaiti
 * dinar", "EUR - Euro". Empty if it is no currency.
 */
export function currenciesStated(text: string): readonly string[] {
  const plain = text.trim();
  const meant = currenciesMeant(plain);
  if (meant.length > 0) return meant;
  const code = codeOfNumber.get(plain) ?? plain.toUpperCase();
  if (isoCodes.has(code)) return [code];
  const named = currenciesNamed(plain);
  if (named.length > 0) return named;
  const parts = plain.split(/\s+[-–|/]\s+|\s*[()[\]:|]\s*/u).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > PARTS_MAX) return [];
  const [first = [], ...others] = parts.map((part) => currenciesStated(part));
  return first.filter((one) => others.every((other) => other.includes(one)));
}

/** Returns whether a cell is almost certainly a currency, whatever its heading. */
export function isPlainlyCurrency(text: string): boolean {
  const plain = text.trim();
  if (/^\p{L}{3}$/u.test(plain)) {
    const code = plain.toUpperCase();
    return (isoCodes.has(code) && !wordsThatAreCodes.has(code)) || plainNames.test(plain);
  }
  const isTelling = /\p{Sc}/u.test(plain) || /\p{L}.*\s.*\p{L}/u.test(plain);
  return (isTelling || plainNames.test(plain)) && currenciesStated(plain).length > 0;
}

/** Returns whether a text is a code that is also a word. */
export const isWordAndCode = (text: string): boolean =>
  wordsThatAreCodes.has(text.trim().toUpperCase());

/** Returns whether a heading or label announces a currency. */
export function announcesCurrency(heading: string): boolean {
  return currencyWords.test(heading);
}

const currencyWords =
  /currenc|curr(?!ent|ic)|ccy|(?<!\p{L})cur(?!\p{L})|w(?:ä|ae)hrung|devise|divisa|monnaie|moneda|moeda|valuta|waluta|para[ _]birimi|döviz|валют|通貨|通货|货币|貨幣|币种|幣別|통화|عملة|العمله|ارز|मुद्रा|mata[ _]uang|tiền tệ|สกุลเงิน|νόμισμα|měna|pénznem|מטבע/iu;

/** Returns the currencies of a heading, including those written as names: "Balance in euros". */
export function currenciesOfHeading(heading: string): readonly string[] | null {
  const [named] = namesIn(heading.split(/[\s_\-./:,()]+/u));
  return currenciesInHeading(heading) ?? named ?? null;
}

/** Returns the currencies of each code, sign and name in a title or note. */
export function currenciesInText(text: string): readonly (readonly string[])[] {
  const words = text.split(/[\s_\-–./:;,()[\]|]+/u).filter((word) => word !== '');
  const isAnnounced = announcesCurrency(text);
  const codes = words.filter(
    (word) =>
      /^[A-Z]{3}$/.test(word) && isoCodes.has(word) && (isAnnounced || !isWordAndCode(word)),
  );
  const signs = [...text.matchAll(/\p{L}{0,2}\p{Sc}/gu)].map(([sign]) => {
    const meant = currenciesMeant(sign);
    return meant.length > 0 ? meant : currenciesMeant(sign.slice(-1));
  });
  const stated = [...codes.map((code) => [code]), ...signs, ...namesIn(words)];
  return stated.filter((one) => one.length > 0);
}

function namesIn(words: readonly string[]): readonly (readonly string[])[] {
  return words.flatMap((word, at) => {
    const phrases = [2, 3, 4].map((length) => words.slice(at, at + length));
    const named = phrases.flatMap((phrase) =>
      phrase.length > 1 ? currenciesNamed(phrase.join(' ')) : [],
    );
    const isPartOfName = at > 0 && currenciesNamed(`${words[at - 1]} ${word}`).length > 0;
    if (named.length > 0) return [named];
    return plainNames.test(word) && !isPartOfName ? [currenciesNamed(word)] : [];
  });
}

let namesOnceRead: ReadonlyMap<string, readonly string[]> | null = null;

function currenciesNamed(text: string): readonly string[] {
  namesOnceRead ??= readNames();
  const key = nameKey(text);
  return namesOnceRead.get(key) ?? namesOnceRead.get(key.replace(/s$/u, '')) ?? [];
}

/** Maps full names in all languages, and English last words such as "dinar", to currencies. */
function readNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const note = (name: string, code: string) => {
    const key = nameKey(name);
    const codes = names.get(key);
    if (!codes) names.set(key, [code]);
    else if (!codes.includes(code)) codes.push(code);
  };
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'currency' });
    for (const code of isoCodes) {
      const name = display.of(code);
      if (name === undefined || name === code) continue;
      note(name, code);
      if (language === 'en') note(name.split(' ').at(-1) ?? name, code);
    }
  }
  return names;
}

const nameKey = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('.', '').replaceAll(/\s+/gu, ' ').trim();

const PARTS_MAX = 4;
