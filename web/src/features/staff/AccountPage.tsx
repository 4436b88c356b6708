import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton, SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { AccountActions } from './AccountActions.tsx';
import { AccountFigures } from './AccountFigures.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { EditAccount } from './EditAccount.tsx';
import { looksAfter } from './managed-roles.ts';
import { accountQuery } from './staff.queries.ts';

type AccountPageProps = {
  readonly accountId: string;
  readonly back: ReactNode;
  /** The teams an agent can be moved to, where that is the reader’s to say. */
  readonly teams?: readonly SelectOption[] | undefined;
  /** Stands below the account once it is there. */
  readonly children?: ReactNode;
};

/** Somebody’s account: what they hold, what is known of them, and what can be done with it. */
export function AccountPage({ accountId, back, teams, children }: AccountPageProps) {
  const { t } = useTranslation(['staff', 'app']);
  const reader = useSession()?.role;
  const mayManage = useMay('manage-staff');
  const query = useQuery(accountQuery(accountId));
  const account = query.data;
  useDocumentTitle(account?.name);
  if (account && looksAfter(reader, account.role)) {
    return (
      <>
        <PageHeader
          title={<bdi>{account.name}</bdi>}
          badges={<AccountStatusBadge status={account.status} />}
          description={<Belonging account={account} />}
          back={back}
          actions={mayManage && <AccountActions account={account} />}
        />
        <AccountFigures account={account} />
        {mayManage && <EditAccount key={account.id} account={account} teams={teams} />}
        {children}
      </>
    );
  }
  if (query.isPending) return <AccountOnItsWay back={back} />;
  return (
    <>
      <PageHeader title={t('page.title')} back={back} />
      {query.error && !isMissing(query.error) ? (
        <ErrorState
          title={failureSentence(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          requestId={query.error instanceof ApiFailure ? query.error.requestId : undefined}
        />
      ) : (
        <EmptyState
          icon={<IconUserOff size={22} stroke={1.5} />}
          title={t('page.notFound')}
          hint={t('page.notFoundHint')}
        />
      )}
    </>
  );
}

/** What somebody is and where they belong. */
function Belonging({ account }: { account: StaffRow }) {
  const { t } = useTranslation(['staff', 'app']);
  const places = [account.team, account.portfolio].flatMap((place) => (place ? [place] : []));
  return (
    <>
      {t(`app:role.${account.role}`)}
      {places.map(({ id, name }) => (
        <span key={id}>
          {' · '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </>
  );
}

function AccountOnItsWay({ back }: { back: ReactNode }) {
  return (
    <>
      <PageHeader
        title={<Skeleton width="12rem" height="1.75rem" />}
        description={<Skeleton width="16rem" height="1.25rem" />}
        back={back}
      />
      <SkeletonLines lines={8} />
    </>
  );
}

/** An account outside the reader’s scope does not exist for them; nor does a garbled address. */
function isMissing(error: Error): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'not_found' || error.code === 'invalid_request')
  );
}
