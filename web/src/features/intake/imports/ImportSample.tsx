import type { SampleLoan, TapeImport } from '@bursar/contracts/intake/imports';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TapeReadingForm } from './TapeReadingForm.tsx';
import { sampleQuery } from './imports.queries.ts';
import type { AgainProps } from './use-tape-upload.ts';

type ImportSampleProps = AgainProps & { tape: TapeImport };

/** A sample of what the dry run read, to check before booking. */
export function ImportSample({ tape, ...again }: ImportSampleProps) {
  const query = useQuery(sampleQuery(tape.id));
  if (query.error) {
    return (
      <ErrorState
        title={failureSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonLines lines={4} />;
  const { reading, readAs, loans } = query.data;
  return (
    <>
      {reading && (
        <TapeReadingForm key={tape.id} tape={tape} reading={reading} readAs={readAs} {...again} />
      )}
      {loans.length > 0 && <FirstLoans loans={loans} currency={tape.currency} />}
    </>
  );
}

type FirstLoansProps = { loans: readonly SampleLoan[]; currency: string };

function FirstLoans({ loans, currency }: FirstLoansProps) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<SampleLoan>[] = [
    { id: 'id', header: t('sample.externalId'), cell: (loan) => <bdi>{loan.externalId}</bdi> },
    {
      id: 'borrower',
      header: t('sample.borrower'),
      cell: (loan) => <bdi>{loan.borrowerName}</bdi>,
    },
    {
      id: 'principal',
      header: t('sample.principal', { currency }),
      align: 'end',
      cell: ({ principalMinor }) => (
        <Money amountMinor={principalMinor} currency={currency} withCurrency={false} />
      ),
    },
    {
      id: 'rate',
      header: t('sample.rate'),
      align: 'end',
      cell: (loan) => <Rate percent={loan.annualRatePercent} />,
    },
    {
      id: 'instalments',
      header: t('sample.instalments'),
      align: 'end',
      cell: (loan) => <Count value={loan.instalmentCount} />,
    },
    {
      id: 'frequency',
      header: t('sample.frequency'),
      cell: ({ every, unit }) => t(`sample.every.${unit}`, { count: every }),
    },
    {
      id: 'disbursed',
      header: t('sample.disbursed'),
      cell: (loan) => <DayText day={loan.disbursedOn} />,
    },
    {
      id: 'first-due',
      header: t('sample.firstDue'),
      cell: (loan) => <DayText day={loan.firstDueOn} />,
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('sample.title')}
      </Text>
      <Text tone="muted" size="table">
        {t('sample.meaning')}
      </Text>
      <FigureTable
        label={t('sample.title')}
        columns={columns}
        rows={loans}
        rowId={({ row }) => row}
      />
    </Stack>
  );
}
