import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { requestedPlanQuery, type RequestedPlan } from './reschedules.queries.ts';

type DrawerProps = {
  readonly loan: RescheduledLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/**
 * The requested plan that the address names. While the request waits, the user can offer other
 * terms; once it was declined with an offer, its requester can accept the offered terms.
 */
export function RequestedPlanDrawer(drawer: DrawerProps) {
  const { t } = useTranslation('reschedules');
  const [search] = useSearchParams();
  const requestId = search.get('request') ?? '';
  const query = useQuery({ ...requestedPlanQuery(requestId), enabled: drawer.opened });
  const { data: latest, isFetching } = query;
  // Sending a form changes the request, and a live update may arrive before the answer. So an open
  // form keeps the request as it was; if another user has decided it, the server refuses the form.
  const [held, setHeld] = useState<RequestedPlan | null>(null);
  const isHeld = drawer.opened && held?.id === requestId;
  if (held && !isHeld) setHeld(null);
  if (drawer.opened && !isHeld && latest && !isFetching) setHeld(latest);
  const lastShown = useLastShown(held);
  const request = drawer.opened ? held : lastShown;
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
      <Loaded
        load={{ ...loadOf(query), data: request ?? undefined }}
        waiting={<SkeletonLines lines={6} />}
      >
        {() => <p>{t('plan.decided')}</p>}
      </Loaded>
    </SideDrawer>
  );
}
