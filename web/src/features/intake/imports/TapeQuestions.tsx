import type { TapeQuestion } from '@bursar/contracts/intake/tape-reading';
import {
  tapeAnswers,
  tapeQuestionKinds,
  type TapeAnswers,
  type TapeQuestionKind,
} from '@bursar/contracts/intake/tape-telling';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';

type TapeQuestionsProps = {
  questions: readonly TapeQuestion[];
  chosen: ChosenAnswers;
  onChoose: (chosen: ChosenAnswers) => void;
};

export type ChosenAnswers = Readonly<Partial<Record<TapeQuestionKind, string | null>>>;

/** Questions about a file that only the user can answer. */
export function TapeQuestions({ questions, chosen, onChoose }: TapeQuestionsProps) {
  return (
    <Stack gap={4}>
      {questions.map((question) => (
        <OneQuestion
          key={question.kind}
          question={question}
          chosen={chosen[question.kind] ?? null}
          onChoose={(answer) => onChoose({ ...chosen, [question.kind]: answer })}
        />
      ))}
    </Stack>
  );
}

export function answersIn(chosen: ChosenAnswers): TapeAnswers {
  const known = tapeQuestionKinds.flatMap((kind) => {
    const answer = tapeAnswers[kind].find((one) => one === chosen[kind]);
    return answer === undefined ? [] : [[kind, answer]];
  });
  return Object.fromEntries(known);
}

type OneQuestionProps = {
  question: TapeQuestion;
  chosen: string | null;
  onChoose: (answer: string | null) => void;
};

type Cell = TapeQuestion['cells'][number];

/**
 * Lists the answers by which at least one cell can be interpreted; if there are none, all answers
 * of the question.
 */
function answersTo({ kind, cells }: TapeQuestion) {
  const read = tapeAnswers[kind].filter((answer) =>
    cells.some((cell) => readingOf(cell, answer) !== undefined),
  );
  return read.length > 0 ? read : tapeAnswers[kind];
}

function OneQuestion({ question, chosen, onChoose }: OneQuestionProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { kind, cells } = question;
  const list = new Intl.ListFormat(format.settings.locale, { type: 'unit' });
  const values = {
    columns: list.format(question.columns.map((name) => isolated(name))),
    count: question.count,
    cells: format.count(question.count),
  };
  const title = t(`questions.${kind}.title`);
  const areDays = kind === 'dateOrder' || kind === 'calendar' || kind === 'dayOfMonth';
  const shown = (reading: string | undefined) =>
    reading !== undefined && areDays ? format.day(reading) : (reading ?? '–');
  const readings: readonly FigureColumn<Cell>[] = tapeAnswers[kind].flatMap((answer) =>
    cells.some((cell) => readingOf(cell, answer) !== undefined)
      ? [
          {
            id: answer,
            header: t(`questions.${kind}.answers.${answer}`),
            align: 'end' as const,
            cell: (cell: Cell) => <bdi>{shown(readingOf(cell, answer))}</bdi>,
          },
        ]
      : [],
  );
  const value: FigureColumn<Cell> = {
    id: 'value',
    header: t('questions.value'),
    cell: (cell) => <bdi>{cell.value}</bdi>,
  };
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {title}
      </Text>
      <Text tone="muted" size="table">
        {t(`questions.${kind}.meaning`, values)}
      </Text>
      <FigureTable
        label={title}
        columns={[value, ...readings]}
        rows={cells}
        rowId={(cell) => cell.value}
      />
      <Box max="24rem">
        <SelectField
          id={`tape-question-${kind}`}
          label={t(`questions.${kind}.choose`)}
          options={answersTo(question).map((answer) => ({
            value: answer,
            label: t(`questions.${kind}.answers.${answer}`),
          }))}
          value={chosen}
          onChange={onChoose}
          required
        />
      </Box>
    </Stack>
  );
}

function readingOf({ readings }: Cell, answer: string): string | undefined {
  return readings.find((reading) => reading.answer === answer)?.value;
}
