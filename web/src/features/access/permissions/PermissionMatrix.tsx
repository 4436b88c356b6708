import type { Permission } from '@bursar/contracts/access/permissions';
import { roles } from '@bursar/contracts/roles';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { GrantMark, RoleGroup, RoleMatrix, RoleRow } from '../../../ui/table/RoleMatrix.tsx';
import {
  isChanged,
  permissionGroups,
  searchGroups,
  type GroupOfRows,
  type NamedRow,
  type PermissionGroup,
} from './permission-groups.ts';
import { PermissionSearch } from './PermissionSearch.tsx';
import { useChangePermission, type Grant, type PermissionRow } from './permissions.queries.ts';
import classes from './PermissionMatrix.module.css';

type PermissionMatrixProps = {
  /** Undefined while they load. */
  readonly rows: readonly PermissionRow[] | undefined;
};

/** The permissions of each role in a table, with a search and links to its groups. */
export function PermissionMatrix({ rows }: PermissionMatrixProps) {
  const { t } = useTranslation('permissions');
  const [search, setSearch] = useState('');
  const found = searchGroups(rows ?? [], search, (name) =>
    [t(`permission.${name}.name`), t(`permission.${name}.means`)].join(' '),
  );
  // Users who can change no permission see marks and no switches.
  const mayManage = useMay('manage-permissions');
  const mayChange =
    rows?.some(({ grants }) => grants.some((grant) => grant.mayChange)) ?? mayManage;
  return (
    <>
      <Box as="p" tone="muted" below={4} max="44rem">
        {t(mayChange ? 'matrix.mayChange' : 'matrix.readOnly')}
      </Box>
      <PermissionSearch value={search} onChange={setSearch} />
      {rows && found.length === 0 ? (
        <Text tone="muted">{t('matrix.noMatch')}</Text>
      ) : (
        <>
          <GroupLinks groups={rows ? found.map(({ group }) => group) : permissionGroups} />
          {rows ? <GroupTable groups={found} mayChange={mayChange} /> : <TableToCome rows={16} />}
        </>
      )}
    </>
  );
}

const headIdOf = (group: PermissionGroup): string => `permissions-${group}`;

/** Links to the heads of the groups, because the table is several screens long. */
function GroupLinks({ groups }: { readonly groups: readonly PermissionGroup[] }) {
  const { t } = useTranslation('permissions');
  const show = (group: PermissionGroup) => {
    const head = document.getElementById(headIdOf(group));
    head?.scrollIntoView();
    head?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={t('matrix.groups')}>
      <Box as="ul" flow="row" gap={4} lines={1} below={4} size="table" className={classes.links}>
        {groups.map((group) => (
          <li key={group}>
            <a
              href={`#${headIdOf(group)}`}
              onClick={(event) => {
                // The router would restore the scroll position of the address without the group.
                event.preventDefault();
                show(group);
              }}
            >
              {t(`group.${group}`)}
            </a>
          </li>
        ))}
      </Box>
    </nav>
  );
}

type GroupTableProps = { readonly groups: readonly GroupOfRows[]; readonly mayChange: boolean };

/** A table with a row per permission and a column per role. */
function GroupTable({ groups, mayChange }: GroupTableProps) {
  const { t } = useTranslation(['permissions', 'app']);
  const own = useSession()?.role;
  return (
    <RoleMatrix
      caption={t('matrix.title')}
      head={t('matrix.permission')}
      meansHead={t('matrix.means')}
      roles={roles.map((role) => t(`app:role.${role}`))}
      own={own && { role: t(`app:role.${own}`), mark: t('roles.own') }}
    >
      {groups.map(({ group, rows }) => (
        <RoleGroup
          key={group}
          id={headIdOf(group)}
          title={t(`group.${group}`)}
          count={rows.length}
          roles={roles.length}
        >
          {rows.map((row) => (
            <PermissionLine key={row.name} row={row} mayChange={mayChange} />
          ))}
        </RoleGroup>
      ))}
    </RoleMatrix>
  );
}

type PermissionLineProps = { readonly row: NamedRow; readonly mayChange: boolean };

/** One permission: its meaning, a switch per role, and the reason if a change was refused. */
function PermissionLine({ row, mayChange }: PermissionLineProps) {
  const { t } = useTranslation('permissions');
  const [failure, setFailure] = useState<unknown>(null);
  const lockedId = useId();
  const isLocked = mayChange && row.grants.some((grant) => !grant.mayChange);
  return (
    <RoleRow
      name={t(`permission.${row.name}.name`)}
      means={t(`permission.${row.name}.means`)}
      notes={
        <>
          {isLocked && (
            <Text id={lockedId} tone="muted" size="table">
              {t('matrix.locked')}
            </Text>
          )}
          {failure !== null && (
            <Text role="alert" tone="late" size="table">
              {failureSentence(failure)}
            </Text>
          )}
        </>
      }
      cells={row.grants.map((grant) => ({
        id: grant.role,
        cell: (
          <GrantSquare
            permission={row.name}
            grant={grant}
            mayChange={mayChange}
            lockedId={lockedId}
            onFailure={setFailure}
          />
        ),
      }))}
    />
  );
}

type GrantSquareProps = {
  readonly permission: Permission;
  readonly grant: Grant;
  readonly mayChange: boolean;
  /** The id of the text that says why a switch is locked. */
  readonly lockedId: string;
  /** Called with the error if a change failed, and with null after a successful change. */
  readonly onFailure: (cause: unknown) => void;
};

/**
 * A switch for the permission, locked if the user may not change it; a mark if the user may change
 * none.
 */
function GrantSquare(props: GrantSquareProps) {
  const { permission, grant, mayChange, lockedId } = props;
  const { t } = useTranslation(['permissions', 'app']);
  const change = useGrantChange(props);
  const { role, granted } = grant;
  const label = t('matrix.square', {
    role: t(`app:role.${role}`),
    permission: t(`permission.${permission}.name`),
  });
  return (
    <Stack as="span" gap={1} align="center">
      {mayChange ? (
        <Switch
          label={label}
          checked={granted}
          busy={change.isPending}
          refusedBy={grant.mayChange ? undefined : lockedId}
          onChange={change.turn}
        />
      ) : (
        <GrantMark granted={granted} label={t(granted ? 'matrix.allowed' : 'matrix.notAllowed')} />
      )}
      {isChanged(grant) && (
        <Box as="span" tone="soon" size="caption" text="center" className={classes.changed}>
          {t(grant.grantedByDefault ? 'matrix.onByDefault' : 'matrix.offByDefault')}
        </Box>
      )}
    </Stack>
  );
}

/** Changes the permission at once and confirms it with an undo toast, shown on any page. */
function useGrantChange({ permission, grant, onFailure }: GrantSquareProps) {
  const { t } = useTranslation(['permissions', 'app']);
  const { mutateAsync, isPending } = useChangePermission();
  const { role } = grant;
  const names = { role: t(`app:role.${role}`), permission: t(`permission.${permission}.name`) };
  const save = (granted: boolean) => mutateAsync({ permission, role, granted });
  const offerUndo = (granted: boolean) =>
    notify.undo(t(granted ? 'matrix.granted' : 'matrix.taken', names), {
      label: t('matrix.undo'),
      run: () => void save(!granted).catch((cause) => notify.error(failureSentence(cause))),
    });
  const turn = (granted: boolean) =>
    void save(granted).then(() => {
      onFailure(null);
      offerUndo(granted);
    }, onFailure);
  return { turn, isPending };
}
