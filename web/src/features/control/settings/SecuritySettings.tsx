import { useQuery } from '@tanstack/react-query';
import { loadOf } from '../../../lib/load-of.ts';
import { InOrder } from '../../../ui/page/InOrder.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import { securityRulesQuery, singleSignOnQuery } from './security.queries.ts';
import { SecurityRulesForm } from './SecurityRulesForm.tsx';
import { SingleSignOnForm } from './SingleSignOnForm.tsx';

/** The sign-in rules and the identity provider of this installation. */
export function SecuritySettings() {
  const rules = useQuery(securityRulesQuery);
  const singleSignOn = useQuery(singleSignOnQuery);
  return (
    <InOrder gap={8}>
      <Loaded load={loadOf(rules)} waiting={<FormToCome />}>
        {(stored) => <SecurityRulesForm key={stored.version} stored={stored} />}
      </Loaded>
      <Loaded load={loadOf(singleSignOn)} waiting={<FormToCome />}>
        {(stored) => (
          // Another administrator's saved change resets the form.
          <SingleSignOnForm key={stored.version} stored={stored} />
        )}
      </Loaded>
    </InOrder>
  );
}
