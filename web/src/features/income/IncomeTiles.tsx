import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import type { Income } from './income.queries.ts';
import { changeWords } from './income-words.ts';
import { totalOf } from './total-of.ts';

/** What came in over the whole range, all of it and by kind, beside the range before. */
export function IncomeTiles({ income }: { income: Income | undefined }) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const tile = (label: string, figureOf: (amounts: Income['total']) => number) => {
    if (!income) return <StatTile label={label} value="" loading />;
    const now = figureOf(income.total);
    const before = figureOf(income.previousTotal);
    return (
      <StatTile
        label={label}
        value={<Money amountMinor={now} currency={income.currency} withCurrency={false} />}
        note={changeWords({ now, before }, { format, t })}
      />
    );
  };
  return (
    <StatStrip label={t('totals')}>
      {tile(t('kind.total'), totalOf)}
      {tile(t('kind.interest'), (amounts) => amounts.interestMinor)}
      {tile(t('kind.fees'), (amounts) => amounts.feeMinor)}
      {tile(t('kind.penalties'), (amounts) => amounts.penaltyMinor)}
    </StatStrip>
  );
}
