import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AllocationField } from '@bursar/loan-maths/allocated-amounts';
import type { Instalment } from '@bursar/contracts/servicing/loans';
import type { TFunction } from 'i18next';
import { InstalmentPicture } from '../loan-account/InstalmentPicture.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Money } from '../../../ui/format/Money.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn, type RowMark } from '../../../ui/table/FigureTable.tsx';
import { RowsFold } from '../../../ui/table/RowsFold.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { formerSchedulesQuery, type LoanDetails } from './loans.queries.ts';
import { paidOf, sumInstalments, totalOf } from './instalment-sums.ts';
import { countFoldedLater, countFoldedPaid } from './folded-instalments.ts';
import { useIsPhone, useMedia } from '../../../ui/state/use-media.ts';

/** The parts of a loan that its schedule needs. */
type ScheduledLoan = Pick<
  LoanDetails,
  'id' | 'status' | 'currency' | 'businessDate' | 'scheduleVersion' | 'instalments'
>;

/** The loan's current schedule or, if the address names one, an earlier version. */
export function LoanSchedule({ loan }: { readonly loan: ScheduledLoan }) {
  return loan.scheduleVersion === 1 ? <Schedule loan={loan} /> : <VersionedSchedule loan={loan} />;
}

function VersionedSchedule({ loan }: { readonly loan: ScheduledLoan }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(formerSchedulesQuery(loan.id));
  const inForce = String(loan.scheduleVersion);
  const former = data?.schedules ?? [];
  const shown = former.find(({ version }) => String(version) === search.get('version'));
  const show = (version: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (version === null || version === inForce) next.delete('version');
        else next.set('version', version);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const options = [
    {
      value: inForce,
      label: t('schedule.current', { version: format.count(loan.scheduleVersion) }),
    },
    ...former.map(({ version, endedBy }) => ({
      value: String(version),
      label: t('schedule.former', {
        version: format.count(version),
        day: format.instant(endedBy.madeAt, 'medium'),
        event: t(`schedule.endedBy.${endedBy.event}`),
      }),
    })),
  ];
  return (
    <Stack gap={6}>
      <SelectField
        id="schedule-version"
        label={t('schedule.version')}
        value={String(shown?.version ?? inForce)}
        onChange={show}
        options={options}
      />
      <Schedule loan={shown ? { ...loan, instalments: shown.instalments } : loan} />
    </Stack>
  );
}

/** A schedule as a picture and, below it, in figures. */
function Schedule({ loan }: { readonly loan: ScheduledLoan }) {
  const { t } = useTranslation('loans');
  const { instalments, businessDate, status } = loan;
  const pictured = useMemo(
    () =>
      instalments.map((instalment) => ({
        ...instalment,
        isLate: status === 'active' && instalment.state === 'overdue',
      })),
    [instalments, status],
  );
  return (
    <Stack gap={6}>
      <InstalmentPicture
        title={t('schedule.picture')}
        currency={loan.currency}
        instalments={pictured}
        dueBeforeToday={instalments.filter(({ dueOn }) => dueOn < businessDate).length}
      />
      <ScheduleTable loan={loan} />
    </Stack>
  );
}

/**
 * The instalments with their parts, payments and status. Those paid long ago and those far ahead
 * are folded, so that the table is about what is due; the totals are of all instalments, and a
 * printed page shows all rows.
 */
function ScheduleTable({ loan }: { readonly loan: ScheduledLoan }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const [showsPaid, setShowsPaid] = useState(false);
  const [showsLater, setShowsLater] = useState(false);
  const isPrinted = useMedia('print');
  const { instalments, currency } = loan;
  const isPhone = useIsPhone();
  const columns = useMemo(
    () => (isPhone ? narrowColumns(t, currency) : scheduleColumns(t, { instalments, currency })),
    [t, isPhone, instalments, currency],
  );
  const next = instalments.find(({ dueOn }) => dueOn >= loan.businessDate);
  const sums = sumInstalments(instalments);
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const paid = countFoldedPaid(instalments);
  const later = countFoldedLater(instalments);
  const first = showsPaid || isPrinted ? 0 : paid;
  const end = instalments.length - (showsLater || isPrinted ? 0 : later);
  const rows = instalments.slice(first, end);
  return (
    <FigureTable
      label={t('tab.schedule')}
      columns={columns}
      rows={rows}
      rowId={(instalment) => instalment.number}
      rowMark={(instalment) => markOf(instalment, next?.number)}
      folds={{
        above: paid > 0 && !isPrinted && (
          <RowsFold
            across={columns.length}
            isOpen={showsPaid}
            onToggle={() => setShowsPaid(!showsPaid)}
            label={
              showsPaid
                ? t('schedule.foldPaid')
                : t('schedule.showPaid', { count: paid, figure: format.count(paid) })
            }
          />
        ),
        below: later > 0 && !isPrinted && (
          <RowsFold
            across={columns.length}
            isOpen={showsLater}
            onToggle={() => setShowsLater(!showsLater)}
            label={
              showsLater
                ? t('schedule.foldLater')
                : t('schedule.showLater', { count: later, figure: format.count(later) })
            }
          />
        ),
      }}
      foot={{
        due: t(rows.length < instalments.length ? 'schedule.sumOfAll' : 'sum', { currency }),
        principalMinor: money(sums.principalMinor),
        interestMinor: money(sums.interestMinor),
        feeMinor: money(sums.feeMinor),
        penaltyMinor: money(sums.penaltyMinor),
        total: isPhone ? (
          <CellPair
            first={money(sums.totalMinor)}
            second={<PaidPart amountMinor={sums.paidMinor} currency={currency} />}
          />
        ) : (
          money(sums.totalMinor)
        ),
        paid: money(sums.paidMinor),
      }}
    />
  );
}

/** Fees and penalties have columns only if there are any. */
function scheduleColumns(
  t: TFunction<'loans'>,
  { instalments, currency }: Pick<LoanDetails, 'instalments' | 'currency'>,
): readonly FigureColumn<Instalment>[] {
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const occurring = (name: AllocationField) =>
    instalments.some((instalment) => instalment[name] > 0);
  const part = (name: AllocationField): FigureColumn<Instalment> => ({
    id: name,
    header: t(`schedule.${name}`),
    cell: (instalment) => amountOrDash(instalment[name], currency),
    align: 'end',
  });
  return [
    { id: 'number', header: t('schedule.number'), cell: ({ number }) => number },
    { id: 'due', header: t('schedule.due'), cell: (row) => dueOf(t, row) },
    part('principalMinor'),
    part('interestMinor'),
    ...(occurring('feeMinor') ? [part('feeMinor')] : []),
    ...(occurring('penaltyMinor') ? [part('penaltyMinor')] : []),
    {
      id: 'total',
      header: t('schedule.total'),
      cell: (instalment) => money(totalOf(instalment)),
      align: 'end',
    },
    {
      id: 'paid',
      header: t('schedule.paid'),
      cell: (instalment) => amountOrDash(paidOf(instalment), currency),
      align: 'end',
    },
    { id: 'state', header: t('schedule.state'), cell: ({ state }) => stateOf(t, state) },
  ];
}

/** Returns an amount, or a dash for zero, so that the other amounts are easy to see. */
function amountOrDash(amountMinor: number, currency: string): ReactNode {
  if (amountMinor !== 0) {
    return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
  }
  return (
    <Text as="span" tone="muted">
      –
    </Text>
  );
}

/**
 * On a phone, the status is shown below the day, and the paid part of a partly paid instalment
 * below the due amount.
 */
function narrowColumns(
  t: TFunction<'loans'>,
  currency: string,
): readonly FigureColumn<Instalment>[] {
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  return [
    { id: 'number', header: t('schedule.number'), cell: ({ number }) => number },
    {
      id: 'due',
      header: t('schedule.due'),
      wide: true,
      cell: ({ dueOn, state, isClaim }) => (
        <CellPair first={dueOf(t, { dueOn, isClaim })} second={stateOf(t, state)} />
      ),
    },
    {
      id: 'total',
      header: t('schedule.total'),
      align: 'end',
      cell: (instalment) => {
        const total = totalOf(instalment);
        const paid = paidOf(instalment);
        const isPartlyPaid = paid > 0 && paid !== total;
        return (
          <CellPair
            first={money(total)}
            second={isPartlyPaid && <PaidPart amountMinor={paid} currency={currency} />}
          />
        );
      },
    },
  ];
}

function PaidPart({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  return t('schedule.paidPart', { amount: isolated(format.amount(amountMinor, currency)) });
}

/**
 * Returns the due day. A row that claims back a refund has a label, because it is no instalment of
 * the schedule.
 */
function dueOf(
  t: TFunction<'loans'>,
  { dueOn, isClaim }: Pick<Instalment, 'dueOn' | 'isClaim'>,
): ReactNode {
  if (!isClaim) return <DayText day={dueOn} />;
  return (
    <>
      <DayText day={dueOn} /> · {t('schedule.claim')}
    </>
  );
}

function stateOf(t: TFunction<'loans'>, state: Instalment['state']): ReactNode {
  return <StatusBadge tone={tones[state]}>{t(`instalment.${state}`)}</StatusBadge>;
}

const tones: Record<Instalment['state'], StatusTone> = {
  paid: 'good',
  'partly-paid': 'soon',
  overdue: 'late',
  due: 'soon',
  upcoming: 'done',
};

function markOf(
  { state, number }: Instalment,
  nextNumber: number | undefined,
): RowMark | undefined {
  if (state === 'overdue') return 'late';
  if (number === nextNumber) return 'now';
  return state === 'paid' ? 'done' : undefined;
}
