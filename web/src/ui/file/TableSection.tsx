import { useTranslation } from 'react-i18next';
import { Count } from '../format/Count.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { isolated } from '../format/isolated.ts';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { Note } from '../status/Note.tsx';
import { FigureTable, type FigureColumn } from '../table/FigureTable.tsx';
import { FoldedSection } from '../page/FoldedSection.tsx';
import { TableFields, type TableChoice, type TableDraft, type TableFound } from './TableFields.tsx';

type TableSectionProps = {
  found: TableFound;
  draft: TableDraft;
  onDraft: (draft: TableDraft) => void;
  /** True if the section is open at first: the file cannot be read with the table as found. */
  isOpenFirst: boolean;
};

/** The sheet and the row of the heading, with the rows around it; both can be changed. */
export function TableSection({ found, draft, onDraft, isOpenFirst }: TableSectionProps) {
  const { t } = useTranslation('ui');
  const sentence = useTableSentence(draft);
  return (
    <FoldedSection
      title={t('fileTable.title')}
      summary={
        <Text as="span" tone="muted" size="table">
          {sentence}
        </Text>
      }
      isOpenFirst={isOpenFirst || found.isOpen}
    >
      <Box flow="stack" gap={4} pad={[0, 4, 4]}>
        {found.isOpen && (
          <Note as="p" kind="late" pad={[2, 3]}>
            {t('fileTable.open')}
          </Note>
        )}
        <Box flow="grid" columns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap={4}>
          <TableFields found={found} draft={draft} onDraft={onDraft} />
        </Box>
        {draft.sheet === found.sheet && <Preview found={found} draft={draft} />}
      </Box>
    </FoldedSection>
  );
}

function useTableSentence({ sheet, row, hasHeading }: TableDraft): string {
  const { t } = useTranslation('ui');
  const { count } = useFormat();
  if (row === null) {
    return sheet === null
      ? t('fileTable.notFound')
      : t('fileTable.otherSheet', { sheet: isolated(sheet) });
  }
  const kind = hasHeading ? 'heading' : 'noHeading';
  const values = { row: count(row), sheet: isolated(sheet ?? '') };
  return t(`fileTable.${kind}.${sheet === null ? 'file' : 'sheet'}`, values);
}

type PreviewRow = TableFound['preview'][number];

const ROWS_BEFORE = 2;
const ROWS_SHOWN = 6;

/** The rows around the heading, with the heading in bold and the rows above it faint. */
function Preview({ found: { preview }, draft: { row, hasHeading } }: PreviewProps) {
  const { t } = useTranslation('ui');
  const at = Math.max(
    0,
    preview.findIndex((one) => one.row === row),
  );
  const from = Math.max(0, at - ROWS_BEFORE);
  const rows = preview.slice(from, from + ROWS_SHOWN);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns: readonly FigureColumn<PreviewRow>[] = [
    {
      id: 'row',
      header: t('fileTable.row'),
      align: 'end',
      cell: (one) => <Count value={one.row} />,
    },
    ...Array.from({ length: width }, (_, index) => ({
      id: String(index),
      // A letter names each column, as in spreadsheets; the server sends at most eight columns.
      header: String.fromCodePoint(65 + index),
      cell: ({ row: number, cells }: PreviewRow) => (
        <Box
          as="bdi"
          clip
          max="12rem"
          {...(hasHeading && number === row && { weight: 'strong' as const })}
        >
          {cells[index] ?? ''}
        </Box>
      ),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <FigureTable
      label={t('fileTable.preview')}
      columns={columns}
      rows={rows}
      rowId={(one) => one.row}
      rowMark={(one) => (row !== null && one.row < row ? 'done' : undefined)}
    />
  );
}

type PreviewProps = Pick<TableSectionProps, 'found' | 'draft'>;

/** Returns whether the draft names another table than the one that was read. */
export function isMoved(draft: TableDraft, found: TableFound): boolean {
  const { sheet, row, hasHeading } = found;
  return draft.sheet !== sheet || draft.row !== row || draft.hasHeading !== hasHeading;
}

/**
 * Returns the choice to send with the file. If the user changed nothing and the table was found or
 * chosen before, this is the choice with which the file was read.
 */
export function tableChosen(
  draft: TableDraft,
  found: TableFound,
  former: TableChoice | undefined,
): TableChoice | undefined {
  const { sheet, row, hasHeading } = draft;
  if (!isMoved(draft, found) && !found.isOpen) return former;
  if (row === null) return sheet === null ? former : { sheet };
  const chosenSheet = former?.sheet;
  // The first row needs no number, so that the choice also fits the next file.
  const isFirst = !hasHeading && row === found.preview[0]?.row;
  return {
    ...(chosenSheet !== undefined && { sheet: chosenSheet }),
    ...(!isFirst && { row }),
    ...(!hasHeading && { hasNoHeading: true as const }),
  };
}
