import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton, SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { DetailTabs } from '../../ui/tabs/DetailTabs.tsx';
import { NoticeChoices } from './NoticeChoices.tsx';
import { OwnPerson } from './OwnPerson.tsx';
import { profileQuery } from './profile.queries.ts';
import { OpenSessions } from './OpenSessions.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import classes from './Profile.module.css';
import { SecondFactor } from './SecondFactor.tsx';

/** One’s own account: who one is, and how it is kept safe. */
export function ProfilePage() {
  const { t } = useTranslation(['profile', 'app']);
  const [search, setSearch] = useSearchParams();
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery);
  const tab = profileTabs.find((one) => one === search.get('tab')) ?? 'person';
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
      return <NoticeChoices />;
  }
}

/** How the account is kept one’s own. */
function Security() {
  return (
    <div className={classes.parts}>
      <PasswordChange />
      <SecondFactor />
      <OpenSessions />
    </div>
  );
}
