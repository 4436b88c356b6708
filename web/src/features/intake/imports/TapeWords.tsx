import type { TapeReading, WordColumn } from '@bursar/contracts/intake/tape-reading';
import {
  tapeWords,
  UNASSIGNED,
  wordKey,
  type HolderField,
  type ListedWordField,
  type TapeWords as Meanings,
  type WordField,
} from '@bursar/contracts/intake/tape-words.values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';

/** The chosen meaning of each word, by field and by the word's key. */
export type ChosenWords = Readonly<Partial<Record<WordField, Readonly<Record<string, string>>>>>;

/**
 * Returns the meanings so far; a word without one gets its suggested meaning, if any, for the user
 * to confirm.
 */
export function wordsAsRead({ words }: Pick<TapeReading, 'words'>): ChosenWords {
  return Object.fromEntries(
    words.map((column) => {
      const chosen = column.words.flatMap(({ word, meaning, suggested }) => {
        const first = meaning ?? suggested;
        return first === null ? [] : [[wordKey(word), first]];
      });
      return [column.field, Object.fromEntries(chosen)];
    }),
  );
}

/** Returns whether every word of the file has a meaning. */
export function areExplained({ words }: Pick<TapeReading, 'words'>, chosen: ChosenWords): boolean {
  return words.every((column) =>
    column.words.every(({ word }) => chosen[column.field]?.[wordKey(word)] !== undefined),
  );
}

/** Converts the choices to the form in which they are sent with the file. */
export function meaningsIn(chosen: ChosenWords): Meanings {
  return {
    ...meaningsOf('status', chosen),
    ...meaningsOf('frequency', chosen),
    ...meaningsOf('borrowerKind', chosen),
    ...meaningsOf('language', chosen),
    ...holdersOf('team', chosen),
    ...holdersOf('agent', chosen),
  };
}

function holdersOf(field: HolderField, chosen: ChosenWords) {
  const words = chosen[field] ?? {};
  return Object.keys(words).length === 0 ? {} : { [field]: words };
}

function meaningsOf(field: ListedWordField, chosen: ChosenWords) {
  const words = Object.entries(chosen[field] ?? {}).flatMap(([word, text]) => {
    const meaning = [...tapeWords[field]].find((one) => one === text);
    return meaning === undefined ? [] : [[word, meaning]];
  });
  return words.length === 0 ? {} : { [field]: Object.fromEntries(words) };
}

type TapeWordsProps = {
  column: WordColumn;
  chosen: ChosenWords;
  onChoose: (chosen: ChosenWords) => void;
};

type Word = WordColumn['words'][number];

/** The words of one column with their counts, and the meaning of each. */
export function TapeWords({ column, chosen, onChoose }: TapeWordsProps) {
  const { t } = useTranslation(['imports', 'facts']);
  const { field, words } = column;
  const name = isolated(column.column);
  const title = t('imports:words.title', { column: name });
  const options = optionsOf(t, column);
  const ids = new Map(words.map(({ word }, position) => [word, `tape-word-${field}-${position}`]));
  const columns: readonly FigureColumn<Word>[] = [
    { id: 'word', header: t('imports:words.word'), cell: ({ word }) => <bdi>{word}</bdi> },
    {
      id: 'count',
      header: t('imports:words.rows'),
      align: 'end',
      cell: ({ count }) => <Count value={count} />,
    },
    {
      id: 'meaning',
      header: t('imports:words.means'),
      wide: true,
      cell: ({ word }) => (
        <Box pad={[1, 0]} max="24rem">
          <SelectField
            id={ids.get(word) ?? ''}
            label={t('imports:words.meaningOf', { word: isolated(word) })}
            isLabelHidden
            options={options}
            value={chosen[field]?.[wordKey(word)] ?? null}
            onChange={(meaning) =>
              onChoose({ ...chosen, [field]: { ...chosen[field], [wordKey(word)]: meaning } })
            }
            required
          />
        </Box>
      ),
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {title}
      </Text>
      <Text tone="muted" size="table">
        {t(isHolderField(field) ? 'imports:words.holderMeaning' : 'imports:words.meaning')}
      </Text>
      <FigureTable label={title} columns={columns} rows={words} rowId={({ word }) => word} />
    </Stack>
  );
}

/**
 * Returns the meanings to choose from. Agents are shown with their email address, because two
 * agents can have the same name.
 */
function optionsOf(t: Translate, { field, holders = [] }: WordColumn) {
  if (!isHolderField(field)) {
    return tapeWords[field].map((meaning) => ({
      value: meaning,
      label: meaningText(t, field, meaning),
    }));
  }
  const named = holders.map(({ meaning, kind, name, email }) => ({
    value: meaning,
    label:
      kind === 'team'
        ? t('imports:words.team', { name: isolated(name) })
        : t('imports:words.agent', {
            name: isolated(name),
            email: isolated(email ?? ''),
          }),
  }));
  return [{ value: UNASSIGNED, label: t('imports:words.unassigned') }, ...named];
}

const isHolderField = (field: WordField): field is HolderField =>
  field === 'team' || field === 'agent';

type Translate = TFunction<['imports', 'facts']>;

/** Translates the meaning of a word. */
export function meaningText(
  t: TFunction<['imports', 'facts']>,
  field: ListedWordField,
  meaning: string,
): string {
  if (meaning === 'left_empty') return t('imports:words.leftEmpty');
  if (field === 'borrowerKind') return t(`facts:value.borrowerKind.${meaning}`);
  if (field === 'language') return t(`facts:value.language.${meaning}`);
  return t(`imports:words.meanings.${field}.${meaning}`);
}
