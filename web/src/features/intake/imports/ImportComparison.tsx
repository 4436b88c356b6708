import type { TapeImport } from '@bursar/contracts/intake/imports';
import type { ComparedKind, ComparedLoan } from '@bursar/contracts/intake/tape-comparison';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { fieldText } from './TapeColumns.tsx';
import { comparedQuery } from './imports.queries.ts';
import classes from './Imports.module.css';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type Comparison = NonNullable<NonNullable<TapeImport['summary']>['comparison']>;
type ImportComparisonProps = { tape: TapeImport; comparison: Comparison };

const kinds: readonly ComparedKind[] = ['changed', 'new', 'missing', 'same'];

/**
 * Compares a newer tape with the stored loans and shows, loan by loan, what booking the tape
 * changes.
 */
export function ImportComparison({ tape, comparison }: ImportComparisonProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [kind, setKind] = useState(kinds.find((one) => comparison[one] > 0) ?? 'changed');
  return (
    <Stack as="section" gap={3} aria-labelledby="import-comparison">
      <Text as="h3" size="body" weight="strong" id="import-comparison">
        {t('compared.title')}
      </Text>
      <Text tone="muted" size="table">
        {comparison.payments > 0
          ? t('compared.paid', {
              count: comparison.payments,
              payments: format.count(comparison.payments),
              amount: format.amount(comparison.paidMinor, tape.currency),
            })
          : t('compared.nothingPaid')}
      </Text>
      <SegmentedChoice
        label={t('compared.show')}
        choices={kinds.map((one) => ({
          value: one,
          label: t('findings.counted', {
            word: t(`compared.kinds.${one}`),
            figure: format.count(comparison[one]),
          }),
        }))}
        chosen={kind}
        onChoose={setKind}
      />
      <Text tone="muted" size="table">
        {t(`compared.meaning.${kind}`)}
      </Text>
      {comparison[kind] > 0 && <ComparedLoans key={kind} tape={tape} kind={kind} />}
    </Stack>
  );
}

function ComparedLoans({ tape, kind }: { tape: TapeImport; kind: ComparedKind }) {
  const { t } = useTranslation('imports');
  const query = useInfiniteQuery(comparedQuery(tape.id, kind));
  const columns = useColumns(kind, tape.currency);
  if (query.error) {
    return (
      <ErrorState
        title={failureSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const loans = query.data?.pages.flatMap((page) => page.loans);
  if (!loans) return <SkeletonLines lines={4} />;
  return (
    <>
      <FigureTable
        label={t(`compared.kinds.${kind}`)}
        columns={columns}
        rows={loans}
        rowId={(loan) => loan.row ?? loan.externalId}
      />
      <MoreRows shown={loans.length} pages={query} />
    </>
  );
}

function useColumns(kind: ComparedKind, currency: string): readonly FigureColumn<ComparedLoan>[] {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const loan: FigureColumn<ComparedLoan> = {
    id: 'loan',
    header: t('compared.loan'),
    cell: (one) => <ComparedName loan={one} />,
  };
  const row: FigureColumn<ComparedLoan> = {
    id: 'row',
    header: t('findings.row'),
    align: 'end',
    cell: (one) => (one.row === null ? '–' : <Count value={one.row} />),
  };
  if (kind === 'missing') return [loan];
  if (kind !== 'changed') return [loan, row];
  if (isPhone) {
    const stacked = {
      ...loan,
      wide: true,
      cell: (one: ComparedLoan) => <Stacked loan={one} currency={currency} />,
    };
    return [stacked];
  }
  return [
    loan,
    {
      id: 'paid',
      header: t('compared.paidSince', { currency }),
      align: 'end',
      cell: (one) => <Paid loan={one} currency={currency} />,
    },
    {
      id: 'changes',
      header: t('compared.changes'),
      wide: true,
      cell: (one) => <Changes loan={one} currency={currency} />,
    },
    row,
  ];
}

type ComparedProps = { loan: ComparedLoan; currency: string };

/** On narrow screens all values of a loan are under its name. */
function Stacked({ loan, currency }: ComparedProps) {
  return (
    <>
      <ComparedName loan={loan} />
      <Paid loan={loan} currency={currency} />
      <Changes loan={loan} currency={currency} />
    </>
  );
}

function Paid({ loan: { payment }, currency }: ComparedProps) {
  return (
    payment && (
      <>
        <Money amountMinor={payment.amountMinor} currency={currency} withCurrency={false} />
        <Text tone="muted" size="table">
          <DayText day={payment.valueDate} />
        </Text>
      </>
    )
  );
}

function ComparedName({ loan: { loanId, reference, externalId } }: { loan: ComparedLoan }) {
  if (loanId === null) return <bdi>{externalId}</bdi>;
  return (
    <>
      <Link to={paths.loanDetails(loanId)}>
        <bdi>{reference}</bdi>
      </Link>
      <Text tone="muted" size="table">
        <bdi>{externalId}</bdi>
      </Text>
    </>
  );
}

function Changes({ loan, currency }: ComparedProps) {
  const { t } = useTranslation(['imports', 'facts']);
  const format = useFormat();
  const { payment, changes } = loan;
  return (
    <Stack as="ul" gap={0} className={classes.changes}>
      {payment && (
        <Text as="li" tone="muted" size="table">
          {t(payment.penaltyMinor > 0 ? 'compared.splitWithPenalty' : 'compared.split', {
            principal: format.amount(payment.principalMinor, currency),
            interest: format.amount(payment.interestMinor, currency),
            penalty: format.amount(payment.penaltyMinor, currency),
          })}
        </Text>
      )}
      {payment !== null && payment.chargedMoreMinor !== 0 && (
        <Text as="li" tone="muted" size="table">
          {t(payment.chargedMoreMinor > 0 ? 'compared.chargedMore' : 'compared.chargedLess', {
            amount: format.amount(Math.abs(payment.chargedMoreMinor), currency),
          })}
        </Text>
      )}
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {fieldText(t, field)}: {from !== null && <del dir={directionOf(field)}>{from}</del>}{' '}
          <ins dir={directionOf(field)}>{to}</ins>
        </li>
      ))}
    </Stack>
  );
}

/**
 * Phone numbers and email addresses are left-to-right, whatever the direction of the text around
 * them.
 */
function directionOf(field: ComparedLoan['changes'][number]['field']): 'ltr' | 'auto' {
  return field === 'phone' || field === 'email' ? 'ltr' : 'auto';
}
