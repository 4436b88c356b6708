import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { requestedPlanQuery, type RequestedPlan } from './reschedules.queries.ts';

type RequestedPlanDrawerProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Shown if the form does not fit the request, such as an offer that was accepted. */
  readonly missing: string;
  /** Draws the form for the request; null if it does not fit. */
  readonly form: (request: RequestedPlan) => ReactNode;
};

/** Loads the requested plan that the address names, and then shows its form. */
export function RequestedPlanDrawer(props: RequestedPlanDrawerProps) {
  const { opened, onClose, title, missing, form } = props;
  const [search] = useSearchParams();
  const requestId = search.get('request') ?? '';
  const query = useQuery({ ...requestedPlanQuery(requestId), enabled: opened });
  const drawn = query.data ? form(query.data) : null;
  if (drawn !== null) return drawn;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
        {() => <p>{missing}</p>}
      </Loaded>
    </SideDrawer>
  );
}
