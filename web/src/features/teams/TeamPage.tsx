import type { TeamRow } from '@bursar/contracts/teams';
import { useQuery } from '@tanstack/react-query';
import { IconUsersMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiFailure } from '../../lib/api-client.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton, SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { TeamFields } from './TeamFields.tsx';
import { TeamFigures } from './TeamFigures.tsx';
import { teamQuery } from './teams.queries.ts';
import { useTeamChange } from './use-team-change.ts';
import classes from './TeamPage.module.css';

type DeskStatus = TeamRow['desks'][number]['status'];

type TeamPageProps = {
  readonly teamId: string;
  readonly back: ReactNode;
  /** How the state of an account is shown. */
  readonly statusOf: (status: DeskStatus) => ReactNode;
  /** Stands below the team once it is there. */
  readonly children?: ReactNode;
};

/** A team: what it holds, what is known of it, and its desk. */
export function TeamPage({ teamId, back, statusOf, children }: TeamPageProps) {
  const { t } = useTranslation('teams');
  const query = useQuery(teamQuery(teamId));
  const team = query.data;
  const mayManage = useMay('manage-teams');
  useDocumentTitle(team?.name);
  if (team) {
    return (
      <>
        <PageHeader
          title={<bdi>{team.name}</bdi>}
          description={<bdi>{team.portfolio.name}</bdi>}
          back={back}
          actions={<ButtonLink to={paths.agentsOfTeam(team.id)}>{t('page.toAgents')}</ButtonLink>}
        />
        <TeamFigures team={team} />
        {mayManage && <EditTeam key={team.id} team={team} statusOf={statusOf} />}
        {children}
      </>
    );
  }
  if (query.isPending) {
    return (
      <>
        <PageHeader
          title={<Skeleton width="10rem" height="1.75rem" />}
          description={<Skeleton width="14rem" height="1.25rem" />}
          back={back}
        />
        <SkeletonLines lines={8} />
      </>
    );
  }
  return <TeamNotShown query={query} back={back} />;
}

type EditTeamProps = { readonly team: TeamRow; readonly statusOf: TeamPageProps['statusOf'] };

function EditTeam({ team, statusOf }: EditTeamProps) {
  const { t } = useTranslation('teams');
  const editing = useTeamChange(team);
  const { form } = editing;
  const isStale = form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since';
  return (
    <PageForm
      problems={form.summary}
      attempt={form.count}
      failure={form.failure}
      failureAction={
        isStale && (
          <Button onClick={editing.loadLatest} busy={editing.isLoading}>
            {t('edit.loadLatest')}
          </Button>
        )
      }
      notice={editing.notice}
      submitLabel={t('edit.submit')}
      busy={editing.isSaving}
      unsaved={editing.isUnsaved}
      onSubmit={editing.save}
    >
      <FormSection title={t('section.desk')} hint={t('section.deskMeaning')}>
        <ul className={classes.desks}>
          {team.desks.map(({ id, name, email, status }) => (
            <li key={id}>
              <Link to={paths.editAgent(id)}>
                <bdi>{name}</bdi>
              </Link>
              <bdi className={classes.email}>{email}</bdi>
              <span className={classes.state}>{statusOf(status)}</span>
            </li>
          ))}
        </ul>
      </FormSection>
      <FormSection title={t('section.team')} hint={t('section.teamHint')}>
        <TeamFields {...editing} currency={team.currency} />
      </FormSection>
    </PageForm>
  );
}

type NotShownProps = {
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly back: ReactNode;
};

/** A team outside the reader’s scope does not exist for them; nor does a garbled address. */
function TeamNotShown({ query: { error, isFetching, refetch }, back }: NotShownProps) {
  const { t } = useTranslation('teams');
  const code = error instanceof ApiFailure ? error.code : undefined;
  const isMissing = code === 'not_found' || code === 'invalid_request';
  return (
    <>
      <PageHeader title={t('page.title')} back={back} />
      {isMissing ? (
        <EmptyState
          icon={<IconUsersMinus size={22} stroke={1.5} />}
          title={t('page.notFound')}
          hint={t('page.notFoundHint')}
        />
      ) : (
        <ErrorState
          title={failureSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      )}
    </>
  );
}
