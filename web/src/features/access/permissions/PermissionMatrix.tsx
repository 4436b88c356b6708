import { roles } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { isChanged, permissionGroups, rowsOfGroup, type NamedRow } from './permission-groups.ts';
import { useChangePermission, type Grant, type PermissionRow } from './permissions.queries.ts';
import classes from './PermissionMatrix.module.css';
import { useId, useState } from 'react';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import type { Permission } from '@bursar/contracts/access/permissions';
import { notify } from '../../../ui/overlay/notify.ts';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { GrantMark, RoleGroup, RoleMatrix, RoleRow } from '../../../ui/table/RoleMatrix.tsx';

/** A table with a row per permission and a column per role. */
export function PermissionMatrix({ rows }: { readonly rows: readonly PermissionRow[] }) {
  const { t } = useTranslation(['permissions', 'app']);
  const own = useSession()?.role;
  // Users who can change no permission see marks and no switches.
  const mayChange = rows.some(({ grants }) => grants.some((grant) => grant.mayChange));
  return (
    <>
      <Box as="p" tone="muted" below={4} max="44rem">
        {t(mayChange ? 'matrix.mayChange' : 'matrix.readOnly')}
      </Box>
      <RoleMatrix
        caption={t('matrix.title')}
        head={t('matrix.permission')}
        roles={roles.map((role) => t(`app:role.${role}`))}
        own={own && { role: t(`app:role.${own}`), mark: t('roles.own') }}
      >
        {permissionGroups.map((group) => (
          <RoleGroup key={group} title={t(`group.${group}`)} roles={roles.length}>
            {rowsOfGroup(rows, group).map((row) => (
              <PermissionLine key={row.name} row={row} mayChange={mayChange} />
            ))}
          </RoleGroup>
        ))}
      </RoleMatrix>
    </>
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
      name={
        <>
          <Text weight="medium">{t(`permission.${row.name}.name`)}</Text>
          <Text tone="muted" size="table">
            {t(`permission.${row.name}.means`)}
          </Text>
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
  /** Called with null once a change has succeeded. */
  readonly onFailure: (cause: unknown) => void;
};

/** A switch for the permission, or a mark if the user may not change it. */
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
