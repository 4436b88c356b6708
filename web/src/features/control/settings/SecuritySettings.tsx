import { useQuery } from '@tanstack/react-query';
import { loadOf } from '../../../lib/load-of.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { securityRulesQuery, singleSignOnQuery } from './security.queries.ts';
import { SecurityRulesForm } from './SecurityRulesForm.tsx';
import { SingleSignOnForm } from './SingleSignOnForm.tsx';

/** How people sign in to this installation. */
export function SecuritySettings() {
  const rules = useQuery(securityRulesQuery);
  const singleSignOn = useQuery(singleSignOnQuery);
  return (
    <Stack gap={8}>
      <Loaded load={loadOf(rules)} waiting={<SkeletonLines lines={8} />}>
        {(stored) => <SecurityRulesForm key={stored.version} stored={stored} />}
      </Loaded>
      <Loaded load={loadOf(singleSignOn)} waiting={<SkeletonLines lines={6} />}>
        {(stored) => (
          // Another administrator's saved change resets the form.
          <SingleSignOnForm key={stored.version} stored={stored} />
        )}
      </Loaded>
    </Stack>
  );
}
