import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { GrantSquare } from './GrantSquare.tsx';
import type { NamedRow } from './permission-groups.ts';
import classes from './PermissionMatrix.module.css';

type PermissionLineProps = { readonly row: NamedRow; readonly mayChange: boolean };

/** One permission: what it allows, a square a role, and beside it why a change was refused. */
export function PermissionLine({ row, mayChange }: PermissionLineProps) {
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
