import {
  agreementChannels,
  planKinds,
  type AgreementChannel,
} from '@bursar/contracts/servicing/reschedules.values';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import type { RescheduledLoan } from './RescheduleDrawer.tsx';
import { ReschedulePreview } from './ReschedulePreview.tsx';
import {
  planPreviewQuery,
  requestedPlanQuery,
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

/** Starts the plan that was offered instead of the declined request that the address names. */
export function AcceptOfferDrawer({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const [search] = useSearchParams();
  const requestId = search.get('request') ?? '';
  const query = useQuery({ ...requestedPlanQuery(requestId), enabled: opened });
  const offer = query.data?.offer;
  if (query.data && offer?.acceptedAt === null) {
    const form = { loan, opened, onClose, request: query.data, terms: offer.terms };
    return <AcceptForm key={requestId} {...form} />;
  }
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('accept.title', loan)}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
        {() => <p>{t('accept.noOffer')}</p>}
      </Loaded>
    </SideDrawer>
  );
}

type Draft = {
  readonly id: string;
  readonly agreedBy: AgreementChannel | null;
  readonly reason: string;
};

type FormProps = DrawerProps & {
  readonly request: RequestedPlan;
  readonly terms: OfferedTerms;
};

function AcceptForm({ loan, opened, onClose, request, terms }: FormProps) {
  const { t } = useTranslation(['reschedules', 'contact-log']);
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
    onSent: () => {
      notify.success(t('done', { reference: loan.reference }));
      onClose();
    },
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('accept.title', { reference: loan.reference })}
      submitLabel={t('accept.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>{t('accept.meaning')}</p>
      <SelectField
        {...form.field('agreedBy')}
        label={t('plan.field.agreedBy')}
        options={agreementChannels.map((value) => ({
          value,
          label: t(`contact-log:channel.${value}`),
        }))}
      />
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        required
      />
      <ReschedulePreview preview={preview} />
    </FormDrawer>
  );
}
