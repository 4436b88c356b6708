import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { Text } from '../layout/Text.tsx';

/** The format by which a column's dates or numbers are read, as the server sends it. */
type ColumnFormat = {
  readonly kind: 'dates' | 'numbers';
  readonly as: 'day-first' | 'month-first' | 'year-first' | 'point' | 'comma' | null;
  readonly calendar: 'hijri' | 'persian' | null;
  readonly basis:
    | 'proved'
    | 'not-by-itself'
    | 'points'
    | 'one-reading'
    | 'open'
    | 'chosen'
    | 'year-above'
    | 'year-answered';
  readonly proofs: number;
};

/** Says how the dates or numbers of a column are read, and why. */
export function FileColumnFormat({ format }: { readonly format: ColumnFormat }) {
  const { t } = useTranslation('ui');
  const { count } = useFormat();
  const { kind, as, basis, proofs, calendar } = format;
  const values = {
    format: as === null ? '' : t(`fileColumns.format.as.${as}`),
    count: proofs,
    rows: count(proofs),
  };
  return (
    <Text size="table" tone="muted">
      {t(`fileColumns.format.${kind}.${basis}`, values)}
      {calendar !== null && ` ${t(`fileColumns.format.calendar.${calendar}`)}`}
    </Text>
  );
}
