import type { TapeImport } from '@bursar/contracts/intake/imports';
import type { TapeColumn, TapeReading } from '@bursar/contracts/intake/tape-reading';
import {
  columnAt,
  missingFields,
  tapeFields,
  type TapeField,
  type ChosenColumns,
  tapeFacts,
} from '@bursar/contracts/intake/tape-fields';
import { orderedFields, tapeAnswers, type DateOrders } from '@bursar/contracts/intake/tape-telling';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import type { TFunction } from 'i18next';
import { quietly } from '../../../lib/quietly.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import type { AgainProps, ReadAs } from './use-tape-upload.ts';
import { useCancelImport } from './imports.queries.ts';
import { FileColumn } from '../../../ui/file/FileColumn.tsx';
import { FileColumnFormat } from '../../../ui/file/FileColumnFormat.tsx';
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx';
import { tapeEndings } from './NewImport.tsx';
import classes from './Imports.module.css';

type TapeColumnsProps = {
  reading: Pick<TapeReading, 'columns' | 'required' | 'recalledFrom' | 'layout'>;
  /** The fields to choose from. */
  fields?: readonly TapeField[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  /** The date orders that the user set; left out for borrower files. */
  orders?: DateOrders;
  onOrders?: (orders: DateOrders) => void;
  /** Inputs for fields that no column has. */
  children: ReactNode;
};

/** The field that each column is read as, by position; null for unused columns. */
export type Choices = readonly (TapeField | null)[];

/**
 * All columns of the file with their first values and the field they are read as, which can be
 * changed.
 */
export function TapeColumns(props: TapeColumnsProps) {
  const { reading, fields = tapeFields, choices, onChoices, orders, onOrders, children } = props;
  const { t } = useTranslation('imports');
  const { columns, required, recalledFrom, layout } = reading;
  const missing = missingFields(
    required,
    choices.map((field) => ({ field })),
  );
  const byName = columns.map(({ recognisedAs }) => recognisedAs);
  const isSuggested = columns.some(({ suggested }) => suggested !== undefined);
  const twice = chosenTwice(choices);
  const choose = (position: number, field: TapeField | null) =>
    onChoices(choices.map((former, at) => (at === position ? field : former)));
  return (
    <FoldedSection
      title={t('columns.title')}
      summary={<UsedCount choices={choices} />}
      isOpenFirst={missing.length > 0 || isSuggested || recalledFrom !== null}
    >
      <Box as="p" tone="muted" size="table" pad={[0, 4]}>
        {t(isSuggested ? 'columns.suggestedMeaning' : 'columns.meaning')}
      </Box>
      {layout && <Inset>{t('columns.layout', { layout: t(`columns.layouts.${layout}`) })}</Inset>}
      {recalledFrom && <Recalled from={recalledFrom} />}
      {missing.length > 0 && <Missing fields={missing} />}
      <Box flow="stack" as="ul" gap={0} above={3}>
        {columns.map((column, position) => (
          <ColumnRow
            key={position}
            column={column}
            position={position}
            chosen={choices[position] ?? null}
            isTwice={twice.includes(position)}
            fields={fields}
            required={required}
            onChoose={(field) => choose(position, field)}
            {...(orders && { orders })}
            {...(onOrders && { onOrders })}
          />
        ))}
      </Box>
      {children}
      <Box flow="row" align="stretch" pad={[3, 4]} line="above" className={classes.actions}>
        {!isSame(choices, byName) && (
          <Button kind="quiet" onClick={() => onChoices(byName)}>
            {t('columns.byName')}
          </Button>
        )}
      </Box>
    </FoldedSection>
  );
}

function UsedCount({ choices }: { choices: Choices }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const used = choices.filter((field) => field !== null).length;
  return (
    <Text as="span" tone="muted" size="table">
      {t('columns.used', {
        count: choices.length,
        used: format.count(used),
        columns: format.count(choices.length),
      })}
    </Text>
  );
}

function Recalled({ from }: { from: NonNullable<TapeReading['recalledFrom']> }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const values = { file: isolated(from.fileName), when: format.instant(from.bookedAt) };
  return <Inset>{t('columns.recalled', values)}</Inset>;
}

function Missing({ fields }: { fields: readonly TapeField[] }) {
  const { t } = useTranslation(['imports', 'facts']);
  const { settings } = useFormat();
  const names = fields.map((field) => fieldText(t, field));
  const list = new Intl.ListFormat(settings.locale, { type: 'unit' }).format(names);
  return <Inset kind="late">{t('columns.missing', { count: fields.length, fields: list })}</Inset>;
}

function Inset({ kind = 'neutral', children }: { kind?: 'neutral' | 'late'; children: string }) {
  return (
    <Box pad={[3, 4, 0]}>
      <Note as="p" kind={kind} pad={[2, 3]}>
        {children}
      </Note>
    </Box>
  );
}

type ColumnRowProps = {
  column: TapeColumn;
  position: number;
  chosen: TapeField | null;
  isTwice: boolean;
  fields: readonly TapeField[];
  required: readonly TapeField[];
  onChoose: (field: TapeField | null) => void;
} & Pick<TapeColumnsProps, 'orders' | 'onOrders'>;

function ColumnRow(props: ColumnRowProps) {
  const { column, position, chosen, isTwice, fields, required, onChoose } = props;
  const { orders, onOrders } = props;
  const { t } = useTranslation(['imports', 'facts']);
  const facts = fields.map((field) => ({
    value: field,
    label: fieldText(t, field),
    isNeeded: required.includes(field),
  }));
  return (
    <FileColumn
      id={`tape-column-${position + 1}`}
      name={column.name}
      position={position + 1}
      values={column.values}
      fields={facts}
      chosen={chosen}
      onChoose={onChoose}
      isTwice={isTwice}
    >
      {chosen !== null && chosen === column.suggested && (
        <Text size="table" tone="muted">
          {t('columns.suggested')}
        </Text>
      )}
      {column.format && chosen === column.field && <FileColumnFormat format={column.format} />}
      {column.format?.as && orders && onOrders && chosen !== null && chosen === column.field && (
        <OrderChoice
          field={chosen}
          column={column.name}
          read={column.format.as}
          orders={orders}
          onOrders={onOrders}
        />
      )}
    </FileColumn>
  );
}

type OrderChoiceProps = Required<Pick<TapeColumnsProps, 'orders' | 'onOrders'>> & {
  field: TapeField;
  column: string;
  read: NonNullable<NonNullable<TapeColumn['format']>['as']>;
};

/** The order of the dates in a column; the user can override the order that the rows prove. */
function OrderChoice({ field, column, read, orders, onOrders }: OrderChoiceProps) {
  const { t } = useTranslation('ui');
  const ordered = orderedFields.find((one) => one === field);
  if (!ordered) return null;
  return (
    <Box max="16rem" above={2}>
      <SelectField
        id={`tape-order-${ordered}`}
        label={t('fileColumns.format.order', { column })}
        isLabelHidden
        options={tapeAnswers.dateOrder.map((one) => ({
          value: one,
          label: t(`fileColumns.format.as.${one}`),
        }))}
        value={orders[ordered] ?? tapeAnswers.dateOrder.find((one) => one === read) ?? null}
        onChange={(order) => onOrders({ ...orders, [ordered]: order })}
        required
      />
    </Box>
  );
}

export function chosenTwice(choices: Choices): readonly number[] {
  return [...choices.keys()].filter((position) => {
    const field = choices[position] ?? null;
    return field !== null && choices.indexOf(field) !== choices.lastIndexOf(field);
  });
}

/**
 * Returns the column of each field, or an empty text if no column has the field. Columns are named
 * by position, since headers may be missing or repeated.
 */
export function asChosen(
  choices: Choices,
  fields: readonly TapeField[] = tapeFields,
): ChosenColumns {
  return Object.fromEntries(
    fields.map((field) => {
      const position = choices.indexOf(field);
      return [field, position < 0 ? '' : columnAt(position + 1)];
    }),
  );
}

export function isSame(one: Choices, other: Choices): boolean {
  return one.every((field, position) => field === other[position]);
}

type CheckAgainProps = AgainProps & { tape: TapeImport; readAs: ReadAs };

/** Sends the file again with the user's choices, and cancels the previous check. */
export function CheckAgain({ tape, readAs, heldFile, onAgain }: CheckAgainProps) {
  const { t } = useTranslation('imports');
  // If this fails, the old check expires after a day.
  const cancel = useCancelImport(tape.id, quietly);
  const start = (file: File) => {
    cancel.mutate();
    onAgain(file, { cutOffOn: tape.cutOffOn, readAs });
  };
  if (heldFile === null) {
    // After a reload only the user's disk has the file.
    return (
      <FileDrop
        title={t('again.chooseFile', { file: tape.fileName })}
        hint={t('again.hint')}
        endings={tapeEndings}
        largestBytes={TAPE_BYTES_MAX}
        onFile={start}
      />
    );
  }
  return (
    <div>
      <Button onClick={() => start(heldFile)}>{t('again.verb')}</Button>
    </div>
  );
}

/** Translates a field of a tape; loan facts have the same name everywhere. */
export function fieldText(t: TFunction<['imports', 'facts']>, field: TapeField): string {
  const fact = tapeFacts.find((one) => one.field === field);
  return fact ? t(`facts:${fact.key}`) : t(`columns.fields.${field}`);
}
