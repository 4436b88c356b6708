import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { LazyChart } from '../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { DefinedPanel } from '../../ui/page/DefinedPanel.tsx';
import type { AgeingBook } from './finance.queries.ts';

type ArrearsAgeingProps = { book: AgeingBook; businessDate: string; role: Role };

/** What is late, by how late its loan is; a bar leads to its loans where the role has a list of them. */
export function ArrearsAgeing({ book, businessDate, role }: ArrearsAgeingProps) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const navigate = useNavigate();
  const { buckets, currency } = book;
  const loans = buckets.reduce((sum, one) => sum + one.loans, 0);
  return (
    <DefinedPanel
      title={t('ageing.title')}
      note={t('ageing.loans', { count: loans, loans: format.count(loans) })}
      definition={t('ageing.definition')}
    >
      <LazyChart
        title={t('ageing.title')}
        categoryTitle={t('ageing.bucket')}
        data={{
          categories: buckets.map(({ bucket }) => ({ id: bucket, label: t(`bucket.${bucket}`) })),
          series: [
            {
              id: 'arrears',
              name: t('series.arrears'),
              kind: 'bar',
              tone: 4,
              values: buckets.map(({ arrearsMinor }) => arrearsMinor),
            },
          ],
          unit: { kind: 'money', currency },
        }}
        height={240}
        empty={<Text tone="muted">{t('ageing.none')}</Text>}
        {...(role !== 'admin' && {
          onSelect: (bucket: string) =>
            void navigate(
              `${paths.allLoans[role]}?${new URLSearchParams({ status: 'active', bucket }).toString()}`,
            ),
        })}
        fileName={`arrears-${currency}-${businessDate}`}
      />
    </DefinedPanel>
  );
}
