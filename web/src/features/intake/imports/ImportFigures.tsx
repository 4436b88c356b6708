import type {
  ImportSummary,
  TapeArrears,
  TapeHolder,
  TapeImport,
} from '@bursar/contracts/intake/imports';
import { useTranslation } from 'react-i18next';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { FactLine } from '../../../ui/layout/FactLine.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack, Grid } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';

type ImportFiguresProps = { summary: ImportSummary; currency: string };

/** The file's totals, to compare with the figures of the loans' seller. */
export function ImportFigures({ summary, currency }: ImportFiguresProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  const bare = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const { loans, rows } = summary;
  return (
    <Stack as="section" gap={2} aria-label={t('figures.label')}>
      <StatStrip label={t('figures.main')}>
        <StatTile
          label={t('figures.loans')}
          value={<Count value={loans} />}
          note={t('figures.ofRows', { count: rows, rows: format.count(rows) })}
        />
        <StatTile
          label={t('figures.principal')}
          value={bare(summary.principalMinor)}
          note={currency}
        />
        <StatTile label={t('figures.balance')} value={bare(summary.balanceMinor)} note={currency} />
      </StatStrip>
      <Grid as="dl" gap={8} lines={0} min={22}>
        <FactLine ruled name={t('figures.principalPaid')}>
          {money(summary.principalPaidMinor)}
        </FactLine>
        <FactLine ruled name={t('figures.interestPaid')}>
          {money(summary.interestPaidMinor)}
        </FactLine>
        <FactLine ruled name={t('figures.lateFeesPaid')}>
          {money(summary.lateFeesPaidMinor)}
        </FactLine>
        <FactLine ruled name={t('figures.instalments')}>
          <Count value={summary.instalments} />
        </FactLine>
        <FactLine ruled name={t('figures.equalToTerms')}>
          {t('figures.loansOf', {
            count: loans,
            some: format.count(summary.instalmentsEqualToTerms),
            loans: format.count(loans),
          })}
        </FactLine>
        <FactLine ruled name={t('figures.closed')}>
          <Count value={summary.closedLoans} />
        </FactLine>
        <FactLine ruled name={t('figures.writtenOff')}>
          <Count value={summary.writtenOffLoans} />
        </FactLine>
        <FactLine ruled name={t('figures.lostPrincipal')}>
          {money(summary.writtenOffPrincipalMinor)}
        </FactLine>
      </Grid>
    </Stack>
  );
}

type Bucket = TapeArrears['buckets'][number];
type ImportArrearsProps = {
  arrears: TapeArrears;
  tape: Pick<TapeImport, 'currency' | 'cutOffOn'>;
};

/** The arrears once the loans are booked, next to those on the tape's cut-off day. */
export function ImportArrears({ arrears, tape }: ImportArrearsProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const day = tape.cutOffOn === null ? '' : format.day(tape.cutOffOn);
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={tape.currency} withCurrency={false} />
  );
  const columns: readonly FigureColumn<Bucket>[] = [
    {
      id: 'bucket',
      header: t('arrears.bucket'),
      cell: (row) => t(`arrears.buckets.${row.bucket}`),
    },
    {
      id: 'cut-off-loans',
      header: t('arrears.cutOffLoans', { day }),
      align: 'end',
      cell: ({ onCutOff }) => <Count value={onCutOff.loans} />,
    },
    {
      id: 'cut-off-balance',
      header: t('arrears.cutOffBalance', { day }),
      align: 'end',
      cell: ({ onCutOff }) => money(onCutOff.balanceMinor),
    },
    {
      id: 'today-loans',
      header: t('arrears.todayLoans'),
      align: 'end',
      cell: ({ today }) => <Count value={today.loans} />,
    },
    {
      id: 'today-balance',
      header: t('arrears.todayBalance'),
      align: 'end',
      cell: ({ today }) => money(today.balanceMinor),
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('arrears.title')}
      </Text>
      <Text tone="muted" size="table">
        {t('arrears.meaning')}
      </Text>
      <FigureTable
        label={t('arrears.title')}
        columns={columns}
        rows={arrears.buckets}
        rowId={({ bucket }) => bucket}
      />
    </Stack>
  );
}

type ImportHoldersProps = { holders: readonly TapeHolder[]; currency: string };

/** The teams and agents that receive the new loans, as a column of the tape names them. */
export function ImportHolders({ holders, currency }: ImportHoldersProps) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<TapeHolder>[] = [
    {
      id: 'holder',
      header: t('holders.holder'),
      cell: ({ kind, name, team }) => (
        <>
          {kind === null ? t('holders.unassigned') : <bdi>{name}</bdi>}
          {team !== null && (
            <Text tone="muted" size="table">
              <bdi>{team}</bdi>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'loans',
      header: t('holders.loans'),
      align: 'end',
      cell: ({ loans }) => <Count value={loans} />,
    },
    {
      id: 'balance',
      header: t('holders.balance'),
      align: 'end',
      cell: ({ balanceMinor }) => (
        <Money amountMinor={balanceMinor} currency={currency} withCurrency={false} />
      ),
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('holders.title')}
      </Text>
      <Text tone="muted" size="table">
        {t('holders.meaning')}
      </Text>
      <FigureTable
        label={t('holders.title')}
        columns={columns}
        rows={holders}
        rowId={({ kind, name, team }) => `${kind} ${team} ${name}`}
      />
    </Stack>
  );
}
