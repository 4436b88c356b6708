import type { TeamRow } from '@bursar/contracts/distribution/teams';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { languages } from '../../../lib/languages.ts';
import type { Language } from '../../../lib/languages.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { FormDone, FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TeamFields, teamProblems, teamMessages } from './TeamFields.tsx';
import type { TeamValues } from './TeamFields.tsx';
import { useCreateTeam } from './teams.queries.ts';

type CreateTeamProps = {
  readonly currency: string;
  readonly back: ReactNode;
  /** Shows the desk's invitation link if no mail is delivered. */
  readonly handOver: ((accountId: string) => ReactNode) | null;
};

/** Creates a team and invites its desk by email. */
export function CreateTeam({ currency, back, handOver }: CreateTeamProps) {
  const { t } = useTranslation('teams');
  const [created, setCreated] = useState<TeamRow | null>(null);
  const form = useTeamCreation(setCreated);
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
        form={form}
        submitLabel={t('create.submit')}
        cancel={<ButtonLink to={paths.teams}>{t('create.cancel')}</ButtonLink>}
      >
        <FormSection title={t('section.team')} hint={t('section.teamHint')}>
          <TeamFields form={form} currency={currency} />
        </FormSection>
        <FormSection title={t('section.desk')} hint={t('section.deskHint')}>
          <DeskFields form={form} />
        </FormSection>
      </PageForm>
    </>
  );
}

type Values = TeamValues & {
  readonly id: string;
  readonly desk: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly language: Language['code'];
  };
};

// Retries send the same ids, so that neither the team nor its desk is created twice.
const emptyTeam = (): Values => ({
  id: uuidv7(),
  name: '',
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  desk: { id: uuidv7(), name: '', email: '', phone: '', language: 'en' },
});

const contract = () =>
  import('@bursar/contracts/distribution/teams').then(({ createTeam }) => createTeam);

/** The form of a new team and its desk’s account. */
function useTeamCreation(onSent: (team: TeamRow) => void) {
  const { t } = useTranslation(['teams', 'failures']);
  return useContractForm({
    empty: emptyTeam,
    // Only the server can check phone numbers and whether an email address is already used.
    rules: (values: Values) => ({
      ...teamProblems(values, t),
      'desk.name': values.desk.name.trim() === '' ? t('problem.deskNameMissing') : undefined,
      'desk.email': values.desk.email.trim() === '' ? t('failures:email_not_valid') : undefined,
    }),
    contract,
    messages: teamMessages(t),
    body: (values) => values,
    mutation: useCreateTeam(),
    onSent,
  });
}

/** The account of the team’s desk, which assigns the loans to its agents. */
function DeskFields({ form }: { readonly form: Pick<ContractForm<Values>, 'field'> }) {
  const { t } = useTranslation('teams');
  return (
    <>
      <Grid min={12}>
        <TextField
          {...form.field('desk.name')}
          label={t('field.deskName')}
          maxLength={120}
          required
        />
        <LanguageField
          {...form.field('desk.language')}
          label={t('field.language')}
          languages={languages}
        />
      </Grid>
      <Grid min={12}>
        <TextField
          {...form.field('desk.email')}
          label={t('field.email')}
          hint={t('field.emailHint')}
          type="email"
          maxLength={254}
          required
        />
        <PhoneField
          {...form.field('desk.phone')}
          label={t('field.phone')}
          optional
          maxLength={40}
        />
      </Grid>
    </>
  );
}

type CreatedProps = Pick<CreateTeamProps, 'handOver'> & { readonly team: TeamRow };

/** Shows whether the desk’s invitation was emailed and what happens next. */
function Created({ team, handOver }: CreatedProps) {
  const { t } = useTranslation('teams');
  const [desk] = team.desks;
  const email = desk?.email ?? '';
  return (
    <FormDone
      title={t(handOver ? 'created.waiting' : 'created.title', { name: team.name, email })}
      hint={t('created.hint')}
    >
      {desk && handOver?.(desk.id)}
      <ButtonLink to={paths.teams}>{t('created.toTeams')}</ButtonLink>
      <ButtonLink kind="primary" to={paths.addAgent}>
        {t('created.addAgent')}
      </ButtonLink>
    </FormDone>
  );
}
