import { roles, type Role } from '@bursar/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import {
  permissionGroups,
  searchGroups,
  type GroupOfRows,
  type PermissionGroup,
} from './permission-groups.ts';
import { permissionsQuery, type RolePermissions } from './permissions.queries.ts';
import { PermissionSearch } from './PermissionSearch.tsx';
import classes from './RolesPage.module.css';

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
          <PermissionSearch value={search} onChange={setSearch} />
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
  /** Undefined while the permissions load; the role's description is shown before they arrive. */
  readonly data: RolePermissions | undefined;
  /** Only permissions whose name contains every word of this text are listed. */
  readonly search: string;
  readonly isOwn: boolean;
};

/** One role with its description, reach and permissions. */
function RoleCard({ role, data, search, isOwn }: RoleCardProps) {
  const { t } = useTranslation(['permissions', 'app']);
  // Only administrators see how many users a role has.
  const isAdmin = useSession()?.role === 'admin';
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
            <StatusBadge tone="open">{t('roles.own')}</StatusBadge>
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
        {data ? (
          <AllowedList role={role} data={data} search={search} />
        ) : (
          <FoldedSection
            title={t('matrix.title')}
            summary={<Counts groups={undefined} all={undefined} />}
            isOpenFirst={false}
            isFramed={false}
          >
            {null}
          </FoldedSection>
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
};

/** The permissions of a role, shut at first and open while the user searches. */
function AllowedList({ role, data, search }: AllowedListProps) {
  const { t } = useTranslation('permissions');
  const allowed = data.permissions.filter(({ grants }) =>
    grants.some((grant) => grant.role === role && grant.granted),
  );
  const found = searchGroups(allowed, search, (name) => t(`permission.${name}.name`));
  if (allowed.length === 0) return <p>{t('roles.mayNothing')}</p>;
  if (found.length === 0) return <Text tone="muted">{t('roles.noMatch')}</Text>;
  const isSearching = search !== '';
  return (
    <FoldedSection
      // A new key opens the section when a search begins.
      key={String(isSearching)}
      title={t('matrix.title')}
      summary={<Counts groups={found} all={searchGroups(data.permissions, '', String)} />}
      isOpenFirst={isSearching}
      isFramed={false}
    >
      <Box pad={[0, 0, 4]} size="table" className={classes.allowed}>
        {found.map(({ group, rows }) => (
          <div key={group}>
            <Text as="h4" tone="muted" size="caption" weight="medium">
              {t(`group.${group}`)}
            </Text>
            <ul>
              {rows.map(({ name }) => (
                <li key={name}>{t(`permission.${name}.name`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </Box>
    </FoldedSection>
  );
}

type CountsProps = {
  /** The permissions of the role, by group; undefined while they load. */
  readonly groups: readonly GroupOfRows[] | undefined;
  /** All permissions, by group. */
  readonly all: readonly GroupOfRows[] | undefined;
};

/**
 * The number of the role's permissions among all, in total and, while the section is shut, in each
 * group. Lists all groups, so that a group has the same place in every role.
 */
function Counts({ groups, all }: CountsProps) {
  const { t } = useTranslation('permissions');
  const format = useFormat();
  const countIn = (counted: readonly GroupOfRows[] = [], of?: PermissionGroup) =>
    counted
      .filter(({ group }) => of === undefined || group === of)
      .reduce((sum, { rows }) => sum + rows.length, 0);
  const granted = (of?: PermissionGroup) =>
    groups &&
    t('roles.granted', {
      granted: format.count(countIn(groups, of)),
      all: format.count(countIn(all, of)),
    });
  return (
    <>
      <Text as="span" tone="muted" size="table" tabular>
        {granted() ?? <Skeleton width="3rem" height="1lh" />}
      </Text>
      <Text as="span" tone="muted" size="table" className={classes.counts}>
        {permissionGroups.map((group) => (
          <Row as="span" key={group} justify="between" gap={2} wrap={false}>
            <span>{t(`group.${group}`)}</span>{' '}
            <Text as="span" {...(countIn(groups, group) > 0 && { tone: 'soft' })} tabular>
              {granted(group)}
            </Text>
          </Row>
        ))}
      </Text>
    </>
  );
}
