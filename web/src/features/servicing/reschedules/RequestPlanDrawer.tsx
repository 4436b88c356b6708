import {
  planKinds,
  type AgreementChannel,
  type PlanKind,
} from '@bursar/contracts/servicing/reschedules.values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { endsDraft, type RescheduledLoan } from './RescheduleDrawer.tsx';
import { AgreedByField, ReasonField } from '../loan-account/AgreementFields.tsx';
import { ReschedulePreview } from './ReschedulePreview.tsx';
import {
  planPreviewQuery,
  useRequestPlan,
  type AskedTerms,
  type NewPlan,
  type Preview,
  type RescheduleAnswer,
} from './reschedules.queries.ts';

type DrawerProps = {
  readonly loan: RescheduledLoan & { readonly currency: string };
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Term = keyof AskedTerms;

/** The terms that each plan changes; the others stay unchanged. */
const termsOf: Readonly<Record<PlanKind, readonly Term[]>> = {
  'payment-holiday': ['firstDueOn'],
  'longer-term': ['instalmentCount'],
  'lower-instalment': ['instalmentAtMostMinor'],
  other: ['instalmentCount', 'annualRatePercent', 'firstDueOn'],
};

type Draft = {
  readonly id: string;
  readonly plan: PlanKind;
  readonly instalmentCount: number | null;
  readonly annualRatePercent: string | null;
  readonly firstDueOn: string | null;
  readonly instalmentAtMostMinor: number | null;
  readonly agreedBy: AgreementChannel | null;
  readonly reason: string;
};

/** A plan for a borrower in difficulty, with its effect, for a second person to decide. */
export function RequestPlanDrawer({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const { form, preview, dialog } = usePlan({ loan, opened, onClose });
  const usual = preview.data?.terms;
  const { plan } = form.values;
  const shows = (term: Term) => termsOf[plan].includes(term);
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('plan.title', { reference: loan.reference })}
      submitLabel={t('ask')}
      {...dialog}
      draftOnClose={form.isBusy ? undefined : dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>{t('plan.meaning')}</p>
      <ChoiceField
        {...form.field('plan')}
        label={t('plan.field.plan')}
        choices={planKinds.map((value) => ({ value, label: t(`plan.kind.${value}`) }))}
        focusFirst
      />
      <Grid min={10}>
        {shows('instalmentCount') && (
          <CountField
            {...form.field('instalmentCount')}
            value={form.values.instalmentCount ?? usual?.instalmentCount ?? null}
            label={t('field.instalmentCount')}
            required
          />
        )}
        {shows('instalmentAtMostMinor') && (
          <MoneyField
            {...form.field('instalmentAtMostMinor')}
            label={t('plan.field.instalmentAtMostMinor')}
            currency={loan.currency}
            required
          />
        )}
        {shows('annualRatePercent') && (
          <PercentField
            {...form.field('annualRatePercent')}
            value={form.values.annualRatePercent ?? usual?.annualRatePercent ?? null}
            label={t('field.annualRatePercent')}
            required
          />
        )}
        {shows('firstDueOn') && (
          <DayField
            {...form.field('firstDueOn')}
            value={form.values.firstDueOn ?? usual?.firstDueOn ?? null}
            label={t('plan.field.firstDueOn')}
            today={loan.businessDate}
            earliest={loan.businessDate}
            required
          />
        )}
        <AgreedByField {...form.field('agreedBy')} />
      </Grid>
      <ReasonField {...form.field('reason')} />
      <ReschedulePreview preview={preview} />
    </FormDrawer>
  );
}

function usePlan({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const empty = (): Draft => ({
    id: uuidv7(),
    plan: 'payment-holiday',
    instalmentCount: null,
    annualRatePercent: null,
    firstDueOn: null,
    instalmentAtMostMinor: null,
    agreedBy: null,
    reason: '',
  });
  // The request names the terms and the balance that the user saw.
  const shown = useRef<Preview>(undefined);
  const form = useContractForm<Draft, NewPlan, RescheduleAnswer>({
    name: 'plan',
    empty,
    opened,
    draftName: `plan.${loan.id}`,
    contract: () => import('@bursar/contracts/servicing/reschedules').then((it) => it.requestPlan),
    messages: {
      instalmentCount: t('problem.instalmentCount'),
      annualRatePercent: t('problem.annualRatePercent'),
      firstDueOn: t('problem.firstDueOn'),
    },
    rules: ({ plan, firstDueOn, instalmentAtMostMinor, agreedBy, reason }) => ({
      firstDueOn:
        firstDueOn !== null && firstDueOn <= loan.businessDate
          ? t('problem.firstDueOn')
          : undefined,
      instalmentAtMostMinor:
        plan === 'lower-instalment' && instalmentAtMostMinor === null
          ? t('plan.problem.instalmentAtMostMinor')
          : undefined,
      agreedBy: agreedBy === null ? t('plan.problem.agreedBy') : undefined,
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ id, plan, agreedBy, reason }) => {
      if (shown.current === undefined || agreedBy === null) return null;
      const { terms, principalMinor } = shown.current;
      return { id, plan, agreedBy, ...terms, principalMinor, reason: reason.trim() };
    },
    mutation: useRequestPlan(loan.id),
    announce: () => notify.success(t('asked', { reference: loan.reference })),
    onSent: onClose,
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
    },
  });
  const typed = askedTerms(form.values);
  const asked = useSettledValue(typed, { of: loan.id, afterMs: 200 });
  const preview = useQuery({
    ...planPreviewQuery(loan.id, asked),
    enabled: opened && !form.isBusy,
  });
  const isCurrent = isSame(asked, typed) && !preview.isPlaceholderData && preview.isSuccess;
  useEffect(() => {
    shown.current = isCurrent ? preview.data : undefined;
  }, [preview.data, isCurrent]);
  const client = useQueryClient();
  const [isPreviewing, setPreviewing] = useState(false);
  const previewFirst = async () => {
    setPreviewing(true);
    // If the preview fails, nothing is sent and the preview shows why.
    shown.current = await client
      .fetchQuery(planPreviewQuery(loan.id, typed))
      .catch(() => undefined);
    setPreviewing(false);
    form.submit();
  };
  const dialog = {
    ...form.dialog,
    onSubmit: () => (isCurrent ? form.submit() : void previewFirst()),
    busy: form.dialog.busy || isPreviewing,
  };
  return { form, preview, dialog };
}

function askedTerms({ plan, ...values }: Draft): AskedTerms {
  return Object.fromEntries(
    termsOf[plan].flatMap((term) => (values[term] === null ? [] : [[term, values[term]]])),
  );
}

const isSame = (one: AskedTerms, other: AskedTerms): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
