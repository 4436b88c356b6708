import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../format/DayText.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Money } from '../format/Money.tsx';
import { Rate } from '../format/Rate.tsx';
import { fieldValueText, type FieldFormat, type FormattedValue } from './field-format.ts';

type FactTextProps = {
  readonly name: string;
  readonly fieldFormat: FieldFormat;
  readonly value: FormattedValue;
  /** The currency of an amount. */
  readonly currency: string;
  /** False if the column head names the currency. */
  readonly withCurrency?: boolean;
};

/** Shows the value of a fact in the format of its kind; shows nothing if the value is unknown. */
export function FactText(props: FactTextProps): ReactNode {
  const { name, fieldFormat, value, currency, withCurrency = true } = props;
  const { t } = useTranslation('facts');
  const format = useFormat();
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') {
    if (fieldFormat.kind === 'money') {
      return <Money amountMinor={value} currency={currency} withCurrency={withCurrency} />;
    }
    const figure = format.count(value);
    return fieldFormat.unit ? t(fieldFormat.unit, { count: value, figure }) : figure;
  }
  if (value === null || value === '') return null;
  if (fieldFormat.kind === 'rate') return <Rate percent={value} />;
  if (fieldFormat.kind === 'day') return <DayText day={value} />;
  return <bdi>{fieldValueText(t, name, fieldFormat, value)}</bdi>;
}
