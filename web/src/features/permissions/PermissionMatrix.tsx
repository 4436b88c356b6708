import { roles } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { permissionGroups, rowsOfGroup, type NamedRow } from './permission-groups.ts';
import type { PermissionRow } from './permissions.queries.ts';
import classes from './PermissionMatrix.module.css';
import { useId, useState } from 'react';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { GrantSquare } from './GrantSquare.tsx';

/** Permissions down, roles across. */
export function PermissionMatrix({ rows }: { readonly rows: readonly PermissionRow[] }) {
  const { t } = useTranslation(['permissions', 'app']);
  // For whoever may turn none of the switches the squares are to read.
  const mayChange = rows.some(({ grants }) => grants.some((grant) => grant.mayChange));
  return (
    <>
      <p className={classes.note}>{t(mayChange ? 'matrix.mayChange' : 'matrix.readOnly')}</p>
      <table className={classes.matrix}>
        <caption className={classes.caption}>{t('matrix.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('matrix.permission')}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {t(`app:role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map((group) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {t(`group.${group}`)}
              </th>
            </tr>
            {rowsOfGroup(rows, group).map((row) => (
              <PermissionLine key={row.name} row={row} mayChange={mayChange} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

type PermissionLineProps = { readonly row: NamedRow; readonly mayChange: boolean };

/** One permission: what it allows, a square a role, and beside it why a change was refused. */
function PermissionLine({ row, mayChange }: PermissionLineProps) {
  const { t } = useTranslation('permissions');
  const [failure, setFailure] = useState<unknown>(null);
  const lockedId = useId();
  const isLocked = mayChange && row.grants.some((grant) => !grant.mayChange);
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{t(`permission.${row.name}.name`)}</span>
        <span className={classes.means}>{t(`permission.${row.name}.means`)}</span>
        {isLocked && (
          <span id={lockedId} className={classes.locked}>
            {t('matrix.locked')}
          </span>
        )}
        {failure !== null && (
          <span role="alert" className={classes.failure}>
            {failureSentence(failure)}
          </span>
        )}
      </th>
      {row.grants.map((grant) => (
        <td key={grant.role}>
          <GrantSquare
            permission={row.name}
            grant={grant}
            mayChange={mayChange}
            lockedId={lockedId}
            onFailure={setFailure}
          />
        </td>
      ))}
    </tr>
  );
}
