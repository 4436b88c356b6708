import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Text } from '../layout/Text.tsx';

/** The label of an optional field in a form whose other fields are required. */
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
