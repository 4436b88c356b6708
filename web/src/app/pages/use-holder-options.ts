import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { assignmentTargetsQuery } from '../../features/distribution/assignments/assignments.queries.ts';
import { accountQuery } from '../../features/distribution/staff/staff.queries.ts';
import { tagsQuery } from '../../features/distribution/tags/tags.queries.ts';
import { productsQuery } from '../../features/servicing/loans/loans.queries.ts';
import type { HolderOptions } from '../../features/servicing/loans/use-loan-filters.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';

/**
 * Returns the options of the loan filters. Only users who may assign loans get the teams and agents
 * to which loans can be assigned.
 */
export function useHolderOptions(mayAssign: boolean): HolderOptions {
  const { data: session } = useQuery(sessionQuery);
  const { data: targets } = useQuery({ ...assignmentTargetsQuery, enabled: mayAssign });
  const { data: tags } = useQuery(tagsQuery);
  const { data: products } = useQuery(productsQuery);
  const agents = useAgents(mayAssign ? targets?.agents : noAgents);
  // Until the session has loaded, no amount is shown.
  const currency = session?.portfolio?.currency ?? '';
  return useMemo(
    () => ({
      currency,
      teams: mayAssign ? targets?.teams.map(toOption) : [],
      agents: agents?.map(toOption),
      tags: tags?.tags.map(toOption),
      products: products?.products.map(toOption),
    }),
    [currency, mayAssign, targets, agents, tags, products],
  );
}

type Counted = { readonly id: string; readonly name: string; readonly loans: number };

const noAgents: readonly Counted[] = [];

/**
 * Returns the agents to filter by. Assignment targets omit suspended agents, so a suspended agent
 * in the address is read from its account.
 */
function useAgents(targets: readonly Counted[] | undefined): readonly Counted[] | undefined {
  const [search] = useSearchParams();
  const id = search.get('agent');
  const isLacking = id !== null && targets !== undefined && targets.every((one) => one.id !== id);
  const mayReadStaff = useMay('read-staff');
  const isNamed = isLacking && mayReadStaff;
  const { data, isPending } = useQuery({ ...accountQuery(id ?? ''), enabled: isNamed });
  return useMemo(() => {
    if (!isNamed) return targets;
    if (isPending) return undefined;
    if (!data) return targets;
    return [...(targets ?? []), { id: data.id, name: data.name, loans: data.activeLoans }];
  }, [isNamed, isPending, targets, data]);
}

function toOption({ id, name, loans }: Counted) {
  return { value: id, label: name, count: loans };
}
