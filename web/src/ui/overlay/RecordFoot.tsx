import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';

type RecordFootProps = {
  /** The record that the form has open; null for a new record, for which nothing is shown. */
  readonly record: { readonly madeBy: { readonly name: string } } | null;
  /** The button that removes the record, if the user may. */
  readonly removal: ReactNode;
};

/** The end of a record's form: its creator, and the button that removes it. */
export function RecordFoot({ record, removal }: RecordFootProps) {
  const { t } = useTranslation('apps');
  if (!record) return null;
  return (
    <Row justify="between">
      <Text tone="muted" size="caption">
        {t('madeBy', { name: record.madeBy.name })}
      </Text>
      {removal}
    </Row>
  );
}
