import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Grid, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { BeforeAfter } from '../../../ui/table/BeforeAfter.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import {
  reschedulePreviewQuery,
  useRescheduleLoan,
  type NewTerms,
  type Preview,
  type RescheduleAnswer,
} from './reschedules.queries.ts';

export type RescheduledLoan = {
  readonly id: string;
  readonly reference: string;
  readonly businessDate: string;
};

type DrawerProps = {
  readonly loan: RescheduledLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/**
 * The id is created when the drawer opens and repeated on every retry; an empty term stays
 * unchanged.
 */
type Draft = {
  readonly id: string;
  readonly instalmentCount: number | null;
  readonly annualRatePercent: string | null;
  readonly firstDueOn: string | null;
  readonly reason: string;
};

/** New terms for the rest of a loan, with both schedules side by side while the user types. */
export function RescheduleDrawer({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const { form, preview } = useReschedule({ loan, opened, onClose });
  const { data } = preview;
  const isAsked = data?.needsApproval === true;
  const usual = data?.terms;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('title', { reference: loan.reference })}
      submitLabel={t(isAsked ? 'ask' : 'submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>
        {t('meaning')}
        {isAsked && <> {t('needsApproval')}</>}
      </p>
      <Grid min={10}>
        <CountField
          {...form.field('instalmentCount')}
          value={form.values.instalmentCount ?? usual?.instalmentCount ?? null}
          label={t('field.instalmentCount')}
          required
          focusFirst
        />
        <PercentField
          {...form.field('annualRatePercent')}
          value={form.values.annualRatePercent ?? usual?.annualRatePercent ?? null}
          label={t('field.annualRatePercent')}
          required
        />
        <DayField
          {...form.field('firstDueOn')}
          value={form.values.firstDueOn ?? usual?.firstDueOn ?? null}
          label={t('field.firstDueOn')}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
      </Grid>
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        required
      />
      <div aria-live="polite">
        {data && !preview.error && <Effect preview={data} />}
        {!data && !preview.error && <SkeletonLines lines={6} />}
        {preview.error && (
          <ErrorState
            title={failureSentence(preview.error)}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        )}
      </div>
      {data && !preview.error && <NewSchedule preview={data} />}
    </FormDrawer>
  );
}

function useReschedule({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const empty = (): Draft => ({
    id: uuidv7(),
    instalmentCount: null,
    annualRatePercent: null,
    firstDueOn: null,
    reason: '',
  });
  // The request names the balance that the user saw.
  const shown = useRef<Preview>(undefined);
  const form = useContractForm<Draft, NewTerms, RescheduleAnswer>({
    name: 'reschedule',
    empty,
    opened,
    draftName: `reschedule.${loan.id}`,
    contract: () =>
      import('@bursar/contracts/servicing/reschedules').then((it) => it.rescheduleLoan),
    messages: {
      instalmentCount: t('problem.instalmentCount'),
      annualRatePercent: t('problem.annualRatePercent'),
      firstDueOn: t('problem.firstDueOn'),
    },
    rules: ({ firstDueOn, reason }) => ({
      firstDueOn:
        firstDueOn !== null && firstDueOn <= loan.businessDate
          ? t('problem.firstDueOn')
          : undefined,
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ id, reason, ...typed }) => {
      if (shown.current === undefined) return null;
      const { terms, principalMinor } = shown.current;
      return {
        id,
        instalmentCount: typed.instalmentCount ?? terms.instalmentCount,
        annualRatePercent: typed.annualRatePercent ?? terms.annualRatePercent,
        firstDueOn: typed.firstDueOn ?? terms.firstDueOn,
        principalMinor,
        reason: reason.trim(),
      };
    },
    mutation: useRescheduleLoan(loan.id),
    onSent: ({ outcome }) => {
      notify.success(t(outcome === 'done' ? 'done' : 'asked', { reference: loan.reference }));
      onClose();
    },
    // The draft's id is used up by another request or a decision, so the next attempt needs a new
    // id.
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
    },
  });
  const { instalmentCount, annualRatePercent, firstDueOn } = form.values;
  const [asked] = useDebouncedValue(
    {
      ...(instalmentCount !== null && { instalmentCount }),
      ...(annualRatePercent !== null && { annualRatePercent }),
      ...(firstDueOn !== null && { firstDueOn }),
    },
    200,
  );
  const preview = useQuery({
    ...reschedulePreviewQuery(loan.id, asked),
    enabled: opened && !form.isBusy,
  });
  useEffect(() => {
    shown.current = preview.error ? undefined : preview.data;
  }, [preview.data, preview.error]);
  return { form, preview };
}

const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
  'balance_changed_since',
]);

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
