import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Timeline } from '../../ui/timeline/Timeline.tsx';
import { loanAssignmentsQuery } from './assignments.queries.ts';
import type { LoanAssignment } from './assignments.queries.ts';

/** Who held the loan when, newest first, with who moved it and why. */
export function AssignmentHistory({ loanId }: { loanId: string }) {
  const { t } = useTranslation('assignments');
  const { data, error, isFetching, refetch } = useQuery(loanAssignmentsQuery(loanId));
  if (!data && error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <SkeletonLines lines={6} />;
  if (data.assignments.length === 0) {
    return <EmptyState title={t('history.empty')} hint={t('history.emptyHint')} />;
  }
  return (
    <Timeline
      label={t('history.label')}
      events={data.assignments.map((assignment) => ({
        id: assignment.batchId,
        at: assignment.madeAt,
        title: <Move assignment={assignment} />,
        detail: <Circumstances assignment={assignment} />,
      }))}
    />
  );
}

type AssignmentProps = { readonly assignment: LoanAssignment };

function Move({ assignment }: AssignmentProps) {
  const { t } = useTranslation('assignments');
  const { kind, toTeam, toAgent } = assignment;
  const holder = holderText(toTeam, toAgent) ?? t('history.unassigned');
  return <>{t(`history.kind.${kind}`, { holder })}</>;
}

function Circumstances({ assignment }: AssignmentProps) {
  const { t } = useTranslation('assignments');
  const { fromTeam, fromAgent, madeBy, reason } = assignment;
  const before = holderText(fromTeam, fromAgent) ?? t('history.unassigned');
  return (
    <>
      <p>{t('history.by', { name: madeBy, before })}</p>
      {reason !== '' && <p>{t('history.reason', { reason })}</p>}
    </>
  );
}

function holderText(team: string | null, agent: string | null): string | null {
  const names = [team, agent].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(' · ');
}
