import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../form/ChoiceField.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { isolated } from '../format/isolated.ts';
import { Box } from '../layout/Box.tsx';
import { Stack } from '../layout/Layout.tsx';
import { FileForm } from './FileForm.tsx';

/** A question about a file, as the server sends it. */
type Question = {
  readonly key: string;
  readonly kind:
    | 'encoding'
    | 'decimal-mark'
    | 'day-order'
    | 'year'
    | 'calendar'
    | 'ledger'
    | 'second-amount'
    | 'direction'
    | 'direction-word'
    | 'status'
    | 'balance';
  readonly column: string;
  readonly word: string;
  readonly values: readonly string[];
  readonly choices: readonly { readonly choice: string; readonly readings: readonly string[] }[];
};

type FileQuestionsProps = {
  readonly fileName: string;
  readonly questions: readonly Question[];
  /** Names a choice, such as an encoding or an order of dates. */
  readonly answerText: (choice: string) => string;
  readonly onAnswer: (answers: Readonly<Record<string, string>>) => void;
  readonly onLeave: () => void;
  readonly busy: boolean;
  readonly failure?: string | undefined;
};

/**
 * Asks the questions that the file leaves open, each with some of its values. Once every question
 * has an answer, sending the form reads the file again.
 */
export function FileQuestions(props: FileQuestionsProps) {
  const { fileName, questions, answerText, onAnswer, onLeave, busy, failure } = props;
  const { t } = useTranslation('ui');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [isAsked, setAsked] = useState(false);
  const send = () => {
    setAsked(true);
    if (questions.every(({ key }) => answers[key] !== undefined)) onAnswer(answers);
  };
  return (
    <FileForm
      title={t('fileQuestions.title')}
      meaning={t('fileQuestions.meaning', { file: isolated(fileName) })}
      failure={failure}
      busy={busy}
      onSend={send}
      onLeave={onLeave}
    >
      {questions.map((question) => (
        <OneQuestion
          key={question.key}
          question={question}
          answerText={answerText}
          chosen={answers[question.key] ?? null}
          isMissing={isAsked && answers[question.key] === undefined}
          onChoose={(choice) => setAnswers({ ...answers, [question.key]: choice })}
        />
      ))}
    </FileForm>
  );
}

type OneQuestionProps = {
  readonly question: Question;
  readonly chosen: string | null;
  readonly isMissing: boolean;
  readonly answerText: FileQuestionsProps['answerText'];
  readonly onChoose: (choice: string) => void;
};

function OneQuestion(props: OneQuestionProps) {
  const { question, answerText, chosen, isMissing, onChoose } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { key, kind, column, word, values, choices } = question;
  const named = { word: isolated(word), column: isolated(column) };
  const isUnbalanced = key === 'without-balance';
  const asked = isUnbalanced ? key : kind === 'status' && word === '' ? 'status-empty' : kind;
  const labelOf = ({ choice, readings }: Question['choices'][number]) => {
    if (kind === 'encoding') {
      return `${readings.map((text) => isolated(text)).join(' · ')} – ${answerText(choice)}`;
    }
    if (kind === 'decimal-mark') {
      return readings.map((reading) => format.decimal(reading, decimalsOf(reading))).join(' · ');
    }
    if (kind === 'day-order') {
      const days = readings.map((day) => (day === '' ? '–' : format.day(day, 'long')));
      return `${answerText(choice)} – ${days.join(' · ')}`;
    }
    return answerText(choice);
  };
  return (
    <Stack gap={2}>
      {values.length > 0 && (
        <Stack as="ul" gap={1}>
          {values.map((value) => (
            <Box as="li" key={value} size="table" breaks>
              <bdi>{value}</bdi>
            </Box>
          ))}
        </Stack>
      )}
      <ChoiceField
        id={`file-question-${key}`}
        label={t(`fileQuestions.question.${asked}`, named)}
        choices={choices.map((one) => ({ value: one.choice, label: labelOf(one) }))}
        value={chosen}
        onChange={onChoose}
        error={isMissing ? t('fileQuestions.missing') : undefined}
      />
    </Stack>
  );
}

/**
 * Returns the number of decimals to show: at least two, as for money, and more only if they are not
 * zeros.
 */
const decimalsOf = (decimal: string): number =>
  Math.max(2, /\.(\d*[1-9])?0*$/.exec(decimal)?.[1]?.length ?? 0);
