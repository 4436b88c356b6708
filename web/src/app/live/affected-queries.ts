import type { Change } from '@bursar/contracts/changes';
import type { QueryKey } from '@tanstack/react-query';
import { queryRoots } from '../../lib/query-roots.ts';
import { sessionQuery } from '../../lib/session-query.ts';

const { approvals, loans, assignmentTargets, imports, income, dashboard, work, staff, teams } =
  queryRoots;
const { notices, profile, tags, savedViews, mails } = queryRoots;
const permissions = ['permissions'];
const session = sessionQuery.queryKey;

/** Which nouns show what happened to a subject. */
const shownBy: Readonly<Record<string, readonly QueryKey[]>> = {
  loan: [loans, income, dashboard, work, staff, teams],
  'assignment-batch': [loans, assignmentTargets, dashboard, work, staff, teams, notices],
  import: [imports, loans, dashboard, notices],
  account: [staff, teams, assignmentTargets, work, profile, session],
  team: [teams, staff, assignmentTargets, session],
  role: [permissions, session],
  session: [profile],
  notice: [notices],
  approval: [approvals, loans, notices],
  portfolio: [approvals],
  tag: [tags, loans],
  'saved-view': [savedViews],
  mail: [mails],
};

/** The trail shows every change. */
const everywhere: readonly QueryKey[] = [['audit']];

/**
 * Whether a query may answer differently now. What happens to one loan leaves the pages of others
 * as they are; a subject that is not known here may be shown anywhere.
 */
export function isAffected(queryKey: QueryKey, { subject, loanId }: Change): boolean {
  if (loanId !== null && isOfAnotherLoan(queryKey, loanId)) return false;
  const roots = shownBy[subject];
  return !roots || [...roots, ...everywhere].some((root) => root[0] === queryKey[0]);
}

function isOfAnotherLoan([root, part, id]: QueryKey, loanId: string): boolean {
  return root === loans[0] && part === 'one' && id !== loanId;
}
