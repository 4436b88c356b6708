import { planKinds, type AgreementChannel } from '@bursar/contracts/servicing/reschedules.values';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { AgreedByField, ReasonField } from '../loan-account/AgreementFields.tsx';
import type { RescheduledLoan } from './RescheduleDrawer.tsx';
import { ReschedulePreview } from './ReschedulePreview.tsx';
import {
  planPreviewQuery,
  useRequestPlan,
  type NewPlan,
  type OfferedTerms,
  type RequestedPlan,
  type RescheduleAnswer,
} from './reschedules.queries.ts';

type DrawerProps = {
  readonly loan: RescheduledLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Draft = {
  readonly id: string;
  readonly agreedBy: AgreementChannel | null;
  readonly reason: string;
};

type FormProps = DrawerProps & {
  readonly request: RequestedPlan;
  readonly terms: OfferedTerms;
};

/** Starts the plan with the terms that were offered instead of the requested ones. */
export function AcceptForm({ loan, opened, onClose, request, terms }: FormProps) {
  const { t } = useTranslation('reschedules');
  const preview = useQuery({ ...planPreviewQuery(loan.id, terms), enabled: opened });
  const principalMinor = preview.data?.principalMinor;
  const plan = planKinds.find((kind) => kind === request.after['plan']) ?? 'other';
  const form = useContractForm<Draft, NewPlan, RescheduleAnswer>({
    name: 'accept',
    empty: () => ({ id: uuidv7(), agreedBy: null, reason: request.reason }),
    opened,
    draftName: `accept.${request.id}`,
    contract: () => import('@bursar/contracts/servicing/reschedules').then((it) => it.requestPlan),
    rules: ({ agreedBy, reason }) => ({
      agreedBy: agreedBy === null ? t('plan.problem.agreedBy') : undefined,
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ id, agreedBy, reason }) =>
      agreedBy === null || principalMinor === undefined
        ? null
        : {
            id,
            plan,
            agreedBy,
            ...terms,
            principalMinor,
            reason: reason.trim(),
            acceptedOffer: request.id,
          },
    mutation: useRequestPlan(loan.id),
    announce: () => notify.success(t('done', { reference: loan.reference })),
    onSent: onClose,
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('accept.title', { reference: loan.reference })}
      submitLabel={t('accept.submit')}
      {...form.dialog}
      // The request contains the principal of the preview, so the preview must have loaded.
      busy={form.dialog.busy || preview.isPending}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>{t('accept.meaning')}</p>
      <AgreedByField {...form.field('agreedBy')} />
      <ReasonField {...form.field('reason')} />
      <ReschedulePreview preview={preview} />
    </FormDrawer>
  );
}
