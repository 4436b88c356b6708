import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { DetailTabs } from '../../../ui/tabs/DetailTabs.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { FactorDemanded } from './FactorDemanded.tsx';
import { NotificationChoices } from './NotificationChoices.tsx';
import { OpenSessions } from './OpenSessions.tsx';
import { OwnPerson } from './OwnPerson.tsx';
import { profileQuery, useChangePassword } from './profile.queries.ts';
import { SecurityEvents } from './SecurityEvents.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import classes from './Profile.module.css';

/** The user's own account: personal data, security and notifications. */
export function ProfilePage() {
  const { t } = useTranslation(['profile', 'app']);
  const [search, setSearch] = useSearchParams();
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery);
  const tab = profileTabs.find((one) => one === search.get('tab')) ?? 'person';
  const isMissing = error instanceof ApiFailure && error.code === 'second_factor_missing';
  // Remains true after the set-up, because the recovery codes are shown only once.
  const [isDemanded, setDemanded] = useState(isMissing);
  if (isMissing && !isDemanded) setDemanded(true);
  if (isDemanded) return <FactorDemanded />;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          profile ? (
            <>
              {t(`app:role.${profile.role}`)} · <bdi>{profile.email}</bdi>
            </>
          ) : (
            !error && <Skeleton width="14rem" height="1.25rem" />
          )
        }
      />
      <DetailTabs
        label={t('title')}
        tabs={profileTabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
        selected={tab}
        onSelect={(id) => setSearch(id === 'person' ? {} : { tab: id }, { replace: true })}
      >
        {profile ? (
          <ProfilePart tab={tab} profile={profile} />
        ) : error ? (
          <ErrorState
            title={failureSentence(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
            requestId={error instanceof ApiFailure ? error.requestId : undefined}
          />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </DetailTabs>
    </>
  );
}

const profileTabs = ['person', 'security', 'notices'] as const;

type PartProps = {
  readonly tab: (typeof profileTabs)[number];
  readonly profile: Parameters<typeof OwnPerson>[0]['profile'];
};

function ProfilePart({ tab, profile }: PartProps) {
  switch (tab) {
    case 'person':
      return <OwnPerson profile={profile} />;
    case 'security':
      return <Security />;
    case 'notices':
      return <NotificationChoices />;
  }
}

/** The security settings of the account. */
function Security() {
  return (
    <Box flow="stack" gap={6} className={classes.parts}>
      <PasswordChange />
      <SecondFactor />
      <OpenSessions />
      <ApiKeys />
      <SecurityEvents />
    </Box>
  );
}

/** Changes the password, which needs the current one and ends all other sessions. */
function PasswordChange() {
  const { t } = useTranslation('profile');
  const form = usePasswordChange();
  const field = (name: keyof typeof untyped) => ({
    ...form.field(name),
    label: t(`password.${name}`),
    type: 'password' as const,
    required: true,
  });
  return (
    <FormSection title={t('password.title')} hint={t('password.hint')}>
      <PageForm form={form} submitLabel={t('password.submit')}>
        <TextField {...field('currentPassword')} autoComplete="current-password" />
        <Grid min={12}>
          <TextField {...field('password')} hint={t('password.rule')} autoComplete="new-password" />
          <TextField {...field('again')} autoComplete="new-password" />
        </Grid>
      </PageForm>
    </FormSection>
  );
}

const untyped = { currentPassword: '', password: '', again: '' };

const contract = () =>
  import('@bursar/contracts/distribution/profile').then((it) => it.changePassword);

function usePasswordChange() {
  const { t } = useTranslation(['profile', 'failures']);
  const format = useFormat();
  const form = useContractForm({
    empty: () => untyped,
    rules: ({ currentPassword, password, again }) => ({
      currentPassword: currentPassword === '' ? t('password.currentMissing') : undefined,
      password:
        password.length < 8 || password.length > 15
          ? t('failures:password_length_wrong', { min: 8 })
          : undefined,
      again: again === password ? undefined : t('password.differs'),
    }),
    contract,
    body: ({ currentPassword, password }) => ({ currentPassword, password }),
    mutation: useChangePassword(),
    announce: ({ sessionsEnded: count }) =>
      notify.success(t('password.changed', { count, figure: format.count(count) })),
    onSent: () => form.startAnew(untyped),
  });
  return form;
}
