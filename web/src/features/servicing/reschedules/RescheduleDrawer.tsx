import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonField } from '../loan-account/AgreementFields.tsx';
import { ReschedulePreview } from './ReschedulePreview.tsx';
import {
  reschedulePreviewQuery,
  useRescheduleLoan,
  type NewTerms,
  type Preview,
  type RescheduleAnswer,
} from './reschedules.queries.ts';
import { TermsFields } from './TermsFields.tsx';

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

/**
 * New terms for the remaining instalments of a loan; a comparison with the current terms updates
 * while the user types.
 */
export function RescheduleDrawer({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const { form, preview } = useReschedule({ loan, opened, onClose });
  const { data } = preview;
  const isAsked = data?.needsApproval === true;
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
      <TermsFields
        instalmentCount={form.field('instalmentCount')}
        annualRatePercent={form.field('annualRatePercent')}
        firstDueOn={form.field('firstDueOn')}
        usual={data?.terms}
        businessDate={loan.businessDate}
      />
      <ReasonField {...form.field('reason')} />
      <ReschedulePreview preview={preview} />
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
    announce: ({ outcome }) =>
      notify.success(t(outcome === 'done' ? 'done' : 'asked', { reference: loan.reference })),
    onSent: onClose,
    // After these refusals, the draft's id cannot be sent again, so the next attempt needs a new
    // id.
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
    },
  });
  const { instalmentCount, annualRatePercent, firstDueOn } = form.values;
  const asked = useSettledValue(
    {
      ...(instalmentCount !== null && { instalmentCount }),
      ...(annualRatePercent !== null && { annualRatePercent }),
      ...(firstDueOn !== null && { firstDueOn }),
    },
    { of: loan.id, afterMs: 200 },
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

/** Refusals after which the draft's id cannot be sent again. */
export const endsDraft: ReadonlySet<ApiFailure['code']> = new Set([
  'id_reused_with_different_content',
  'request_already_decided',
  'balance_changed_since',
]);
