import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Invited } from './Invited.tsx';
import { PersonFields } from './PersonFields.tsx';
import { useInvitation } from './use-invitation.ts';
import { WorkFields } from './WorkFields.tsx';

type InviteAgentProps = {
  readonly currency: string;
  /** The teams to choose from; a desk’s agents come into its own team. */
  readonly teams?: readonly SelectOption[] | undefined;
  readonly back: ReactNode;
};

/** Invites an agent by mail. */
export function InviteAgent({ currency, teams, back }: InviteAgentProps) {
  const { t } = useTranslation('staff');
  const invitation = useInvitation({ place: agentsPlace });
  const { form } = invitation;
  if (invitation.invited) {
    return (
      <>
        <PageHeader title={t('invite.agent')} back={back} />
        <Invited
          account={invitation.invited}
          onNext={invitation.next}
          toList={<ButtonLink to={paths.agents}>{t('invited.toAgents')}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('invite.agent')} description={t('invite.meaning')} back={back} />
      <PageForm
        problems={form.summary}
        attempt={form.count}
        failure={form.failure}
        submitLabel={t('invite.submit')}
        busy={invitation.isSending}
        unsaved={invitation.isUnsaved}
        onSubmit={invitation.send}
        cancel={<ButtonLink to={paths.agents}>{t('invite.cancel')}</ButtonLink>}
      >
        <FormSection title={t('section.person')} hint={t('section.personHint')}>
          <PersonFields {...invitation} />
        </FormSection>
        <FormSection title={t('section.work')} hint={t('section.workHint')}>
          <WorkFields {...invitation} currency={currency} teams={teams} />
        </FormSection>
      </PageForm>
    </>
  );
}

const agentsPlace = { role: 'agent' } as const;
