import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import type { FieldProps } from './field.ts';
import { FigureField } from './FigureField.tsx';

type CountFieldProps = FieldProps & {
  /** Null while the field is empty or holds no whole number. */
  value: number | null;
  onChange: (count: number | null) => void;
};

/** A whole number, typed in the digits of the reader's language. */
export function CountField(props: CountFieldProps) {
  const { value } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <FigureField
      {...props}
      shown={value === null ? '' : format.count(value)}
      read={wholeNumber}
      wrong={t('form.notAWholeNumber')}
      keyboard="numeric"
    />
  );
}

function wholeNumber(plain: string | null): number | null {
  const count = plain === null ? Number.NaN : Number(plain);
  return Number.isSafeInteger(count) ? count : null;
}
