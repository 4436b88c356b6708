import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQuery } from '@tanstack/react-query';
import { IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { useSession } from '../../../lib/session.ts';
import { sessionQuery, useMay } from '../../../lib/session-query.ts';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SplitPage } from '../../../ui/page/SplitPage.tsx';
import { AccountActions } from './AccountActions.tsx';
import { AccountRecovery } from './AccountRecovery.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { managesRole } from './managed-roles.ts';
import { accountQuery, useChangeStaff, useListedAccount } from './staff.queries.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { FormSection, RowForm } from '../../../ui/form/PageForm.tsx';
import { personOf, personProblems, personMessages } from './person-values.ts';
import type { PersonValues } from './person-values.ts';
import { PersonFields, WorkFields } from './PersonFields.tsx';
import { useRowForm } from '../../../lib/row-form.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { LateLoans } from '../people/LateLoans.tsx';

type AccountPageProps = {
  readonly accountId: string;
  readonly back: ReactNode;
  /** The teams that an agent can join, if the user may choose. */
  readonly teams?: readonly SelectOption[] | undefined;
  /** The account's loans and income, once the account is loaded. */
  readonly children?: ReactNode;
  /** Content of unknown length, shown below `children`. */
  readonly after?: ReactNode;
};

/** An account: its loans, its actions, and the form with its data. */
export function AccountPage({ accountId, back, teams, children, after }: AccountPageProps) {
  const { t } = useTranslation(['staff', 'app']);
  const reader = useSession()?.role;
  const mayManage = useMay('manage-staff');
  const query = useQuery(accountQuery(accountId));
  const load = detailLoadOf(query);
  // An account that the user does not manage counts as missing on this page.
  const account = query.data && managesRole(reader, query.data.role) ? query.data : undefined;
  // While the account loads, its role in a cached list decides which placeholders are shown.
  const isListedAdmin = useListedAccount(accountId)?.role === 'admin';
  const hasWork = !isListedAdmin && Boolean(children);
  useDocumentTitle(account?.name);
  return (
    <DetailPage
      load={{ ...load, data: account }}
      back={back}
      shape={{
        tiles: isListedAdmin ? 0 : 3,
        parts: hasWork ? ['table'] : mayManage ? ['form'] : [],
        hasSideForm: hasWork && mayManage,
      }}
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
          <WorkAndForm
            work={shown.role === 'admin' ? null : children}
            mayHaveNoWork={shown.activeLoans === 0}
            form={
              mayManage && (
                <>
                  <EditAccount key={shown.id} account={shown} teams={teams} />
                  <AccountRecovery key={`recovery ${shown.id}`} account={shown} />
                </>
              )
            }
            after={after}
          />
        </>
      )}
    </DetailPage>
  );
}

type WorkAndFormProps = {
  readonly work: ReactNode;
  readonly mayHaveNoWork: boolean;
  readonly form: ReactNode;
  readonly after: ReactNode;
};

/** An administrator has no work, so the form has the whole width. */
function WorkAndForm({ work, mayHaveNoWork, form, after }: WorkAndFormProps) {
  return work ? (
    <SplitPage main={work} mainMayBeEmpty={mayHaveNoWork} side={form || null} after={after} />
  ) : (
    form
  );
}

/** The account's role, team and portfolio, and when its owner was last seen. */
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
      {' · '}
      {account.lastSeenAt ? (
        <>
          {t('page.lastSeen')} <InstantText at={account.lastSeenAt} style="ago" />
        </>
      ) : (
        t('page.neverSeen')
      )}
    </>
  );
}

/** The account's key figures; an administrator has none. */
function AccountFigures({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const { currency } = account;
  if (currency === null) return null;
  return (
    <StatStrip label={t('page.figures')}>
      <StatTile label={t('column.loans')} value={<Count value={account.activeLoans} />} />
      <StatTile
        label={t('column.inCurrency', { header: t('column.outstanding'), currency })}
        value={
          <Money amountMinor={account.outstandingMinor} currency={currency} withCurrency={false} />
        }
      />
      <StatTile
        label={t('column.over30')}
        value={<LateLoans isAlone late={account.over30Loans} of={account.activeLoans} />}
      />
    </StatStrip>
  );
}

type EditAccountProps = {
  readonly account: StaffRow;
  readonly teams?: readonly SelectOption[] | undefined;
};

function EditAccount({ account, teams }: EditAccountProps) {
  const { t } = useTranslation('staff');
  const form = useAccountChange(account);
  const fieldLabels: Record<keyof PersonValues, string> = {
    name: t('field.name'),
    email: t('field.email'),
    phone: t('field.phone'),
    language: t('field.language'),
    timeZone: t('field.timeZone'),
    commissionRatePercent: t('field.commission'),
    monthlyTargetMinor: t('field.target'),
    teamId: t('field.team'),
  };
  return (
    <RowForm form={form} fieldLabels={fieldLabels}>
      <FormSection title={t('section.person')} hint={t('section.personChangeHint')}>
        <PersonFields form={form} hasPortfolio={account.role !== 'admin'} />
      </FormSection>
      {account.role === 'agent' && account.currency !== null && (
        <FormSection title={t('section.work')} hint={t('section.workHint')}>
          <WorkFields form={form} currency={account.currency} teams={teams} />
        </FormSection>
      )}
    </RowForm>
  );
}

const contract = () =>
  import('@bursar/contracts/distribution/staff').then(({ changeStaff }) => changeStaff);

/**
 * The form's state. If the email address of an invited person changes, a new invitation is sent.
 */
function useAccountChange(account: StaffRow) {
  const { t } = useTranslation(['staff', 'failures']);
  const isMailDelivered = useQuery(sessionQuery).data?.isMailDelivered !== false;
  return useRowForm({
    draftName: `account.${account.id}`,
    row: account,
    valuesOf: personOf,
    rules: (values) => personProblems(values, t),
    contract,
    messages: personMessages(t),
    mutation: useChangeStaff(account.id),
    latest: useQuery({ ...accountQuery(account.id), enabled: false }),
    onSaved: ({ name, email, status }, before) => {
      const isMoved = email.toLowerCase() !== before.email.toLowerCase();
      const isInvited = status === 'invited' && isMoved;
      const invited = isMailDelivered ? 'edit.savedAndInvited' : 'edit.savedAndWaiting';
      notify.success(t(isInvited ? invited : 'edit.saved', { name, email }));
    },
  });
}
