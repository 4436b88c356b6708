import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { differs } from '../../lib/row-draft.ts';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { PersonFields } from './PersonFields.tsx';
import { emptyPortfolio, findPortfolioProblems, portfolioOf } from './portfolio-draft.ts';
import type { PortfolioDraft } from './portfolio-draft.ts';
import { PortfolioFields } from './PortfolioFields.tsx';
import { portfoliosQuery } from './staff.queries.ts';
import { useInvitation } from './use-invitation.ts';

/** Invites a manager of a portfolio, or another administrator, by mail. */
export function InviteUser({ back }: { readonly back: ReactNode }) {
  const { t } = useTranslation(['staff', 'failures', 'app']);
  const [role, setRole] = useState<'user' | 'admin'>('user');
  const [portfolio, setPortfolio] = useState(emptyPortfolio);
  const portfolios = useQuery(portfoliosQuery);
  const chosen = portfolioOf(portfolio);
  const isManager = role === 'user';
  const invitation = useInvitation({
    place: isManager ? chosen && { role, portfolio: chosen } : { role },
    ...(isManager && { problems: findPortfolioProblems(portfolio, t) }),
  });
  const { form } = invitation;
  const changePortfolio = (changes: Partial<PortfolioDraft>) => {
    setPortfolio((now) => ({ ...now, ...changes }));
    form.edited();
  };
  const next = () => {
    setPortfolio(emptyPortfolio);
    invitation.next();
  };
  return (
    <InvitationForm
      title={t('invite.user')}
      back={back}
      list={{ to: paths.users, label: t('invited.toUsers') }}
      invitation={invitation}
      unsaved={differs(portfolio, emptyPortfolio)}
      onNext={next}
    >
      <FormSection title={t('section.role')} hint={t(`section.roleHint.${role}`)}>
        <div>
          <SegmentedChoice
            label={t('column.role')}
            choices={invitable.map((value) => ({ value, label: t(`app:role.${value}`) }))}
            chosen={role}
            onChoose={setRole}
          />
        </div>
      </FormSection>
      <FormSection title={t('section.person')} hint={t('section.personHint')}>
        <PersonFields {...invitation} hasPortfolio={isManager} />
      </FormSection>
      {isManager && (
        <FormSection title={t('section.portfolio')} hint={t('section.portfolioHint')}>
          <PortfolioFields
            draft={portfolio}
            change={changePortfolio}
            form={form}
            portfolios={portfolios.data?.portfolios}
          />
        </FormSection>
      )}
    </InvitationForm>
  );
}

const invitable = ['user', 'admin'] as const;
