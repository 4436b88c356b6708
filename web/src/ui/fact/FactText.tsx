import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../format/DayText.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Money } from '../format/Money.tsx';
import { Rate } from '../format/Rate.tsx';
import { factWords, type FactLook, type FactLookValue } from './fact-look.ts';

type FactTextProps = {
  readonly name: string;
  readonly look: FactLook;
  readonly value: FactLookValue;
  /** Of an amount. */
  readonly currency: string;
  /** False where the currency stands in the head of a list. */
  readonly withCurrency?: boolean;
};

/** The value of a fact, each kind in its own form; nothing where it is not known. */
export function FactText(props: FactTextProps): ReactNode {
  const { name, look, value, currency, withCurrency = true } = props;
  const { t } = useTranslation('facts');
  const format = useFormat();
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') {
    if (look.kind === 'money') {
      return <Money amountMinor={value} currency={currency} withCurrency={withCurrency} />;
    }
    const figure = format.count(value);
    return look.unit ? t(look.unit, { count: value, figure }) : figure;
  }
  if (value === null || value === '') return null;
  if (look.kind === 'rate') return <Rate percent={value} />;
  if (look.kind === 'day') return <DayText day={value} />;
  return <bdi>{factWords(t, name, look, value)}</bdi>;
}
