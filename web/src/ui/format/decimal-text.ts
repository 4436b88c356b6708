/**
 * Formats a plain decimal (`"-12480.225"`) with grouped thousands, a minus as wide as a digit and
 * halves rounded away from zero. British English and Arabic use the same digits and separators.
 * This replaces `Intl.NumberFormat`, whose first use in a browser takes 25 ms on a fast computer,
 * while every first page has figures. A test compares the results with `Intl`.
 */
export function formatDecimal(decimal: string, fractionDigits: number): string {
  const isNegative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? decimal.slice(1) : decimal).split('.');
  const kept = roundDigits(whole + fraction.padEnd(fractionDigits, '0'), {
    dropped: Math.max(0, fraction.length - fractionDigits),
  });
  const point = kept.length - fractionDigits;
  const grouped = kept.slice(0, point).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const written = fractionDigits === 0 ? grouped : `${grouped}.${kept.slice(point)}`;
  return isNegative ? `\u2212${written}` : written;
}

/** Formats a percentage; in Arabic its sign keeps its place after the figure. */
export function formatPercent(percent: string, fractionDigits: number, locale: string): string {
  const sign = locale.startsWith('ar') ? '\u200e%\u200e' : '%';
  return formatDecimal(percent, fractionDigits) + sign;
}

/**
 * Shortens a figure to three digits, for the axis of a chart: `1.5m`, `500k`. The largest unit is a
 * trillion.
 */
export function formatCompact(value: number, locale: string): string {
  const rounded = Number(Math.abs(value).toPrecision(3));
  const step = Math.min(4, Math.floor(Math.log10(Math.max(1, rounded)) / 3));
  const figure = Number((rounded / 1000 ** step).toPrecision(3));
  const unit = locale.startsWith('ar') ? arabicUnit(figure, step) : englishUnits[step];
  return `${value < 0 ? '\u2212' : ''}${figure}${unit}`;
}

const englishUnits = ['', 'k', 'm', 'bn', 'tn'];
const arabicUnits = ['', '\u00a0ألف', '\u00a0مليون', '\u00a0مليار', '\u00a0ترليون'];

/** Returns the unit after the figure: three to nine thousands have their own plural. */
function arabicUnit(figure: number, step: number): string {
  const isFew = Number.isInteger(figure) && figure >= 3 && figure <= 9;
  return isFew && step === 1 ? '\u00a0آلاف' : (arabicUnits[step] ?? '');
}

/** Drops the last digits and rounds half up. The remaining digits keep their leading zeros. */
function roundDigits(digits: string, { dropped }: { readonly dropped: number }): string {
  if (dropped === 0) return digits;
  const kept = digits.slice(0, -dropped);
  if ((digits[kept.length] ?? '0') < '5') return kept;
  return String(BigInt(kept) + 1n).padStart(kept.length, '0');
}
