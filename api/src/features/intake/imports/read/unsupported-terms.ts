import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { readNumberAs } from '../../../../platform/table-files/number-format.ts';
import {
  errorFinding,
  storable,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { StatedStatus } from './known-words.ts';
import type { RatePeriod } from './rate-unit.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';

/** A column whose cells can show that tapes do not support a loan. */
export type TermColumn = {
  readonly index: number;
  readonly name: string;
  readonly kind:
    | 'method'
    | 'grace'
    | 'product'
    | 'written-off'
    | 'maturity'
    | 'frequency'
    | 'rate-period'
    | 'allowed'
    | 'zero-balance';
  /** The only values that importable loans have, in lower case. */
  readonly allowed?: readonly string[];
  /**
   * The position of a related column: a value that equals the value there is allowed, or an empty
   * cell is an error if the balance there is zero.
   */
  readonly other?: number | undefined;
};

/**
 * Finds the columns whose cells can show that tapes do not support a loan. Supported loans have
 * interest on the declining balance and equal instalments from the first one on.
 */
export function findTermColumns(
  { names, places, layout }: RecognisedColumns,
  forAll: WholeFileValues,
): readonly TermColumn[] {
  const used = new Set([...places.values()].map(({ index }) => index));
  if (layout.terms) return termsOfLayout({ names, layout, places });
  return names.flatMap((name, index): TermColumn[] => {
    if (used.has(index)) return [];
    const heading = plain(name);
    if (methodHeading.test(heading)) {
      return [{ index, name, kind: 'method', other: places.get('instalmentCount')?.index }];
    }
    if (maturityHeading.test(heading)) {
      // Known layouts have only monthly loans, and their end date can be that of a rescheduled
      // loan.
      return layout.signature ? [] : [{ index, name, kind: 'maturity' }];
    }
    if (writtenOffHeading.test(heading)) return [{ index, name, kind: 'written-off' }];
    if (ratePeriodHeading.test(heading)) return [{ index, name, kind: 'rate-period' }];
    if (frequencyHeading.test(heading)) {
      const isStated = places.has('frequency') || forAll.frequency !== undefined;
      return isStated ? [] : [{ index, name, kind: 'frequency' }];
    }
    if (productHeading.test(heading)) {
      return [{ index, name, kind: 'product' }];
    }
    return graceHeading.test(heading) ? [{ index, name, kind: 'grace' }] : [];
  });
}

/** Finds the columns of a layout that describes its terms in codes. */
function termsOfLayout({
  names,
  layout: { terms = [], zeroBalance },
  places,
}: Pick<RecognisedColumns, 'names' | 'layout' | 'places'>): readonly TermColumn[] {
  const at = (heading: string) => names.findIndex((name) => name.trim() === heading);
  const found = terms.flatMap(({ heading, allowed, sameAs }): TermColumn[] => {
    const index = at(heading);
    const values = allowed.map((value) => value.toLowerCase());
    const other = sameAs === undefined ? undefined : at(sameAs);
    return index < 0 ? [] : [{ index, name: heading, kind: 'allowed', allowed: values, other }];
  });
  const index = zeroBalance === undefined ? -1 : at(zeroBalance);
  const other = places.get('balance')?.index;
  if (index >= 0) found.push({ index, name: names[index] ?? '', kind: 'zero-balance', other });
  return found;
}

/**
 * Returns an error for each cell with loan terms that tapes do not support or that are not known.
 */
export function unsupportedTerms(
  { number: row, cells }: TapeRow,
  columns: readonly TermColumn[],
  { status, ratePeriod }: { status: StatedStatus | null; ratePeriod: RatePeriod },
): readonly NewFinding[] {
  return columns.flatMap(({ index, name, kind, allowed, other }) => {
    const value = storable((cells[index] ?? '').trim());
    const compared = storable((cells[other ?? -1] ?? '').trim());
    if (kind === 'allowed') {
      const isAllowed = (allowed ?? []).includes(value.toLowerCase()) || value === compared;
      const isEmpty = value === '' || /^nd\d/i.test(value);
      const code = isEmpty ? 'terms_not_known' : 'terms_not_supported';
      return isAllowed ? [] : [errorFinding(code, { row, column: name, value })];
    }
    if (kind === 'zero-balance') {
      const isOpen = value === '' && /^[0.]+$/.test(compared);
      return isOpen
        ? [errorFinding('balance_left_out', { row, column: name, value: compared })]
        : [];
    }
    // An amortisation over the whole term is the usual method.
    if (kind === 'method' && /^\d{1,3}$/.test(value) && value === compared) return [];
    if (kind === 'method' && /^(\p{L}{1,2}|\d{1,3})$/u.test(value)) {
      return [errorFinding('terms_not_known', { row, column: name, value })];
    }
    if (kind === 'maturity') return [];
    if (kind === 'frequency' || kind === 'rate-period') {
      const text = plain(value);
      const isMonthly = kind === 'rate-period' && ratePeriod !== 'month';
      const isYearly = kind === 'frequency' && yearWords.test(text);
      const isOpen = periodWords.test(text) || isYearly || (isMonthly && monthWords.test(text));
      return isOpen ? [errorFinding('period_not_used', { row, column: name, value })] : [];
    }
    if (kind === 'written-off') {
      const isWrittenOff = status !== 'written_off' && /[1-9١-٩۱-۹]/u.test(value);
      const about = { row, column: name, value };
      return isWrittenOff ? [errorFinding('written_off_without_status', about)] : [];
    }
    const words = kind === 'product' ? otherProduct : otherMethod;
    const isOther = kind === 'grace' ? isAboveZero(value) : words.test(plain(value));
    return isOther ? [errorFinding('terms_not_supported', { row, column: name, value })] : [];
  });
}

/** Returns whether a grace period or a balloon is agreed. */
function isAboveZero(value: string): boolean {
  if (/^(y|yes|true|ja|oui|s[ií]|sim|نعم)$/iu.test(value)) return true;
  const number = readNumberAs(value, 'point') ?? readNumberAs(value, 'comma');
  return number !== null && Number(number.decimal) > 0;
}

/** Writes a text in lower case with single spaces: "InterestType*" becomes "interest type". */
const plain = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const methodHeading =
  /(interest|rate) (basis|type|method|calculation|calc|accrual)|calculation method|amorti[sz]ation|repayment (type|method|structure|plan|schedule)|^(loan )?structure$|zinsart|zinsmethode|tilgungs?(art|form|plan|typ)|type d int[eé]r[eê]t|mode (de |d )?(remboursement|amortissement)|tipo de inter[eé]s|m[eé]todo de (c[aá]lculo|amortizaci[oó]n|inter[eé]s)|sistema de amortiza|tipo di (interesse|ammortamento)|طريقة (السداد|الفائدة|احتساب)|نوع (الفائدة|السداد)/u;
const graceHeading =
  /grace|balloon|schlussrate|restwert|residual value|valeur r[eé]siduelle|valor residual|maxirata|interest free|interest only|\bio (period|months|term|flag)|moratori|holiday|tilgungsfrei|diff[eé]r[eé]|carencia|فترة السماح/u;
const maturityHeading =
  /maturity|final due|last (due|instal+ment) (date|on)|laufzeitende|endfälligkeit|dernière échéance|último vencimiento|vencimiento final|vencimento final|ultima scadenza|vade sonu/u;
const writtenOffHeading =
  /writ(e|ten|eoff|tenoff) ?off|charged? ?off (amount|date|on)|abgeschrieben|ausgebucht|castigad|abandonn|pass[eé] en perte|مشطوب|معدوم/u;
const ratePeriodHeading = /(rate|interest) (period|charged|unit|frequency)|rate per$/u;
const frequencyHeading =
  /(repayment|payment|instal+ment|meeting|collection|term|tenor|tenure|loan).* (frequency|interval|unit|period|every)|^(frequency|interval)$|rhythmus|turnus|(instal+ment|repayment|payment|loan|collection) cycle|periodicid|périodicité|częstotliwo|sıklı|دورية/u;
/**
 * Periods other than a month or a year. They are errors as the period of a rate, and as a frequency
 * if the frequency of the loans is not known.
 */
const periodWords =
  /week|dail|\bdays?\b|fortnight|quarter|woche|wöchent|täglich|quartal|hebdo|seman|quincen|diari|trimes|viertelj|kwarta|bimest|bimens|tygod|hafta|(?<!\p{L})(weekl|wekelijks|driemaand)|settiman|üç ay|أسبوع|يوم|ربع/u;
/** Yearly and half-yearly: errors as a frequency, but usual as the period of a rate. */
const yearWords =
  /jährlich|halbj|annual|annuel|anual|annuale|yearl|every year|semest|jaarlijks|roczn|yıl|(?<!\p{L})سنوي/u;
const monthWords = /month|monat|mensua|mensal|شهر/u;
const productHeading =
  /product|produkt|produit|producto|produto|prodotto|منتج|(loan|facility) type|kreditart|^type$/u;
/**
 * The words "flat" and "daily" alone do not count: "flat" can mean a home, and "daily" a market.
 */
const otherProduct =
  /\b(interest only|bullet|balloon|flat rate|in fine|revolving|overdraft|credit line|line of credit)\b|endf[aä]llig|tilgungsfrei/u;
const otherMethod =
  /\b(flat|add ?on|straight line|interest only|bullet|balloon|plana|global|equal principal|linear|daily|same principal|fixed principal|lump sum|at (maturity|end)|single payment)\b|endf[aä]llig|tilgungsfrei|in fine|lin[eé]aire|forfaitaire|degressif|alem[aá]n|\bsac\b|ثابت|مقطوع/u;
