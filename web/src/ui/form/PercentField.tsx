import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import type { FieldProps } from './field.ts';
import { FigureField } from './FigureField.tsx';

type PercentFieldProps = FieldProps & {
  /** Per cent as a plain decimal (`"14.07"`), or null while the field holds none. */
  value: string | null;
  onChange: (percent: string | null) => void;
};

/**
 * A rate or a share in per cent, typed in the format of the reader's language and returned as a
 * plain decimal.
 */
export function PercentField(props: PercentFieldProps) {
  const { value } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  // Lists show two decimals. A value with more of them is shown in full, so that none is lost.
  const decimals = Math.max(2, value?.split('.')[1]?.length ?? 0);
  return (
    <FigureField
      {...props}
      shown={value === null ? '' : format.decimal(value, decimals)}
      read={(plain) => plain}
      wrong={t('form.notAPercentage')}
      unit="%"
      keyboard="decimal"
    />
  );
}
