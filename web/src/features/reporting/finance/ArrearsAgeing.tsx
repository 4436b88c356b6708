import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { bucketTone } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { CountedRowsDrawer } from './CountedRows.tsx';
import type { AgeingBook } from './finance.queries.ts';
import { openPlace, placeOf, type ChangeView, type FinanceView } from './use-finance-view.ts';

type ArrearsAgeingProps = {
  book: AgeingBook;
  businessDate: string;
  role: Role;
  view: FinanceView;
  onChange: ChangeView;
};

/**
 * Arrears by bucket. A bar links to its loans if the role has a loan list; otherwise it opens its
 * unpaid instalments.
 */
export function ArrearsAgeing(props: ArrearsAgeingProps) {
  const { book, businessDate, role, view, onChange } = props;
  const { t } = useTranslation('finance');
  const format = useFormat();
  const navigate = useNavigate();
  const { buckets, currency } = book;
  const loans = buckets.reduce((sum, one) => sum + one.loans, 0);
  const open = (bucket: string) => {
    if (role === 'admin') return onChange({ open: placeOf('late', currency, bucket), rows: null });
    const asked = new URLSearchParams({ status: 'active', bucket });
    return void navigate(`${paths.allLoans[role]}?${asked.toString()}`);
  };
  const opened = buckets.find(({ bucket }) => bucket === openPlace(view, 'late', currency));
  return (
    <ChartPanel
      title={t('ageing.title')}
      note={t('ageing.loans', { count: loans, loans: format.count(loans) })}
      definition={t('ageing.definition')}
    >
      <LazyChart
        shape={chartShapes.horizontal}
        title={t('ageing.title')}
        categoryTitle={t('ageing.bucket')}
        data={{
          categories: buckets.map(({ bucket }) => ({
            id: bucket,
            label: t(`bucket.${bucket}`),
            tone: bucketTone(bucket),
          })),
          series: [
            {
              id: 'arrears',
              name: t('series.arrears'),
              kind: 'bar',
              tone: 'bucket-1-30',
              values: buckets.map(({ arrearsMinor }) => arrearsMinor),
            },
          ],
          unit: { kind: 'money', currency },
        }}
        height={200}
        empty={<Text tone="muted">{t('ageing.none')}</Text>}
        onSelect={open}
        fileName={`arrears-${currency}-${businessDate}`}
      />
      <CountedRowsDrawer
        figure={
          opened
            ? {
                title: t('rows.lateOf', { bucket: t(`bucket.${opened.bucket}`) }),
                counted: [
                  {
                    kind: 'late',
                    behind: { currency, bucket: opened.bucket },
                    count: null,
                    amountMinor: opened.arrearsMinor,
                  },
                ],
              }
            : null
        }
        kind={null}
        onKind={() => undefined}
        onClose={() => onChange({ open: null })}
      />
    </ChartPanel>
  );
}
