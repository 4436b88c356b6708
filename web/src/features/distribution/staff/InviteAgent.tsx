import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { paths } from '../../../lib/paths.ts';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import { InvitationForm, useInvitation } from './InvitationForm.tsx';
import { emptyPerson } from './person-values.ts';
import { PersonFields, WorkFields } from './PersonFields.tsx';

type InviteAgentProps = {
  readonly currency: string;
  /** The teams to choose from; undefined for a desk, whose agents join its own team. */
  readonly teams?: readonly SelectOption[] | undefined;
  readonly back: ReactNode;
};

export function InviteAgent({ currency, teams, back }: InviteAgentProps) {
  const { t } = useTranslation('staff');
  const invitation = useInvitation({
    empty: () => ({ ...emptyPerson, id: uuidv7() }),
    body: (values) => ({ ...values, role: 'agent' }),
  });
  return (
    <InvitationForm
      title={t('invite.agent')}
      back={back}
      list={{ to: paths.agents, label: t('invited.toAgents') }}
      invitation={invitation}
    >
      <FormSection title={t('section.person')} hint={t('section.personHint')}>
        <PersonFields form={invitation.form} />
      </FormSection>
      <FormSection title={t('section.work')} hint={t('section.workHint')}>
        <WorkFields form={invitation.form} currency={currency} teams={teams} />
      </FormSection>
    </InvitationForm>
  );
}
