import type { PriceField } from '@bursar/contracts/reporting/price-files.values';
import { currenciesInHeading } from '../../../platform/table-files/currency-signs.ts';
import { squashed } from '../../intake/imports/read/column-synonyms.ts';

/** Headings that mean one field in every price list. */
const headings: Readonly<Record<PriceField, string>> = {
  symbol:
    'symbol, ticker, ticker symbol, asset, asset symbol, coin, coin symbol, token, crypto, cryptocurrency, digital asset, instrument, security, kürzel, wertpapier, vermögenswert, kryptowährung, symbole, actif, jeton, cryptomonnaie, símbolo, activo, ativo, criptomoneda, criptomoeda, simbolo, attività, strumento, criptovaluta, symbool, activum, aktywo, kryptowaluta, walor, sembol, varlık, kripto para, الرمز, رمز الأصل, الأصل, العملة الرقمية, العملة المشفرة',
  price:
    'price, unit price, last, last price, close, close price, closing price, market price, spot price, quote, kurs, preis, schlusskurs, börsenkurs, marktpreis, stückpreis, prix, prix unitaire, cours, cours de clôture, precio, precio unitario, precio de cierre, cotización, preço, preço unitário, preço de fechamento, cotação, prezzo, prezzo unitario, prezzo di chiusura, quotazione, koers, prijs, slotkoers, cena, kurs zamknięcia, cena zamknięcia, fiyat, birim fiyat, kapanış fiyatı, bhav, السعر, سعر, سعر الوحدة, سعر الإغلاق',
  time: 'date, day, price date, pricing date, valuation date, quote date, date time, datetime, date and time, timestamp, time stamp, priced at, quote time, quoted at, last updated, updated at, as of, as at, as of date, unix, unix time, unix timestamp, datum, stichtag, kursdatum, zeitpunkt, zeitstempel, datum uhrzeit, datum und uhrzeit, date heure, date et heure, date du cours, date de cotation, horodatage, fecha, fecha hora, fecha y hora, fecha de cotización, data, data hora, data e hora, data da cotação, data ora, data e ora, data quotazione, datum tijd, datum en tijd, koersdatum, data i godzina, data notowania, tarih, tarih saat, tarih ve saat, fiyat tarihi, التاريخ, التاريخ والوقت, تاريخ السعر',
  clock:
    'time, time of day, price time, uhrzeit, zeit, heure, hora, ora, tijd, tijdstip, czas, godzina, saat, الوقت, الساعة',
  currency:
    'currency, ccy, price currency, quote currency, währung, devise, moneda, divisa, moeda, valuta, waluta, para birimi, döviz, العملة, عملة السعر',
  source:
    'source, price source, exchange, venue, market, provider, feed, quelle, kursquelle, börse, handelsplatz, source du prix, bourse, plateforme, fuente, bolsa, mercado, fonte, borsa, mercato, bron, beurs, źródło, giełda, kaynak, المصدر, مصدر السعر, البورصة',
};

const fieldByHeading: ReadonlyMap<string, PriceField> = new Map(
  // `Object.entries` loses the type; the keys of the table above are exactly the fields.
  (Object.entries(headings) as [PriceField, string][]).flatMap(([field, names]) =>
    names.split(',').map((name) => [squashed(name), field] as const),
  ),
);

/**
 * Returns the field of each column by its heading, in column order. A field that two headings name
 * is null for both, because a user must choose between them.
 */
export function fieldsByHeading(names: readonly string[]): readonly (PriceField | null)[] {
  const named = names.map(fieldOf);
  // Without a column "Date", the column "Time" contains the day.
  const fields = named.includes('time')
    ? named
    : named.map((field) => (field === 'clock' ? 'time' : field));
  return fields.map((field) =>
    field !== null && fields.indexOf(field) === fields.lastIndexOf(field) ? field : null,
  );
}

/** Returns the field of a heading; "Price (USD)" and "price_usd" mean the price. */
function fieldOf(name: string): PriceField | null {
  const field = fieldByHeading.get(squashed(name));
  if (field || currenciesInHeading(name) === null) return field ?? null;
  const bare = name
    .replaceAll(/[([{][^)\]}]*[)\]}]|\p{Sc}/gu, ' ')
    .replace(/(?:[\s_\-./:]+(?:in|en|em))?[\s_\-./:]+[a-z]{3}\s*$/iu, '');
  return (
    [bare, name.replaceAll(/[([{][^)\]}]*[)\]}]|\p{Sc}/gu, ' ')]
      .map((one) => fieldByHeading.get(squashed(one)))
      .find((one) => one === 'price') ?? null
  );
}
