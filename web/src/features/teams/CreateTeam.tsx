import type { TeamRow } from '@bursar/contracts/teams';
import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import classes from './CreateTeam.module.css';
import { DeskFields } from './DeskFields.tsx';
import { TeamFields } from './TeamFields.tsx';
import { useTeamCreation } from './use-team-creation.ts';

type CreateTeamProps = {
  readonly currency: string;
  readonly back: ReactNode;
  /** What hands the desk's invitation over, where no mail goes out. */
  readonly handOver: ((accountId: string) => ReactNode) | null;
};

/** Creates a team and invites its desk by mail. */
export function CreateTeam({ currency, back, handOver }: CreateTeamProps) {
  const { t } = useTranslation('teams');
  const creation = useTeamCreation();
  const { form, created } = creation;
  if (created) {
    return (
      <>
        <PageHeader title={t('create.title')} back={back} />
        <Created team={created} handOver={handOver} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('create.title')} description={t('create.meaning')} back={back} />
      <PageForm
        problems={form.summary}
        attempt={form.count}
        failure={form.failure}
        submitLabel={t('create.submit')}
        busy={creation.isSending}
        unsaved={creation.isUnsaved}
        onSubmit={creation.send}
        cancel={<ButtonLink to={paths.teams}>{t('create.cancel')}</ButtonLink>}
      >
        <FormSection title={t('section.team')} hint={t('section.teamHint')}>
          <TeamFields {...creation} currency={currency} />
        </FormSection>
        <FormSection title={t('section.desk')} hint={t('section.deskHint')}>
          <DeskFields desk={creation.desk} change={creation.changeDesk} form={form} />
        </FormSection>
      </PageForm>
    </>
  );
}

type CreatedProps = Pick<CreateTeamProps, 'handOver'> & { readonly team: TeamRow };

/** Where the desk’s invitation went and what happens next. It takes the focus of the form it follows. */
function Created({ team, handOver }: CreatedProps) {
  const { t } = useTranslation('teams');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const [desk] = team.desks;
  const email = desk?.email ?? '';
  return (
    <div ref={panel} tabIndex={-1} role="status" className={classes.created}>
      <EmptyState
        icon={<IconMailCheck size={22} stroke={1.5} />}
        title={t(handOver ? 'created.waiting' : 'created.title', { name: team.name, email })}
        hint={t('created.hint')}
        action={
          <div className={classes.ways}>
            {desk && handOver?.(desk.id)}
            <ButtonLink to={paths.teams}>{t('created.toTeams')}</ButtonLink>
            <ButtonLink kind="primary" to={paths.addAgent}>
              {t('created.addAgent')}
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
