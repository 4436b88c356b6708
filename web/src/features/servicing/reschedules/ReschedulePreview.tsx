import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { BeforeAfter } from '../../../ui/table/BeforeAfter.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { Preview } from './reschedules.queries.ts';

/** The loan before and after new terms, and its new instalments. */
export function ReschedulePreview({ preview }: { readonly preview: UseQueryResult<Preview> }) {
  const { data, error } = preview;
  return (
    <>
      <div aria-live="polite">
        {data && !error && <Effect preview={data} />}
        {!data && !error && <SkeletonLines lines={6} />}
        {error && (
          <ErrorState
            title={failureSentence(error)}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        )}
      </div>
      {data && !error && <NewSchedule preview={data} />}
    </>
  );
}

/** Compares the loan before and after, by the figures that matter for the agreement. */
function Effect({ preview }: { preview: Preview }) {
  const { t } = useTranslation('reschedules');
  const format = useFormat();
  const { before, after, currency } = preview;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const day = (on: string | null) => (on === null ? '–' : <DayText day={on} />);
  type Side = Preview['before'];
  const fact = (id: FactName, show: (side: Side) => ReactNode) => ({
    id,
    label: t(`fact.${id}`),
    before: show(before),
    after: show(after),
  });
  const named = (amountMinor: number) => format.amount(amountMinor, currency);
  return (
    <Stack gap={3}>
      <BeforeAfter
        label={t('compare')}
        facts={[
          fact(
            'rate',
            ({ annualRatePercent: rate }) => `${format.decimal(rate, decimalsOf(rate))} %`,
          ),
          fact('instalments', ({ instalments }) => format.count(instalments)),
          fact('next', ({ nextMinor }) => money(nextMinor)),
          fact('nextDue', ({ nextDueOn }) => day(nextDueOn)),
          fact('last', ({ lastDueOn }) => day(lastDueOn)),
          fact('overdue', ({ overdueMinor }) => money(overdueMinor)),
          fact('interest', ({ interestMinor }) => money(interestMinor)),
          fact('total', ({ totalMinor }) => money(totalMinor)),
        ]}
      />
      <Text tone="muted" size="table">
        {t('spread', {
          principal: named(preview.principalMinor),
          overdue: named(preview.overduePrincipalMinor),
        })}{' '}
        {preview.unpaidInterestMinor > 0 &&
          t('carried', { interest: named(preview.unpaidInterestMinor) })}{' '}
        {preview.chargesStayMinor > 0 &&
          t('chargesStay', { charges: named(preview.chargesStayMinor) })}
      </Text>
    </Stack>
  );
}

type FactName =
  | 'rate'
  | 'instalments'
  | 'next'
  | 'nextDue'
  | 'last'
  | 'overdue'
  | 'interest'
  | 'total';

const decimalsOf = (percent: string): number => percent.split('.')[1]?.length ?? 0;

function NewSchedule({ preview: { instalments, currency } }: { preview: Preview }) {
  const { t } = useTranslation('reschedules');
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  type Row = Preview['instalments'][number];
  const hasCharges = instalments.some(({ chargesMinor }) => chargesMinor > 0);
  return (
    <FigureTable
      label={t('newSchedule')}
      columns={[
        { id: 'due', header: t('column.due'), cell: ({ dueOn }: Row) => <DayText day={dueOn} /> },
        {
          id: 'principal',
          header: t('column.principal'),
          cell: ({ principalMinor }) => money(principalMinor),
          align: 'end',
        },
        {
          id: 'interest',
          header: t('column.interest'),
          cell: ({ interestMinor }) => money(interestMinor),
          align: 'end',
        },
        ...(hasCharges
          ? [
              {
                id: 'charges',
                header: t('column.charges'),
                cell: ({ chargesMinor }: Row) => money(chargesMinor),
                align: 'end' as const,
              },
            ]
          : []),
        {
          id: 'total',
          header: t('column.total'),
          cell: ({ principalMinor, interestMinor, chargesMinor }) =>
            money(principalMinor + interestMinor + chargesMinor),
          align: 'end',
        },
      ]}
      rows={instalments}
      rowId={({ number }) => String(number)}
    />
  );
}
