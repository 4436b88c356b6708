import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { errorFinding, type NewFinding } from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { moneyFields } from './number-fields.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeInterval } from './tape-loan.ts';

type Meaning = { readonly not: RegExp; readonly unless?: RegExp };

const withInterest: Meaning = {
  not: /interest|zins|int[eé]r[eê]ts?(?!\p{L})|inter[eé]s|juros|interessi|(?<!\p{L})rente(?!\p{L})|odset|faiz|فائد|فوائد/u,
  unless:
    /excl|without|before|less|ohne|hors|sans|(?<!\p{L})(sin|sem|ex)(?!\p{L})|senza|zonder|bez |hariç|بدون/u,
};
const overdue = /overdue|past due|arrear|überfällig|rückst[aä]nd|impay|vencid|atras|متأخر/u;

/** Words in a heading that contradict the field, even if a user chose the column. */
const contradicting: { readonly [Field in TapeField]?: readonly Meaning[] } = {
  principal: [
    withInterest,
    {
      not: /collateral|guarante|(?<!\p{L})limit(?!\p{L})|undrawn|payable|repayable|sicherheit|garant[ií]|teminat|ضمان/u,
    },
  ],
  balance: [
    withInterest,
    { not: overdue },
    {
      not: /opening|available|(?<!\p{L})(credit limit|undrawn|collateral|previous|prior)(?!\p{L})|anfangs|vorsaldo|verfügbar|saldo (inicial|iniziale|anterior)|solde (initial|pr[eé]c[eé]dent)|beginsaldo|açılış|افتتاحي/u,
    },
  ],
  principalPaid: [withInterest],
  annualRate: [
    {
      not: /week|dail|(?<!\p{L})days?(?!\p{L})|w[oö]che|t[aä]glich|pro tag|hebdo|par jour|seman|diari|quarter|quartal|trimes|haftalık|günlük|أسبوع|يومي/u,
    },
    {
      not: /flat|add[- ]?on|plana(?!\p{L})|forfait|effective|effekti|effectif|efecti|efetiv|effettiv|فعلي/u,
    },
  ],
  instalmentCount: [
    {
      not: /(?<!\p{L})(days?|tagen?|jours?|d[ií]as|dias|giorni|dagen|dni|gün|years?|yrs?|jahren?|ans|ann[ée]es|años?|anos?|anni|jaar|lat|yıl)(?!\p{L})|سنوات|سنة|يوم|أيام/u,
    },
    {
      not: /remain|left|open|restant|restlich|verbleib|pendient|rimanent|resterend|pozosta|kalan|متبقي|paid|bezahlt|pay[ée]|pagad|pagat/u,
    },
  ],
  disbursedOn: [
    { not: /applica|applied|antrag|demande|solicitud|maturit|(?<!\p{L})due|clos|birth/u },
    {
      not: /(?<!\p{L})last |letzte|derni[eè]r|[uú]ltim|laatste|ostatni|آخر|(?<!\p{L})as (of|at)(?!\p{L})|report(ing)? date|stichtag|charge[d -]*off|writ\p{L}*[ -]*off|default|vencimiento|vencimento|scadenza|échéance|fällig|vade tarihi|استحقاق/u,
      unless: /disburs|auszahl|d[eé]bloca|d[eé]caiss|desembols|eroga|uitbetal|wypłat|صرف/u,
    },
  ],
  firstDueOn: [
    {
      not: /next|matur|(?<!\p{L})(last|final|end)(?!\p{L})|expir|nächst|letzt|prochain|derni|pr[oó]xim|[uú]ltim|prossim|volgend|następn|sonraki|القادم|الأخير/u,
    },
  ],
};

/** Returns whether a heading names something other than the field. */
export function isAboutOther(field: TapeField, name: string): boolean {
  const heading = spaced(name);
  return (contradicting[field] ?? []).some(
    ({ not, unless }) => not.test(heading) && !(unless?.test(heading) ?? false),
  );
}

/**
 * Returns an error for each column whose heading names something other than its field, or says that
 * its amounts are in thousands or another multiple or fraction.
 */
export function contradictingHeadings({ places }: RecognisedColumns): readonly NewFinding[] {
  return [...places].flatMap(([field, { name }]) => {
    const isScaled = moneyFields.has(field) && scale.test(spaced(name));
    return [
      ...(isAboutOther(field, name)
        ? [errorFinding('heading_contradicts_field', { column: name, details: { field } })]
        : []),
      ...(isScaled ? [errorFinding('amounts_scaled', { column: name, value: name })] : []),
    ];
  });
}

/**
 * Returns an error if the column chosen as the principal paid has a heading such as "Total paid",
 * which names payments but not principal, and the file has no balance column to check it against.
 */
export function paidWithInterest(columns: RecognisedColumns): readonly NewFinding[] {
  const { places, placesByName } = columns;
  const place = places.get('principalPaid');
  const isByName = placesByName.get('principalPaid')?.index === place?.index;
  if (!place || isByName || places.has('balance')) return [];
  const heading = spaced(place.name);
  if (!anyPaid.test(heading) || principalWords.test(heading)) return [];
  const details = { field: 'principalPaid' };
  return [errorFinding('heading_contradicts_field', { column: place.name, details })];
}

const anyPaid =
  /paid|payment|received|collected|repaid|recover|bezahlt|gezahlt|zahlung|eingang|pay[ée]|vers[ée]|rembours|pagad|pago|cobrad|pagat|betaald|zapłac|spłac|öden|tahsil|مدفوع|مسدد|سداد/u;
export const principalWords =
  /princ|capital|kapital|tilg|hoofdsom|anapara|ana para|amorti|kapitał|أصل|(?<!\p{L})prncp/u;

/**
 * Returns an error for each cell above the header that says that all amounts are in thousands,
 * millions or another multiple.
 */
export function scaledRowsAbove(above: readonly TapeRow[]): readonly NewFinding[] {
  return above.flatMap(({ number: row, cells }) =>
    cells
      .filter((cell) => scaleOfAll.test(spaced(cell)))
      .map((cell) => errorFinding('amounts_scaled', { row, value: cell.trim() })),
  );
}

/** Returns the unit that a heading such as "Term (months)" counts in; null if it states none. */
export function unitOfTermHeading(name: string): TapeInterval['unit'] | null {
  const heading = spaced(name);
  if (weekWords.test(heading)) return 'weeks';
  return monthWords.test(heading) ? 'months' : null;
}

const weekWords = /week|wochen|semaines|semanas|settimane|weken|tygodni|hafta|أسابيع|أسبوع/u;
const monthWords =
  /month|monat|(?<!\p{L})(mois|mes(es)?|m[eê]s|mesi|ay|mths?)(?!\p{L})|mensualit|maand|miesi|شهر|شهور/u;

const multiples =
  'thousands?|lakhs?|lacs?|crores?|millions?|tausend|tsd|millionen|milliers|miles|mil|milhares|milhões|millones|migliaia|milioni|duizenden|tysiącach|tys';
const fractions =
  'cents?|centimes?|céntimos|centavos|centesimi|centen|groszy|grosze|kuruş|paise|paisa|fils|halalas?|minor( units?)?';
const scale = new RegExp(
  `(?<!\\p{L})(${multiples}|${fractions}|teur|t€|k€)(?!\\p{L})|['’‘]000|\\(000s?\\)|بالآلاف|بالملايين`,
  'u',
);
/** A title can name a lender such as "Million Savers", so a multiple alone says nothing. */
const scaleOfAll = new RegExp(
  `(?<!\\p{L})(in|en|em|w)\\s+(\\p{L}+\\.?\\s+|[$€£₹]\\s*)?(${multiples})(?!\\p{L})|['’‘]000|(?<!\\p{L})(teur|t€|k€)(?!\\p{L})|\\p{Sc}\\s*(${multiples})(?!\\p{L})|بالآلاف|بالملايين`,
  'u',
);

/**
 * Writes a heading in lower case with single spaces, also between the words of "termMonths" and
 * "term_months".
 */
export const spaced = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim();
