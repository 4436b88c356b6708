import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { loanAssignmentsQuery } from './assignments.queries.ts';
import type { LoanAssignment } from './assignments.queries.ts';
import { MoveReason } from './MoveReason.tsx';

/** The loan's assignments, newest first, each with the user who made it and the reason. */
export function AssignmentHistory({ loanId }: { loanId: string }) {
  const { t } = useTranslation('assignments');
  const query = useQuery(loanAssignmentsQuery(loanId));
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={6} />}
      empty={<EmptyLine title={t('history.empty')} hint={t('history.emptyHint')} />}
      isEmpty={({ assignments }) => assignments.length === 0}
    >
      {(data) => (
        <Timeline
          label={t('history.label')}
          events={data.assignments.map((assignment) => ({
            id: assignment.batchId,
            at: assignment.madeAt,
            title: <Move assignment={assignment} />,
            detail: <Circumstances assignment={assignment} />,
            by: assignment.madeBy,
          }))}
        />
      )}
    </Loaded>
  );
}

type AssignmentProps = { readonly assignment: LoanAssignment };

function Move({ assignment }: AssignmentProps) {
  const { t } = useTranslation('assignments');
  const { kind, toTeam, toAgent } = assignment;
  const holder = holderText(toTeam, toAgent);
  return (
    <>{holder === null ? t(`history.toNobody.${kind}`) : t(`history.kind.${kind}`, { holder })}</>
  );
}

function Circumstances({ assignment }: AssignmentProps) {
  const { t } = useTranslation('assignments');
  const { fromTeam, fromAgent, reason } = assignment;
  const before = holderText(fromTeam, fromAgent);
  return (
    <>
      <p>{before === null ? t('history.first') : t('history.before', { before })}</p>
      {reason !== '' && <MoveReason reason={reason} />}
    </>
  );
}

function holderText(team: string | null, agent: string | null): string | null {
  const names = [team, agent].filter((name) => name !== null);
  return names.length === 0 ? null : names.join(' · ');
}
