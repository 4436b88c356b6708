import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { countChanged } from './permission-groups.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { permissionsQuery } from './permissions.queries.ts';
import type { RolePermissions } from './permissions.queries.ts';

/** The permissions of each role; administrators with `manage-permissions` can change them. */
export function PermissionsPage() {
  const { t } = useTranslation('permissions');
  const query = useQuery(permissionsQuery);
  return (
    <>
      <PageHeader
        title={t('matrix.title')}
        description={<ChangeCount data={query.data} failed={query.isError} />}
        actions={<ButtonLink to={paths.roles}>{t('roles.title')}</ButtonLink>}
      />
      {!query.data && query.error ? (
        <ErrorState
          title={failureSentence(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          requestId={query.error instanceof ApiFailure ? query.error.requestId : undefined}
        />
      ) : (
        <PermissionMatrix rows={query.data?.permissions} />
      )}
    </>
  );
}

function ChangeCount({ data, failed }: { data: RolePermissions | undefined; failed: boolean }) {
  const { t } = useTranslation('permissions');
  const format = useFormat();
  if (!data) return failed ? null : <Skeleton width="18rem" height="1.25rem" />;
  const count = countChanged(data.permissions);
  return <>{t('matrix.changed', { count, figure: format.count(count) })}</>;
}
