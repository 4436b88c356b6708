import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonField } from '../loan-account/AgreementFields.tsx';
import type { RescheduledLoan } from './RescheduleDrawer.tsx';
import { ReschedulePreview } from './ReschedulePreview.tsx';
import {
  reschedulePreviewQuery,
  useDeclineWithOffer,
  type Declined,
  type OfferedTerms,
  type RequestedPlan,
} from './reschedules.queries.ts';
import { TermsFields } from './TermsFields.tsx';

type DrawerProps = {
  readonly loan: RescheduledLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Request = RequestedPlan & { readonly terms: OfferedTerms };

type Draft = {
  readonly instalmentCount: number | null;
  readonly annualRatePercent: string | null;
  readonly firstDueOn: string | null;
  readonly reason: string;
};

/** Declines a requested plan, and offers other terms instead. */
export function OfferForm({ loan, opened, onClose, request }: DrawerProps & { request: Request }) {
  const { t } = useTranslation('reschedules');
  const offered = ({ instalmentCount, annualRatePercent, firstDueOn }: Draft): OfferedTerms => ({
    instalmentCount: instalmentCount ?? request.terms.instalmentCount,
    annualRatePercent: annualRatePercent ?? request.terms.annualRatePercent,
    firstDueOn: firstDueOn ?? request.terms.firstDueOn,
  });
  const form = useContractForm<Draft, Declined, RequestedPlan>({
    name: 'offer',
    empty: () => ({ ...request.terms, reason: '' }),
    opened,
    draftName: `offer.${request.id}`,
    contract: () => import('@bursar/contracts/access/approvals').then((it) => it.decideRequest),
    messages: {
      'offer.instalmentCount': t('problem.instalmentCount'),
      'offer.annualRatePercent': t('problem.annualRatePercent'),
      'offer.firstDueOn': t('problem.firstDueOn'),
    },
    rules: ({ firstDueOn, reason }) => ({
      'offer.firstDueOn':
        firstDueOn !== null && firstDueOn <= loan.businessDate
          ? t('problem.firstDueOn')
          : undefined,
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: (draft) => ({
      decision: 'decline',
      reason: draft.reason.trim(),
      offer: offered(draft),
    }),
    mutation: useDeclineWithOffer(request.id),
    announce: () => notify.success(t('offer.sent', { person: request.requestedBy })),
    onSent: onClose,
  });
  const asked = useSettledValue(offered(form.values), { of: request.id, afterMs: 200 });
  const preview = useQuery({
    ...reschedulePreviewQuery(loan.id, asked),
    enabled: opened && !form.isBusy,
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('offer.title', { reference: loan.reference })}
      submitLabel={t('offer.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>{t('offer.meaning', { person: request.requestedBy })}</p>
      <TermsFields
        instalmentCount={form.field('instalmentCount', 'offer.instalmentCount')}
        annualRatePercent={form.field('annualRatePercent', 'offer.annualRatePercent')}
        firstDueOn={form.field('firstDueOn', 'offer.firstDueOn')}
        usual={request.terms}
        businessDate={loan.businessDate}
      />
      <ReasonField {...form.field('reason')} />
      <ReschedulePreview preview={preview} />
    </FormDrawer>
  );
}
