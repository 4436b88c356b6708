import {
  neededPriceFields,
  PRICE_SOURCE_MAX,
  priceFields,
  type ChosenPriceColumns,
  type PriceField,
} from '@bursar/contracts/reporting/price-files.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { FileColumn } from '../../../ui/file/FileColumn.tsx';
import { FileColumnFormat } from '../../../ui/file/FileColumnFormat.tsx';
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx';
import { asFound } from '../../../ui/file/TableFields.tsx';
import { isMoved, TableSection, tableChosen } from '../../../ui/file/TableSection.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import type { PricePreview, SentPrices } from './collateral.queries.ts';

type PriceReadingProps = {
  readonly read: PricePreview;
  readonly sent: SentPrices;
  readonly isChecking: boolean;
  readonly onCheck: (sent: SentPrices) => void;
};

/** The field that each column is read as, by position; null for unused columns. */
type Choices = readonly (PriceField | null)[];

/**
 * The position of the table and the field of each column. If the user changes them, a button checks
 * the file again.
 */
export function PriceReading({ read, sent, isChecking, onCheck }: PriceReadingProps) {
  const { t } = useTranslation('collateral');
  const { table: found, columns } = read;
  const [draft, setDraft] = useState(found && asFound(found));
  const [choices, setChoices] = useState<Choices>(columns.map(({ field }) => field));
  const [source, setSource] = useState(read.source);
  const isTableNew = found !== null && draft !== null && isMoved(draft, found);
  const areColumnsNew = columns.some(({ field }, at) => field !== choices[at]);
  const isOtherTable = isTableNew || source.trim() !== read.source;
  const isReady = twiceIn(choices).length === 0 && missingIn(choices).length === 0;
  const check = () => {
    const table = found && draft ? tableChosen(draft, found, sent.table) : sent.table;
    // Another table has other columns, so the chosen ones do not apply.
    const chosen = isTableNew ? null : areColumnsNew ? asChosen(choices) : sent.columns;
    // Another table can have another source, unless the user gave one.
    const given = source.trim() === read.source ? sent.source : source.trim();
    onCheck({ ...sent, table, columns: chosen, source: given });
  };
  return (
    <Stack gap={4}>
      {found && draft && (
        <TableSection
          found={found}
          draft={draft}
          onDraft={setDraft}
          isOpenFirst={read.missing.length === neededPriceFields.length}
        />
      )}
      {read.recalledFrom && <Recalled from={read.recalledFrom} />}
      <Columns read={read} choices={choices} onChoices={setChoices} />
      {!choices.includes('source') && (
        <Box max="28rem">
          <TextField
            id="price-source"
            label={t('file.source')}
            hint={t('file.sourceHint')}
            value={source}
            onChange={setSource}
            maxLength={PRICE_SOURCE_MAX}
          />
        </Box>
      )}
      {(isTableNew || ((areColumnsNew || isOtherTable) && isReady)) && (
        <div>
          <Button busy={isChecking} onClick={check}>
            {t('file.again')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Recalled({ from }: { readonly from: NonNullable<PricePreview['recalledFrom']> }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const values = { file: isolated(from.fileName), when: format.instant(from.importedAt) };
  return (
    <Note as="p" kind="neutral" pad={[2, 3]}>
      {t('file.recalled', values)}
    </Note>
  );
}

type ColumnsProps = {
  readonly read: PricePreview;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
};

function Columns({ read: { columns, missing: missingFirst }, choices, onChoices }: ColumnsProps) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const missing = missingIn(choices);
  const twice = twiceIn(choices);
  const used = choices.filter((field) => field !== null).length;
  const fields = priceFields.map((field) => ({
    value: field,
    label: t(`file.field.${field}`),
    isNeeded: neededPriceFields.includes(field),
  }));
  if (columns.length === 0) return null;
  return (
    <FoldedSection
      title={t('file.columns')}
      summary={
        <Text as="span" tone="muted" size="table">
          {t('file.used', {
            count: choices.length,
            used: format.count(used),
            columns: format.count(choices.length),
          })}
        </Text>
      }
      isOpenFirst={missingFirst.length > 0}
    >
      {missing.length > 0 && (
        <Box pad={[0, 4, 3]}>
          <Note as="p" kind="late" pad={[2, 3]}>
            {t('file.missing', {
              fields: format.list(missing.map((field) => t(`file.field.${field}`))),
            })}
          </Note>
        </Box>
      )}
      <Box flow="stack" as="ul" gap={0}>
        {columns.map((column, at) => (
          <FileColumn
            key={column.position}
            id={`price-column-${column.position}`}
            name={column.name}
            position={column.position}
            values={column.values}
            fields={fields}
            chosen={choices[at] ?? null}
            onChoose={(field) => onChoices(choices.with(at, field))}
            isTwice={twice.includes(at)}
          >
            {column.format && choices[at] === column.field && (
              <FileColumnFormat format={column.format} />
            )}
          </FileColumn>
        ))}
      </Box>
    </FoldedSection>
  );
}

const missingIn = (choices: Choices): readonly PriceField[] =>
  neededPriceFields.filter((field) => !choices.includes(field));

function twiceIn(choices: Choices): readonly number[] {
  return [...choices.keys()].filter((at) => {
    const field = choices[at] ?? null;
    return field !== null && choices.indexOf(field) !== choices.lastIndexOf(field);
  });
}

function asChosen(choices: Choices): ChosenPriceColumns {
  const chosen = choices.flatMap((field, at) =>
    field === null ? [] : [[String(at + 1), field] as const],
  );
  return Object.fromEntries(chosen);
}
