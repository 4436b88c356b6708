import { roles } from '@bursar/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { permissionsQuery } from './permissions.queries.ts';
import { RoleCard } from './RoleCard.tsx';
import classes from './RolesPage.module.css';

/** The four roles in words: what each is for, which rows it reaches and what it may do. */
export function RolesPage() {
  const { t } = useTranslation('permissions');
  const ownRole = useSession()?.role;
  const { data, error, isFetching, refetch } = useQuery(permissionsQuery);
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
        <ul className={classes.roles}>
          {roles.map((role) => (
            <RoleCard key={role} role={role} data={data} isOwn={role === ownRole} />
          ))}
        </ul>
      )}
    </>
  );
}
