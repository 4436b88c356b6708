import type { ColumnFormat } from '@bursar/contracts/intake/tape-reading';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  calendarVerdict,
  orderVerdict,
  type DateEvidence,
  type DateFormat,
} from '../../../../platform/table-files/date-format.ts';
import {
  formatVerdict,
  type NumberEvidence,
} from '../../../../platform/table-files/number-format.ts';
import { countFields, moneyFields, percentFields } from './number-fields.ts';
import type { ColumnProfiles } from './profile-columns.ts';
import type { TapeQuestions } from './tape-questions.ts';

/** Describes how the dates or numbers of a column are read, and why; null for other columns. */
export function columnFormat(
  field: TapeField,
  profiles: ColumnProfiles,
  { format }: TapeQuestions,
): ColumnFormat | null {
  const profile = profiles.get(field);
  if (!profile) return null;
  if (profile.dates) {
    if (profile.dates.dates === 0) return null;
    const read = dateFormat(profile.dates, format.dates.get(field));
    return format.chosenDates.has(field) ? { ...read, basis: 'chosen', proofs: 0 } : read;
  }
  const isNumber = [moneyFields, percentFields, countFields].some((fields) => fields.has(field));
  return isNumber ? numberFormat(profile.numbers, format.marks.get(field) ?? null) : null;
}

export function dateFormat(
  evidence: DateEvidence,
  format: DateFormat | null | undefined,
): ColumnFormat {
  const verdict = orderVerdict(evidence);
  const calendar = format?.calendar ?? null;
  const isCalendarOpen = calendarVerdict(evidence).kind === 'unproven' && calendar === null;
  const about = { kind: 'dates', as: format?.order ?? null, calendar, proofs: 0 } as const;
  if (verdict.kind === 'not-needed') {
    return { ...about, basis: isCalendarOpen ? 'open' : 'one-reading' };
  }
  if (verdict.kind === 'proved') return { ...about, basis: 'proved', proofs: verdict.proofs.count };
  if (verdict.kind === 'convention') return { ...about, basis: 'points' };
  return { ...about, basis: about.as === null ? 'open' : 'not-by-itself' };
}

export function numberFormat(evidence: NumberEvidence, as: ColumnFormat['as']): ColumnFormat {
  const verdict = formatVerdict(evidence);
  const about = { kind: 'numbers', as, calendar: null, proofs: 0 } as const;
  if (verdict.kind === 'not-needed') return { ...about, basis: 'one-reading' };
  if (verdict.kind === 'proved') return { ...about, basis: 'proved', proofs: verdict.proofs.count };
  return { ...about, basis: as === null ? 'open' : 'not-by-itself' };
}
