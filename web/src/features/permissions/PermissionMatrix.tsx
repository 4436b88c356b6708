import { roles } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { permissionGroups, rowsOfGroup } from './permission-groups.ts';
import type { PermissionRow } from './permissions.queries.ts';
import { PermissionLine } from './PermissionLine.tsx';
import classes from './PermissionMatrix.module.css';

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
