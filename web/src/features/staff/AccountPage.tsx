import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { detailLoadOf } from '../../lib/page-load.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { DetailPage } from '../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
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
  const load = detailLoadOf(query);
  // Whom the reader does not look after is, to this page, not there.
  const account = query.data && looksAfter(reader, query.data.role) ? query.data : undefined;
  useDocumentTitle(account?.name);
  return (
    <DetailPage
      load={{ ...load, data: account }}
      back={back}
      title={t('page.title')}
      missing={
        <EmptyState
          icon={<IconUserOff size={22} stroke={1.5} />}
          title={t('page.notFound')}
          hint={t('page.notFoundHint')}
        />
      }
    >
      {(shown) => (
        <>
          <PageHeader
            title={<bdi>{shown.name}</bdi>}
            badges={<AccountStatusBadge status={shown.status} />}
            description={<Belonging account={shown} />}
            back={back}
            actions={mayManage && <AccountActions account={shown} />}
          />
          <AccountFigures account={shown} />
          {mayManage && <EditAccount key={shown.id} account={shown} teams={teams} />}
          {children}
        </>
      )}
    </DetailPage>
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
