import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { Box } from '../../../ui/layout/Box.tsx';

type PermissionSearchProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** The search of the pages that list permissions. */
export function PermissionSearch({ value, onChange }: PermissionSearchProps) {
  const { t } = useTranslation('permissions');
  return (
    <Box below={4}>
      <SearchBox
        filter={{ kind: 'search', id: 'search', label: t('roles.search') }}
        value={value}
        onChange={(text = '') => onChange(text)}
      />
    </Box>
  );
}
