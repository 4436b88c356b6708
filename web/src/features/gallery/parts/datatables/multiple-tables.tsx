import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useTranslation } from 'react-i18next';
import { Grid, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ListTable, type ListTableProps } from '../../../../ui/table/ListTable.tsx';
import { useBorrowerList } from '../../borrower-list.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { SideBySide, OneBelow },
  components: [
    documented<ListTableProps<BorrowerRow>>('ListTable', [
      { name: 'address', type: 'ListAddress' },
      { name: 'height', type: "'page' | 'content'", standard: "'page'" },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['Tab'], does: 'moveFocus' },
  ],
};

function SideBySide() {
  const { t } = useTranslation('gallery-samples');
  const owing = useBorrowerList({ name: 'first', columns: ['name', 'region'], limit: 6 });
  const past = useBorrowerList({
    name: 'second',
    columns: ['name', 'outstanding'],
    limit: 6,
  });
  return (
    <Grid min={22} gap={6} style={{ columnGap: 'var(--space-10)' }}>
      <Stack gap={3}>
        <Text as="h3" size="body" weight="medium">
          {t('borrowers')}
        </Text>
        <ListTable<BorrowerRow> {...owing.table} label={t('borrowers')} />
      </Stack>
      <Stack gap={3}>
        <Text as="h3" size="body" weight="medium">
          {t('largestDebts')}
        </Text>
        <ListTable<BorrowerRow> {...past.table} label={t('largestDebts')} />
      </Stack>
    </Grid>
  );
}

function OneBelow() {
  const { t } = useTranslation('gallery-tables');
  const { table } = useBorrowerList({
    name: 'third',
    columns: ['name', 'employment', 'created'],
    limit: 5,
  });
  return <ListTable<BorrowerRow> {...table} label={t('multiple-tables.examples.OneBelow.title')} />;
}
