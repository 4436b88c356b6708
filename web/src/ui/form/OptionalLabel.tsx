import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Text } from '../layout/Text.tsx';

/** The label of a field that may stay empty where others may not. */
export function OptionalLabel({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <>
      {children}{' '}
      <Text as="span" tone="muted" weight="text">
        {t('form.optional')}
      </Text>
    </>
  );
}
