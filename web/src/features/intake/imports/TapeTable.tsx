import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { ImportSection } from './ImportSection.tsx';

/** Where the user says that the table is; the row is unknown until another sheet is read. */
export type TableDraft = Pick<TableFound, 'sheet' | 'row' | 'hasHeading'>;

type TapeTableProps = {
  found: TableFound;
  draft: TableDraft;
  onDraft: (draft: TableDraft) => void;
  /** Whether to show the rows at once, because the file cannot be read as it was found. */
  isOpenFirst: boolean;
};

/** The sheet and the row of the heading, with the rows around it; both can be changed. */
export function TapeTable({ found, draft, onDraft, isOpenFirst }: TapeTableProps) {
  const { t } = useTranslation('imports');
  const sentence = useTableSentence(draft);
  return (
    <ImportSection
      title={t('table.title')}
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
            {t('table.open')}
          </Note>
        )}
        <Box flow="grid" columns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap={4}>
          <TableFields found={found} draft={draft} onDraft={onDraft} />
        </Box>
        {draft.sheet === found.sheet && <Preview found={found} draft={draft} />}
      </Box>
    </ImportSection>
  );
}

function useTableSentence({ sheet, row, hasHeading }: TableDraft): string {
  const { t } = useTranslation('imports');
  const { count } = useFormat();
  if (row === null) {
    return sheet === null ? t('table.notFound') : t('table.otherSheet', { sheet: isolated(sheet) });
  }
  const kind = hasHeading ? 'heading' : 'noHeading';
  const values = { row: count(row), sheet: isolated(sheet ?? '') };
  return t(`table.${kind}.${sheet === null ? 'file' : 'sheet'}`, values);
}

const none = 'none';

function TableFields({ found, draft, onDraft }: Omit<TapeTableProps, 'isOpenFirst'>) {
  const { t } = useTranslation('imports');
  const { count } = useFormat();
  const { sheets, preview } = found;
  const rows = preview.map(({ row, cells }) => ({
    value: String(row),
    label: t('table.rowOption', {
      row: count(row),
      cells: isolated(cells.filter((cell) => cell !== '').join(', ')),
    }),
  }));
  const isSameSheet = draft.sheet === found.sheet;
  const first = preview[0]?.row ?? null;
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          id="tape-sheet"
          label={t('table.sheetField')}
          options={sheets.map(({ name, isHidden }) => ({
            value: name,
            label: name,
            note: isHidden ? t('table.hidden') : undefined,
          }))}
          value={draft.sheet}
          onChange={(sheet) =>
            onDraft(sheet === found.sheet ? asFound(found) : { sheet, row: null, hasHeading: true })
          }
          required
        />
      )}
      {isSameSheet && rows.length > 0 && (
        <SelectField
          id="tape-heading"
          label={t('table.headingField')}
          options={[{ value: none, label: t('table.noHeadingOption') }, ...rows]}
          value={draft.hasHeading ? (draft.row === null ? null : String(draft.row)) : none}
          onChange={(chosen) =>
            onDraft(
              chosen === none
                ? { ...draft, row: draft.row ?? first, hasHeading: false }
                : { ...draft, row: Number(chosen), hasHeading: true },
            )
          }
          required
        />
      )}
      {isSameSheet && !draft.hasHeading && (
        <SelectField
          id="tape-first-row"
          label={t('table.firstRowField')}
          options={rows}
          value={draft.row === null ? null : String(draft.row)}
          onChange={(chosen) => onDraft({ ...draft, row: Number(chosen) })}
          required
        />
      )}
    </>
  );
}

type PreviewRow = TableFound['preview'][number];

const ROWS_BEFORE = 2;
const ROWS_SHOWN = 6;

/** The rows around the heading, with the heading in bold and the rows above it faint. */
function Preview({ found: { preview }, draft: { row, hasHeading } }: PreviewProps) {
  const { t } = useTranslation('imports');
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
      header: t('findings.row'),
      align: 'end',
      cell: (one) => <Count value={one.row} />,
    },
    ...Array.from({ length: width }, (_, index) => ({
      id: String(index),
      // At most eight columns are shown, named as spreadsheets do.
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
      label={t('table.preview')}
      columns={columns}
      rows={rows}
      rowId={(one) => one.row}
      rowMark={(one) => (row !== null && one.row < row ? 'done' : undefined)}
    />
  );
}

type PreviewProps = Pick<TapeTableProps, 'found' | 'draft'>;

export function asFound({ sheet, row, hasHeading }: TableFound): TableDraft {
  return { sheet, row, hasHeading };
}

/** Whether another table is meant than the one that was read. */
export function isMoved(draft: TableDraft, found: TableFound): boolean {
  const { sheet, row, hasHeading } = found;
  return draft.sheet !== sheet || draft.row !== row || draft.hasHeading !== hasHeading;
}

/** The choice to send with the file; without a change, the one that it was read with. */
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

/** Keeps the direction of a file's text from changing the sentence around it. */
const isolated = (text: string): string => `\u2068${text}\u2069`;
