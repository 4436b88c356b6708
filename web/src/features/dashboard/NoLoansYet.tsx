import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { FileImportIcon } from '../../ui/icon/FileImportIcon.tsx';

/** A book without loans: why, and what brings the first ones. Only a portfolio's manager can. */
export function NoLoansYet({ role }: { role: Role }) {
  const { t } = useTranslation('dashboard');
  return (
    <EmptyState
      icon={<FileImportIcon size={22} stroke={1.5} />}
      title={t(`empty.title.${role}`)}
      hint={t(`empty.hint.${role}`)}
      action={
        role === 'user' && (
          <ButtonLink kind="primary" to={paths.importTape()}>
            {t('empty.importTape')}
          </ButtonLink>
        )
      }
    />
  );
}
