import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { percentOf } from '../../../lib/percent.ts';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { ArrearsMeter, bucketColour } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import type { Book } from './dashboard.queries.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type ArrearsSpreadProps = { book: Book; role: Role };

/** The outstanding principal by days past due: a bar and, below it, the figures of each bucket. */
export function ArrearsSpread({ book, role }: ArrearsSpreadProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { buckets, currency, outstandingMinor, outstandingOver30Minor } = book;
  const columns = useColumns(book, role);
  const over30 = percentOf(outstandingOver30Minor, outstandingMinor);
  return (
    <Panel title={t('arrears.title')} note={t('arrears.note')}>
      <Stack gap={3}>
        <Row align="baseline" gap={2} lines={0}>
          <Text as="span" size="figure" weight="medium" tabular>
            {over30 === null ? '–' : <Rate percent={over30} fractionDigits={1} />}
          </Text>
          <Text as="span" size="table" tone="muted" tabular>
            {t('arrears.par30', { amount: format.money(outstandingOver30Minor, currency) })}
          </Text>
        </Row>
        <ShareBar
          parts={buckets.map(({ bucket, outstandingMinor: share }) => ({
            id: bucket,
            share,
            color: bucketColour(bucket),
          }))}
        />
        <FigureTable
          label={t('arrears.titleIn', { currency })}
          columns={columns}
          rows={buckets}
          rowId={({ bucket }) => bucket}
          rowMark={({ loans }) => (loans === 0 ? 'done' : undefined)}
        />
      </Stack>
    </Panel>
  );
}

function useColumns({ currency, outstandingMinor }: Book, role: Role) {
  const { t } = useTranslation('dashboard');
  const isPhone = useIsPhone();
  const columns: readonly FigureColumn<Book['buckets'][number]>[] = [
    {
      id: 'bucket',
      header: t('arrears.bucket'),
      cell: ({ bucket, loans }) => <BucketName bucket={bucket} isEmpty={loans === 0} role={role} />,
    },
    {
      id: 'loans',
      header: t('arrears.loans'),
      align: 'end',
      cell: ({ loans }) => <Count value={loans} />,
    },
    {
      id: 'outstanding',
      header: t('arrears.outstanding'),
      align: 'end',
      cell: (row) => (
        <Money amountMinor={row.outstandingMinor} currency={currency} withCurrency={false} />
      ),
    },
    {
      id: 'share',
      header: t('arrears.share'),
      align: 'end',
      cell: (row) => (
        <Rate
          percent={percentOf(row.outstandingMinor, outstandingMinor) ?? '0'}
          fractionDigits={1}
          isAboveZero={row.outstandingMinor > 0}
        />
      ),
    },
  ];
  // The bar above shows the shares already, and a phone has no space for them.
  return isPhone ? columns.filter(({ id }) => id !== 'share') : columns;
}

type BucketNameProps = { bucket: ArrearsBucket; isEmpty: boolean; role: Role };

/**
 * A bucket's name, linked to its loans if the role has a loan list. The meter of a bucket without
 * loans is grey.
 */
function BucketName({ bucket, isEmpty, role }: BucketNameProps) {
  const { t } = useTranslation('dashboard');
  const name = (
    <Row as="span" gap={2} wrap={false}>
      <ArrearsMeter bucket={isEmpty ? 'current' : bucket} />
      {t(`arrears.days.${bucket}`)}
    </Row>
  );
  if (role === 'admin') return name;
  const filter = new URLSearchParams({ status: 'active', bucket });
  return (
    <TextLink quiet plain to={`${paths.allLoans[role]}?${filter.toString()}`}>
      {name}
    </TextLink>
  );
}
