import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { FormSection } from '../../ui/form/PageForm.tsx';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { InvitationForm } from './InvitationForm.tsx';
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
  return (
    <InvitationForm
      title={t('invite.agent')}
      back={back}
      list={{ to: paths.agents, label: t('invited.toAgents') }}
      invitation={invitation}
      onNext={invitation.next}
    >
      <FormSection title={t('section.person')} hint={t('section.personHint')}>
        <PersonFields {...invitation} />
      </FormSection>
      <FormSection title={t('section.work')} hint={t('section.workHint')}>
        <WorkFields {...invitation} currency={currency} teams={teams} />
      </FormSection>
    </InvitationForm>
  );
}

const agentsPlace = { role: 'agent' } as const;
