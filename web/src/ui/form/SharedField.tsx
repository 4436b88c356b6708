import { useTranslation } from 'react-i18next';
import { ChoiceField } from './ChoiceField.tsx';

type SharedFieldProps = {
  id: string;
  /** True for an administrator, who shares with administrators only. */
  isAdmin: boolean;
  isShared: boolean;
  onChange: (isShared: boolean) => void;
};

/**
 * Chooses who sees a saved item: only its creator, or also everyone in the portfolio, or all
 * administrators if the creator is one.
 */
export function SharedField({ id, isAdmin, isShared, onChange }: SharedFieldProps) {
  const { t } = useTranslation('apps');
  return (
    <ChoiceField
      id={id}
      label={t('shared.label')}
      choices={[
        { value: 'own', label: t('shared.own') },
        { value: 'shared', label: t(isAdmin ? 'shared.admins' : 'shared.portfolio') },
      ]}
      value={isShared ? 'shared' : 'own'}
      onChange={(who) => onChange(who === 'shared')}
    />
  );
}
