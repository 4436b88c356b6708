import { currencyDecimals, formatMinor, minorUnits } from '@bursar/loan-maths/money';
import type { Formatters } from '../format/formatters.ts';
import type { ChartUnit } from './chart-data.ts';

/** A value in full, for tooltips and tables: `12,480.22 USD`. */
export function spellFigure(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'money') return format.amount(Math.round(value), unit.currency);
  if (unit.kind === 'percent') return format.percent(value, unit.fractionDigits ?? 1);
  return format.count(value);
}

/** A value as short as the axis needs it: `12.5K`. */
export function spellTick(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'percent') return format.percent(value, 0);
  if (unit.kind === 'count') return format.compact(value);
  return format.compact(value / 10 ** (currencyDecimals(unit.currency) ?? 2));
}

/** A value for a spreadsheet: a plain decimal without grouping. */
export function plainFigure(value: number, unit: ChartUnit): string {
  if (unit.kind !== 'money') return String(value);
  return formatMinor(minorUnits(Math.round(value), unit.currency), unit.currency);
}
