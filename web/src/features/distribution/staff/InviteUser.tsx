import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { paths } from '../../../lib/paths.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import { useCurrencyOptions } from '../people/currency-options.ts';
import { InvitationForm, useInvitation } from './InvitationForm.tsx';
import { emptyUser, NEW_PORTFOLIO, userInvitation } from './person-values.ts';
import type { UserValues } from './person-values.ts';
import { PersonFields } from './PersonFields.tsx';
import { portfoliosQuery } from './staff.queries.ts';

type InviteUserProps = {
  readonly back: ReactNode;
  /** The sender of the access request, with the request's id. */
  readonly asked?: Pick<UserValues, 'name' | 'email' | 'language' | 'askedBy'>;
};

/** Invites a manager of a portfolio, or another administrator, by email. */
export function InviteUser({ back, asked }: InviteUserProps) {
  const { t } = useTranslation(['staff', 'app']);
  const { form, ...invitation } = useUserInvitation(asked);
  const { role } = form.values;
  return (
    <InvitationForm
      title={t('invite.user')}
      back={back}
      list={{ to: paths.users, label: t('invited.toUsers') }}
      invitation={{ form, ...invitation }}
    >
      <FormSection title={t('section.role')} hint={t(`section.roleHint.${role}`)}>
        <div>
          <SegmentedChoice
            label={t('column.role')}
            choices={invitable.map((value) => ({ value, label: t(`app:role.${value}`) }))}
            chosen={role}
            onChoose={(chosen) => form.change({ role: chosen })}
          />
        </div>
      </FormSection>
      <FormSection title={t('section.person')} hint={t('section.personHint')}>
        <PersonFields form={form} hasPortfolio={role === 'user'} />
      </FormSection>
      {role === 'user' && (
        <FormSection title={t('section.portfolio')} hint={t('section.portfolioHint')}>
          <PortfolioFields form={form} />
        </FormSection>
      )}
    </InvitationForm>
  );
}

const invitable = ['user', 'admin'] as const;

function useUserInvitation(asked: InviteUserProps['asked']) {
  const { t } = useTranslation(['staff', 'failures']);
  const empty = () => ({ ...emptyUser, id: uuidv7() });
  return useInvitation<UserValues>({
    first: () => ({ ...empty(), ...asked }),
    empty,
    rules: ({ role, portfolioId, portfolio }) => {
      if (role === 'admin') return {};
      if (portfolioId === null) return { portfolio: t('failures:portfolio_missing') };
      if (portfolioId !== NEW_PORTFOLIO) return {};
      const { name, currency, timeZone } = portfolio;
      return {
        'portfolio.name': name.trim() === '' ? t('problem.portfolioNameMissing') : undefined,
        'portfolio.currency': currency === null ? t('problem.currencyMissing') : undefined,
        'portfolio.timeZone': timeZone === null ? t('problem.timeZoneMissing') : undefined,
      };
    },
    body: userInvitation,
  });
}

type UserForm = { readonly form: Pick<ContractForm<UserValues>, 'field' | 'values'> };

function PortfolioFields({ form }: UserForm) {
  const { t } = useTranslation('staff');
  const { data } = useQuery(portfoliosQuery);
  const known = data?.portfolios ?? [];
  return (
    <>
      <SelectField
        {...form.field('portfolioId', 'portfolio')}
        label={t('field.portfolio')}
        placeholder={t('field.portfolioHolder')}
        options={[
          ...known.map(({ id, name, currency }) => ({ value: id, label: name, note: currency })),
          { value: NEW_PORTFOLIO, label: t('field.newPortfolio') },
        ]}
        required
      />
      {form.values.portfolioId === NEW_PORTFOLIO && <NewPortfolioFields form={form} />}
    </>
  );
}

function NewPortfolioFields({ form }: UserForm) {
  const { t } = useTranslation('staff');
  return (
    <>
      <TextField
        {...form.field('portfolio.name')}
        label={t('field.portfolioName')}
        maxLength={120}
        required
      />
      <Grid min={12}>
        <SelectField
          {...form.field('portfolio.currency')}
          label={t('field.currency')}
          options={useCurrencyOptions()}
          required
        />
        <TimeZoneField
          {...form.field('portfolio.timeZone')}
          label={t('field.timeZone')}
          hint={t('field.portfolioTimeZoneHint')}
        />
      </Grid>
    </>
  );
}
