import type { TeamRow } from '@bursar/contracts/distribution/teams';
import { useQuery } from '@tanstack/react-query';
import { IconUsersMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { FormSection, RowForm } from '../../../ui/form/PageForm.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SplitPage } from '../../../ui/page/SplitPage.tsx';
import { TeamFields, teamProblems, teamMessages } from './TeamFields.tsx';
import { teamQuery, useChangeTeam } from './teams.queries.ts';
import classes from './TeamPage.module.css';
import { Count } from '../../../ui/format/Count.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { useRowForm } from '../../../lib/row-form.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { LateLoans } from '../people/LateLoans.tsx';

type DeskStatus = TeamRow['desks'][number]['status'];

type TeamPageProps = {
  readonly teamId: string;
  readonly back: ReactNode;
  readonly statusOf: (status: DeskStatus) => ReactNode;
  /** The team's agents and income, once the team is loaded. */
  readonly children: ReactNode;
  /** Content of unknown length, shown below `children`. */
  readonly after: ReactNode;
};

/** A team: its loans, and the form with its data and its desk. */
export function TeamPage({ teamId, back, statusOf, children, after }: TeamPageProps) {
  const { t } = useTranslation('teams');
  const query = useQuery(teamQuery(teamId));
  const mayManage = useMay('manage-teams');
  useDocumentTitle(query.data?.name);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ tiles: 4, parts: ['table'], hasSideForm: mayManage }}
      title={t('page.title')}
      missing={
        <EmptyState
          icon={<IconUsersMinus size={22} stroke={1.5} />}
          title={t('page.notFound')}
          hint={t('page.notFoundHint')}
        />
      }
    >
      {(team) => (
        <>
          <PageHeader
            title={<bdi>{team.name}</bdi>}
            description={<bdi>{team.portfolio.name}</bdi>}
            back={back}
            actions={<ButtonLink to={paths.agentsOfTeam(team.id)}>{t('page.toAgents')}</ButtonLink>}
          />
          <TeamFigures team={team} />
          <SplitPage
            main={children}
            mainMayBeEmpty={team.agents === 0 && team.activeLoans === 0}
            side={mayManage ? <EditTeam key={team.id} team={team} statusOf={statusOf} /> : null}
            after={after}
          />
        </>
      )}
    </DetailPage>
  );
}

type EditTeamProps = { readonly team: TeamRow; readonly statusOf: TeamPageProps['statusOf'] };

function EditTeam({ team, statusOf }: EditTeamProps) {
  const { t } = useTranslation('teams');
  const form = useTeamChange(team);
  const fieldLabels = {
    name: t('field.name'),
    commissionRatePercent: t('field.commission'),
    monthlyTargetMinor: t('field.target'),
  };
  return (
    <RowForm form={form} fieldLabels={fieldLabels}>
      <FormSection title={t('section.desk')} hint={t('section.deskMeaning')}>
        <Stack as="ul" gap={3} className={classes.desks}>
          {team.desks.map(({ id, name, email, status }) => (
            <Box key={id} flow="stack" as="li" gap={1} align="start">
              <Row gap={3}>
                <Link to={paths.editAgent(id)}>
                  <bdi>{name}</bdi>
                </Link>
                {statusOf(status)}
              </Row>
              <Box as="span" tone="muted" size="table" shrinks>
                <EmailText email={email} />
              </Box>
            </Box>
          ))}
        </Stack>
      </FormSection>
      <FormSection title={t('section.team')} hint={t('section.teamHint')}>
        <TeamFields form={form} currency={team.currency} />
      </FormSection>
    </RowForm>
  );
}

function TeamFigures({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams');
  const { currency } = team;
  return (
    <StatStrip label={t('page.figures')}>
      <StatTile label={t('column.agents')} value={<Count value={team.agents} />} />
      <StatTile label={t('column.loans')} value={<Count value={team.activeLoans} />} />
      <StatTile
        label={t('column.inCurrency', { header: t('column.outstanding'), currency })}
        value={
          <Money amountMinor={team.outstandingMinor} currency={currency} withCurrency={false} />
        }
      />
      <StatTile
        label={t('column.over30')}
        value={<LateLoans isAlone late={team.over30Loans} of={team.activeLoans} />}
      />
    </StatStrip>
  );
}

const contract = () =>
  import('@bursar/contracts/distribution/teams').then(({ changeTeam }) => changeTeam);

function useTeamChange(team: TeamRow) {
  const { t } = useTranslation(['teams', 'failures']);
  return useRowForm({
    draftName: `team.${team.id}`,
    row: team,
    valuesOf: ({ name, commissionRatePercent, monthlyTargetMinor }: TeamRow) => ({
      name,
      commissionRatePercent,
      monthlyTargetMinor,
    }),
    rules: (values) => teamProblems(values, t),
    contract,
    messages: teamMessages(t),
    mutation: useChangeTeam(team.id),
    latest: useQuery({ ...teamQuery(team.id), enabled: false }),
    onSaved: ({ name }) => notify.success(t('edit.saved', { name })),
  });
}
