import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { AcceptForm } from './AcceptOfferForm.tsx';
import { OfferForm } from './OfferForm.tsx';
import type { RescheduledLoan } from './RescheduleDrawer.tsx';
import { requestedPlanQuery } from './reschedules.queries.ts';

type DrawerProps = {
  readonly loan: RescheduledLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/**
 * The requested plan that the address names: while it waits, to offer other terms; once it was
 * declined with an offer, to start the plan with the offered terms.
 */
export function RequestedPlanDrawer(drawer: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const [search] = useSearchParams();
  const requestId = search.get('request') ?? '';
  const query = useQuery({ ...requestedPlanQuery(requestId), enabled: drawer.opened });
  // Sending a form changes the request, but its form stays until it has closed.
  const request = useLastShown(drawer.opened ? (query.data ?? null) : null);
  if (request?.terms && request.state === 'waiting') {
    return (
      <OfferForm key={request.id} {...drawer} request={{ ...request, terms: request.terms }} />
    );
  }
  if (request?.isOwn && request.offer?.acceptedAt === null) {
    return (
      <AcceptForm key={request.id} {...drawer} request={request} terms={request.offer.terms} />
    );
  }
  const { loan, opened, onClose } = drawer;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('plan.title', { reference: loan.reference })}
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
        {() => <p>{t('plan.decided')}</p>}
      </Loaded>
    </SideDrawer>
  );
}
