import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountField } from '../form/CountField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { isolated } from '../format/isolated.ts';

/** The position at which the server found the table in a file. */
export type TableFound = {
  /** Null for a text file. */
  readonly sheet: string | null;
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
  /** The row of the heading; without a heading, the first row that is read. */
  readonly row: number | null;
  readonly hasHeading: boolean;
  /** True if no row looks like a heading and no user has chosen where the table starts. */
  readonly isOpen: boolean;
  readonly preview: readonly { readonly row: number; readonly cells: readonly string[] }[];
};

/** The position of the table as the user chose it; sent with the file. */
export type TableChoice = {
  readonly sheet?: string | undefined;
  readonly row?: number | undefined;
  readonly hasNoHeading?: true | undefined;
};

/**
 * The position that the user is choosing; the row is null until a newly chosen sheet has been read.
 */
export type TableDraft = Pick<TableFound, 'sheet' | 'row' | 'hasHeading'>;

type TableFieldsProps = {
  readonly found: TableFound;
  readonly draft: TableDraft;
  readonly onDraft: (draft: TableDraft) => void;
};

const none = 'none';

/**
 * Fields for the sheet, the row of the heading and, without a heading, the first row of the table.
 */
export function TableFields({ found, draft, onDraft }: TableFieldsProps) {
  const { t } = useTranslation('ui');
  const { sheets, preview } = found;
  const isSameSheet = draft.sheet === found.sheet;
  const first = preview[0]?.row ?? null;
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          id="file-sheet"
          label={t('fileTable.sheetField')}
          options={sheets.map(({ name, isHidden }) => ({
            value: name,
            label: name,
            note: isHidden ? t('fileTable.hidden') : undefined,
          }))}
          value={draft.sheet}
          onChange={(sheet) =>
            onDraft(sheet === found.sheet ? asFound(found) : { sheet, row: null, hasHeading: true })
          }
          required
        />
      )}
      {isSameSheet && preview.length > 0 && (
        <RowFields
          key="heading"
          id="file-heading"
          label={t('fileTable.headingField')}
          preview={preview}
          row={draft.row}
          isNone={!draft.hasHeading}
          noneLabel={t('fileTable.noHeadingOption')}
          onRow={(row) =>
            onDraft(
              row === none
                ? { ...draft, row: draft.row ?? first, hasHeading: false }
                : { ...draft, row, hasHeading: true },
            )
          }
        />
      )}
      {isSameSheet && !draft.hasHeading && (
        <RowFields
          key="first"
          id="file-first-row"
          label={t('fileTable.firstRowField')}
          preview={preview}
          row={draft.row}
          onRow={(row) => row !== none && onDraft({ ...draft, row })}
        />
      )}
    </>
  );
}

type RowFieldsProps = Pick<TableFound, 'preview' | 'row'> & {
  readonly id: string;
  readonly label: string;
  /** True if the user chose that the table has no such row; undefined if the row is required. */
  readonly isNone?: boolean;
  readonly noneLabel?: string;
  readonly onRow: (row: number | typeof none) => void;
};

const later = 'later';

/** Chooses one of the first rows by its cells, or a later row by its number. */
function RowFields({ id, label, preview, row, isNone, noneLabel, onRow }: RowFieldsProps) {
  const { t } = useTranslation('ui');
  const { count } = useFormat();
  const isShown = preview.some((one) => one.row === row);
  const [isLater, setLater] = useState(row !== null && !isShown && isNone !== true);
  const [typed, setTyped] = useState(isShown ? null : row);
  const last = preview.at(-1)?.row ?? 0;
  const options = preview.map(({ row: number, cells }) => ({
    value: String(number),
    label: t('fileTable.rowOption', {
      row: count(number),
      // Each cell is isolated by itself, so that a field that is too narrow cuts off the last
      // cells.
      cells: cells
        .filter((cell) => cell !== '')
        .map((cell) => isolated(shortened(cell)))
        .join(' · '),
    }),
  }));
  const chosen = isNone === true ? none : isLater ? later : row === null ? null : String(row);
  return (
    <>
      <SelectField
        id={id}
        label={label}
        options={[
          ...(noneLabel === undefined ? [] : [{ value: none, label: noneLabel }]),
          ...options,
          { value: later, label: t('fileTable.laterOption') },
        ]}
        value={chosen}
        onChange={(value) => {
          setLater(value === later);
          if (value === later) return;
          onRow(value === none ? none : Number(value));
        }}
        required
      />
      {isLater && isNone !== true && (
        <CountField
          id={`${id}-number`}
          label={t('fileTable.rowField')}
          hint={t('fileTable.rowHint', { row: count(last) })}
          value={typed}
          onChange={(number) => {
            setTyped(number);
            if (number !== null && number > 0) onRow(number);
          }}
          required
        />
      )}
    </>
  );
}

const CELL_CHARACTERS = 24;

const shortened = (cell: string): string =>
  cell.length > CELL_CHARACTERS ? `${cell.slice(0, CELL_CHARACTERS)}…` : cell;

export function asFound({ sheet, row, hasHeading }: TableFound): TableDraft {
  return { sheet, row, hasHeading };
}
