import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { differs } from '../../lib/row-draft.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Invited } from './Invited.tsx';
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
  if (invitation.invited) {
    return (
      <>
        <PageHeader title={t('invite.user')} back={back} />
        <Invited
          account={invitation.invited}
          onNext={next}
          toList={<ButtonLink to={paths.users}>{t('invited.toUsers')}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('invite.user')} description={t('invite.meaning')} back={back} />
      <PageForm
        problems={form.summary}
        attempt={form.count}
        failure={form.failure}
        submitLabel={t('invite.submit')}
        busy={invitation.isSending}
        unsaved={invitation.isUnsaved || differs(portfolio, emptyPortfolio)}
        onSubmit={invitation.send}
        cancel={<ButtonLink to={paths.users}>{t('invite.cancel')}</ButtonLink>}
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
          <PersonFields {...invitation} />
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
      </PageForm>
    </>
  );
}

const invitable = ['user', 'admin'] as const;
