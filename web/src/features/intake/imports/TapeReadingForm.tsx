import type { TapeImport } from '@bursar/contracts/intake/imports';
import { missingFields } from '@bursar/contracts/intake/tape-fields';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import {
  textEncodings,
  type DateOrders,
  type TextEncoding,
} from '@bursar/contracts/intake/tape-telling';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { useState } from 'react';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { LettersInDoubt } from './LettersInDoubt.tsx';
import {
  asChosen,
  CheckAgain,
  chosenTwice,
  isSame,
  TapeColumns,
  type Choices,
} from './TapeColumns.tsx';
import { asFound, type TableDraft } from '../../../ui/file/TableFields.tsx';
import { isMoved, TableSection, tableChosen } from '../../../ui/file/TableSection.tsx';
import { fieldsForAll, TapeForAll } from './TapeForAll.tsx';
import { answersIn, TapeQuestions, type ChosenAnswers } from './TapeQuestions.tsx';
import {
  areExplained,
  meaningsIn,
  TapeWords,
  wordsAsRead,
  type ChosenWords,
} from './TapeWords.tsx';
import type { AgainProps, ReadAs } from './use-tape-upload.ts';

type TapeReadingFormProps = AgainProps & {
  tape: TapeImport;
  reading: TapeReading;
  readAs: ReadAs;
};

/**
 * Shows how the file was interpreted and everything that a user can decide about it; one button
 * checks the file again.
 */
export function TapeReadingForm({ tape, reading, readAs, ...again }: TapeReadingFormProps) {
  // This day only helps to enter dates: the fields use it as today.
  const today = tape.cutOffOn ?? tape.createdAt.slice(0, 10);
  const { columns, questions, words, required } = reading;
  const form = useReadingForm(reading, readAs);
  const { choices, answers, chosenWords, forAll, encoding, table, orders, change } = form;
  const missing = missingFields(
    required,
    columns.map(({ field }) => ({ field })),
  );
  const open = fieldsForAll(choices);
  const isForAllShown = missing.length > 0 || Object.keys(forAll).length > 0;
  const columnsPart = columns.length > 0 && (
    <TapeColumns
      reading={reading}
      choices={choices}
      onChoices={(chosen) => change({ choices: chosen })}
      orders={orders}
      onOrders={(set) => change({ orders: set })}
    >
      {isForAllShown && (
        <TapeForAll
          fields={open}
          today={today}
          values={forAll}
          onChange={(values) => change({ forAll: values })}
        />
      )}
    </TapeColumns>
  );
  const tablePart = reading.table && table && (
    <TableSection
      found={reading.table}
      draft={table}
      onDraft={(draft) => change({ table: draft })}
      isOpenFirst={missing.length > 0}
    />
  );
  const checkAgain = form.isReady && <CheckAgain tape={tape} readAs={form.readAs} {...again} />;
  // The columns and questions belong to the table that was read, so they are not shown for another
  // table.
  if (form.isTableMoved) {
    return (
      <Stack gap={4}>
        {tablePart}
        {checkAgain}
      </Stack>
    );
  }
  return (
    <Stack gap={4}>
      {tablePart}
      {missing.length > 0 && columnsPart}
      {words.map((column) => (
        <TapeWords
          key={column.field}
          column={column}
          chosen={chosenWords}
          onChoose={(chosen) => change({ chosenWords: chosen })}
        />
      ))}
      {questions.length > 0 && (
        <TapeQuestions
          questions={questions}
          chosen={answers}
          onChoose={(chosen) => change({ answers: chosen })}
        />
      )}
      {missing.length === 0 && columnsPart}
      {(reading.isEncodingInDoubt || reading.encodingQuestion) && (
        <LettersInDoubt
          reading={reading}
          chosen={encoding}
          onChoose={(chosen) => change({ encoding: chosen })}
        />
      )}
      {checkAgain}
    </Stack>
  );
}

type Draft = {
  readonly choices: Choices;
  readonly answers: ChosenAnswers;
  readonly chosenWords: ChosenWords;
  readonly forAll: WholeFileValues;
  readonly encoding: TextEncoding | null;
  /** Null if no table was found. */
  readonly table: TableDraft | null;
  /** Date orders that the user set for columns. */
  readonly orders: DateOrders;
};

/** The user's decisions so far, and whether the file can be checked with them. */
function useReadingForm(reading: TapeReading, readAs: ReadAs) {
  const { columns, questions } = reading;
  const read = columns.map(({ field }) => field);
  const given: ChosenAnswers = Object.fromEntries(
    questions.map(({ kind, answer }) => [kind, answer]),
  );
  const encodingAsRead =
    readAs.encoding ?? textEncodings.find((one) => one === reading.encoding) ?? null;
  const [draft, setDraft] = useState<Draft>({
    choices: columns.map(({ field, suggested }) => field ?? suggested ?? null),
    answers: given,
    chosenWords: wordsAsRead(reading),
    forAll: missingOf({ ...reading.lastForAll, ...readAs.forAll }, read),
    encoding: encodingAsRead,
    table: reading.table && asFound(reading.table),
    orders: readAs.dateOrders ?? {},
  });
  const { choices, answers, chosenWords, encoding, table, orders } = draft;
  const forAll = missingOf(draft.forAll, choices);
  const { table: found } = reading;
  const isTableMoved = found !== null && table !== null && isMoved(table, found);
  const chosenTable = found && table ? tableChosen(table, found, readAs.table) : readAs.table;
  const { columns: _columns, words: _words, dateOrders: _orders, ...aboutFile } = readAs;
  const areOrdersNew = isOther(orders, readAs.dateOrders);
  const next: ReadAs = isTableMoved
    ? // Another table has other columns and words.
      { ...aboutFile, table: chosenTable }
    : {
        ...readAs,
        ...(chosenTable && { table: chosenTable }),
        ...(encoding && encoding !== encodingAsRead && { encoding }),
        ...(!isSame(choices, read) && { columns: asChosen(choices) }),
        answers: { ...readAs.answers, ...answersIn(answers) },
        words: { ...readAs.words, ...meaningsIn(chosenWords) },
        forAll,
        ...(areOrdersNew && { dateOrders: orders }),
      };
  const areColumnsNew = !isSame(choices, read) || isOther(forAll, readAs.forAll) || areOrdersNew;
  const areAnswersNew =
    questions.some(({ kind }) => answers[kind] !== given[kind]) ||
    isOther(meaningsIn(chosenWords), meaningsIn(asStated(reading))) ||
    encoding !== encodingAsRead;
  const isComplete =
    questions.every(({ kind }) => answers[kind]) && areExplained(reading, chosenWords);
  return {
    ...draft,
    forAll,
    readAs: next,
    isTableMoved,
    // Another table or other columns change the questions, so the current questions need no answer
    // yet.
    isReady:
      isTableMoved ||
      (chosenTwice(choices).length === 0 &&
        ((found?.isOpen ?? false) || areColumnsNew || (areAnswersNew && isComplete))),
    change: (changed: Partial<Draft>) => setDraft({ ...draft, ...changed }),
  };
}

/** Returns the values of the fields that no column contains. */
function missingOf(values: NonNullable<ReadAs['forAll']>, choices: Choices): WholeFileValues {
  const open = fieldsForAll(choices).flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(open);
}

/** Returns the meanings that the check used, without suggestions. */
function asStated({ words }: TapeReading): ChosenWords {
  return wordsAsRead({
    words: words.map((column) => ({
      ...column,
      words: column.words.map((word) => ({ ...word, suggested: null })),
    })),
  });
}

function isOther(one: object, other: object | undefined): boolean {
  return JSON.stringify(one) !== JSON.stringify(other ?? {});
}
