import { roles, type Role } from '@bursar/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { searchForm } from '../../../ui/filters/search-text.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { permissionsQuery, type RolePermissions } from './permissions.queries.ts';
import classes from './RolesPage.module.css';
import { type Permission, roleHolds } from '@bursar/contracts/access/permissions';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import {
  namesOfGroup,
  permissionGroups,
  rowsOfGroup,
  type PermissionGroup,
} from './permission-groups.ts';

/** Describes the four roles: their purpose, the rows they reach and their permissions. */
export function RolesPage() {
  const { t } = useTranslation('permissions');
  const ownRole = useSession()?.role;
  const { data, error, isFetching, refetch } = useQuery(permissionsQuery);
  const [search, setSearch] = useState('');
  return (
    <>
      <PageHeader
        title={t('roles.title')}
        description={t('roles.description')}
        actions={<ButtonLink to={paths.rolePermissions}>{t('matrix.title')}</ButtonLink>}
      />
      {!data && error ? (
        <ErrorState
          title={failureSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      ) : (
        <>
          <Box below={4}>
            <SearchBox
              filter={{ kind: 'search', id: 'search', label: t('roles.search') }}
              value={search}
              onChange={(text = '') => setSearch(text)}
            />
          </Box>
          <Box as="ul">
            {ownFirst(ownRole).map((role) => (
              <RoleCard
                key={role}
                role={role}
                data={data}
                search={search}
                isOwn={role === ownRole}
              />
            ))}
          </Box>
        </>
      )}
    </>
  );
}

const ownFirst = (own: Role | undefined): readonly Role[] =>
  roles.toSorted((one, other) => Number(other === own) - Number(one === own));

type RoleCardProps = {
  readonly role: Role;
  /** Undefined while it loads: the role's description is shown before it. */
  readonly data: RolePermissions | undefined;
  /** Only permissions whose name contains this text are listed. */
  readonly search: string;
  readonly isOwn: boolean;
};

/** One role with its description, reach and permissions. */
function RoleCard({ role, data, search, isOwn }: RoleCardProps) {
  const { t } = useTranslation(['permissions', 'app']);
  // Only administrators see how many users a role has.
  const isAdmin = useSession()?.role === 'admin';
  // On a phone, the open groups of one role would hide the other roles.
  const isPhone = useIsPhone();
  const isOpen = isOwn && !isPhone;
  return (
    <Box as="li" pad={[6, 0]} line="above" className={classes.role}>
      <div>
        <Text as="h2" size="lead" weight="strong">
          {t(`app:role.${role}`)}
        </Text>
        {isAdmin && (
          <Text tone="muted">
            {data?.people ? (
              <PeopleCount role={role} people={data.people} />
            ) : (
              <Skeleton width="6rem" height="1lh" />
            )}
          </Text>
        )}
        {isOwn && (
          <Box as="p" size="table" above={2}>
            <StatusBadge tone="accent">{t('roles.own')}</StatusBadge>
          </Box>
        )}
      </div>
      <div>
        <Box as="p" below={3}>
          {t(`roles.${role}.purpose`)}
        </Box>
        <Label>{t('roles.reaches')}</Label>
        <p>{t(`roles.${role}.rows`)}</p>
      </div>
      <div>
        <h3 className="unseen">{t('roles.may')}</h3>
        {data ? (
          <AllowedList role={role} data={data} isOpen={isOpen || search !== ''} search={search} />
        ) : (
          <AllowedOnItsWay role={role} isOpen={isOpen} />
        )}
      </div>
    </Box>
  );
}

function Label({ children }: { readonly children: string }) {
  return (
    <Box as="h3" tone="muted" size="caption" weight="medium" below={1} className={classes.label}>
      {children}
    </Box>
  );
}

type PeopleCountProps = {
  readonly role: Role;
  readonly people: NonNullable<RolePermissions['people']>;
};

function PeopleCount({ role, people }: PeopleCountProps) {
  const { t } = useTranslation('permissions');
  const format = useFormat();
  const count = people.find((one) => one.role === role)?.active ?? 0;
  return <>{t('roles.people', { count, figure: format.count(count) })}</>;
}

type AllowedListProps = {
  readonly role: Role;
  readonly data: RolePermissions;
  readonly search: string;
  readonly isOpen: boolean;
};

function AllowedList({ role, data, search, isOpen }: AllowedListProps) {
  const { t } = useTranslation('permissions');
  const isAllowed = ({ grants }: RolePermissions['permissions'][number]) =>
    grants.some((grant) => grant.role === role && grant.granted);
  const isFound = (name: Permission) =>
    searchForm(t(`permission.${name}.name`)).includes(searchForm(search));
  const allowed = permissionGroups.map((group) => ({
    group,
    names: rowsOfGroup(data.permissions, group)
      .filter(isAllowed)
      .map(({ name }) => name),
  }));
  const found = allowed.map(({ group, names }) => ({ group, names: names.filter(isFound) }));
  if (allowed.every(({ names }) => names.length === 0)) return <p>{t('roles.mayNothing')}</p>;
  if (found.every(({ names }) => names.length === 0)) {
    return <Text tone="muted">{t('roles.noMatch')}</Text>;
  }
  return (
    <GroupedNames groups={found} isOpen={isOpen}>
      {(name) => t(`permission.${name}.name`)}
    </GroupedNames>
  );
}

/** A placeholder with as many lines as the role has permissions by default. */
function AllowedOnItsWay({ role, isOpen }: { role: Role; isOpen: boolean }) {
  const groups = permissionGroups.map((group) => ({
    group,
    names: namesOfGroup(group).filter((name) => roleHolds(role, name)),
  }));
  return (
    <GroupedNames groups={groups} isOpen={isOpen}>
      {() => <Skeleton width="9rem" height="1lh" />}
    </GroupedNames>
  );
}

type GroupedNamesProps = {
  readonly groups: readonly {
    readonly group: PermissionGroup;
    readonly names: readonly Permission[];
  }[];
  /** Whether the groups are open at first: those of the reader's own role, and in a search. */
  readonly isOpen: boolean;
  readonly children: (name: Permission) => ReactNode;
};

/** Permissions below the same headings as on the page that changes them, folded with their number. */
function GroupedNames({ groups, isOpen, children }: GroupedNamesProps) {
  const { t } = useTranslation('permissions');
  const shown = groups.filter(({ names }) => names.length > 0);
  return shown.map(({ group, names }) => (
    <FoldedSection
      // A new key opens the groups when a search begins.
      key={`${group} ${isOpen}`}
      title={t(`group.${group}`)}
      summary={
        <Text as="span" tone="muted" size="table">
          <Count value={names.length} />
        </Text>
      }
      isOpenFirst={isOpen}
      isFramed={false}
    >
      <Box pad={[0, 0, 4]}>
        <Box as="ul" size="table" className={classes.allowed}>
          {names.map((name) => (
            <li key={name}>{children(name)}</li>
          ))}
        </Box>
      </Box>
    </FoldedSection>
  ));
}
