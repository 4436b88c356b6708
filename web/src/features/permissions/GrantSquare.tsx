import type { Permission } from '@bursar/contracts/permissions';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { Switch } from '../../ui/switch/Switch.tsx';
import { isChanged } from './permission-groups.ts';
import { useChangePermission } from './permissions.queries.ts';
import type { Grant } from './permissions.queries.ts';
import classes from './PermissionMatrix.module.css';

type GrantSquareProps = {
  readonly permission: Permission;
  readonly grant: Grant;
  readonly mayChange: boolean;
  /** The text that says why a square is locked. */
  readonly lockedId: string;
  /** Null once a change has gone through. */
  readonly onFailure: (cause: unknown) => void;
};

/** Whether a role holds a permission, as a switch or, where it is not the reader's to turn, a mark. */
export function GrantSquare(props: GrantSquareProps) {
  const { permission, grant, mayChange, lockedId } = props;
  const { t } = useTranslation(['permissions', 'app']);
  const change = useGrantChange(props);
  const { role, granted } = grant;
  const label = t('matrix.square', {
    role: t(`app:role.${role}`),
    permission: t(`permission.${permission}.name`),
  });
  return (
    <span className={classes.square}>
      {mayChange ? (
        <Switch
          label={label}
          checked={granted}
          busy={change.isPending}
          refusedBy={grant.mayChange ? undefined : lockedId}
          onChange={change.turn}
        />
      ) : (
        <GrantMark granted={granted} />
      )}
      {isChanged(grant) && (
        <span className={classes.changed}>
          {t(grant.grantedByDefault ? 'matrix.onByDefault' : 'matrix.offByDefault')}
        </span>
      )}
    </span>
  );
}

function GrantMark({ granted }: { granted: boolean }) {
  const { t } = useTranslation('permissions');
  const Icon = granted ? IconCheck : IconMinus;
  return (
    <span
      role="img"
      aria-label={t(granted ? 'matrix.allowed' : 'matrix.notAllowed')}
      className={granted ? classes.allowed : classes.refused}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

/** Turns the square at once, says so, and offers the way back, on whatever page the reader is then. */
function useGrantChange({ permission, grant, onFailure }: GrantSquareProps) {
  const { t } = useTranslation(['permissions', 'app']);
  const { mutateAsync, isPending } = useChangePermission();
  const { role } = grant;
  const words = { role: t(`app:role.${role}`), permission: t(`permission.${permission}.name`) };
  const save = (granted: boolean) => mutateAsync({ permission, role, granted });
  const offerUndo = (granted: boolean) =>
    notify.undo(t(granted ? 'matrix.granted' : 'matrix.taken', words), {
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
