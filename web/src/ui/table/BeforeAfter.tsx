import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureTable } from './FigureTable.tsx';

export type Compared = {
  readonly id: string;
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
};

/** Compares current and future values of a few facts. */
export function BeforeAfter({ label, facts }: { label: string; facts: readonly Compared[] }) {
  const { t } = useTranslation('ui');
  return (
    <FigureTable
      label={label}
      columns={[
        { id: 'fact', header: t('compare.fact'), cell: (fact: Compared) => fact.label, wide: true },
        { id: 'before', header: t('compare.before'), cell: ({ before }) => before, align: 'end' },
        { id: 'after', header: t('compare.after'), cell: ({ after }) => after, align: 'end' },
      ]}
      rows={facts}
      rowId={({ id }) => id}
    />
  );
}
