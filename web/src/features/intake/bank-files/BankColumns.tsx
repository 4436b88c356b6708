import { bankFields, type BankField } from '@bursar/contracts/intake/bank-files.values';
import type { BankColumn, ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileForm } from '../../../ui/file/FileForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { BankTableChoice } from './BankTableChoice.tsx';

type BankColumnsProps = {
  readonly fileName: string;
  readonly columns: readonly BankColumn[];
  readonly table: TableFound | null;
  /** Called to read the columns of another table of the file. */
  readonly onTable: (table: TableChoice) => void;
  readonly onChoose: (columns: ChosenBankColumns) => void;
  readonly onLeave: () => void;
  readonly busy: boolean;
  readonly failure?: string | undefined;
};

/** The field of each column, in the order of the columns; null for unused ones. */
type Choices = readonly (BankField | null)[];

/**
 * Asks which field each column contains; shows the column's first values and preselects the field
 * that the server suggests.
 */
export function BankColumns(props: BankColumnsProps) {
  const { fileName, columns, table, onTable, onChoose, onLeave, busy, failure } = props;
  const { t } = useTranslation('bank-files');
  const [choices, setChoices] = useState<Choices>(columns.map(({ field }) => field));
  const [isAsked, setAsked] = useState(false);
  const missing = missingFrom(choices);
  const twice = chosenTwice(choices);
  const send = () => {
    setAsked(true);
    if (missing.length === 0 && twice.length === 0) onChoose(asChosen(columns, choices));
  };
  const problem = missing.length > 0 ? t(`columns.missing.${missing[0] ?? 'date'}`) : undefined;
  return (
    <FileForm
      title={t('columns.title')}
      meaning={t('columns.meaning', { file: isolated(fileName) })}
      failure={failure ?? (isAsked ? problem : undefined)}
      busy={busy}
      onSend={send}
      onLeave={onLeave}
    >
      {table && <BankTableChoice found={table} onChoose={onTable} busy={busy} />}
      <Box flow="stack" as="ul" gap={0}>
        {columns.map((column, at) => (
          <ColumnRow
            key={column.position}
            column={column}
            chosen={choices[at] ?? null}
            isTwice={isAsked && twice.includes(at)}
            onChoose={(field) => setChoices(choices.with(at, field))}
          />
        ))}
      </Box>
    </FileForm>
  );
}

type ColumnRowProps = {
  readonly column: BankColumn;
  readonly chosen: BankField | null;
  readonly isTwice: boolean;
  readonly onChoose: (field: BankField | null) => void;
};

const unused = 'unused';

function ColumnRow({ column, chosen, isTwice, onChoose }: ColumnRowProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { position, values } = column;
  const name = column.name || t('columns.nameless', { position: format.count(position) });
  const fields = bankFields.map((field) => ({ value: field, label: t(`columns.field.${field}`) }));
  return (
    <Box
      flow="grid"
      as="li"
      columns="repeat(auto-fit, minmax(min(100%, 16rem), 1fr))"
      level="center"
      gap={3}
      pad={[3, 0]}
      line="above"
    >
      <div>
        <Box weight="medium" breaks {...(chosen === null && { tone: 'muted' })}>
          <bdi>{name}</bdi>
        </Box>
        <Row gap={4} lines={0} align="stretch" tone="muted" size="table">
          {values.map((value) => (
            <Box as="bdi" key={value} clip max="14rem">
              {value}
            </Box>
          ))}
        </Row>
      </div>
      <SelectField
        id={`bank-column-${position}`}
        label={t('columns.readAs', { column: name })}
        isLabelHidden
        options={[{ value: unused, label: t('columns.unused') }, ...fields]}
        value={chosen ?? unused}
        onChange={(value) => onChoose(bankFields.find((field) => field === value) ?? null)}
        error={isTwice ? t('columns.twice') : undefined}
        required
      />
    </Box>
  );
}

const needs = [
  { need: 'date', fields: ['bookedOn', 'valueOn'] },
  { need: 'amount', fields: ['amount', 'credit'] },
  { need: 'text', fields: ['remittance', 'debtorName'] },
] as const;

/** Lists the needed values (date, amount or text) that no column provides yet. */
function missingFrom(choices: Choices) {
  return needs
    .filter(({ fields }) => !fields.some((field) => choices.includes(field)))
    .map(({ need }) => need);
}

/**
 * Returns the columns that share their field with another one; only the purpose may be in several.
 */
function chosenTwice(choices: Choices): readonly number[] {
  return [...choices.keys()].filter((at) => {
    const field = choices[at] ?? null;
    return (
      field !== null &&
      field !== 'remittance' &&
      choices.indexOf(field) !== choices.lastIndexOf(field)
    );
  });
}

function asChosen(columns: readonly BankColumn[], choices: Choices): ChosenBankColumns {
  const chosen = columns.flatMap(({ position }, at) => {
    const field = choices[at] ?? null;
    return field === null ? [] : [[String(position), field] as const];
  });
  return Object.fromEntries(chosen);
}
