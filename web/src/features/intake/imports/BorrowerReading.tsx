import type { CheckedBorrowers } from '@bursar/contracts/intake/borrower-imports';
import { borrowerFields } from '@bursar/contracts/intake/tape-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import type { SentBorrowers } from './borrower-imports.queries.ts';
import { asChosen, chosenTwice, isSame, TapeColumns, type Choices } from './TapeColumns.tsx';
import { areExplained, meaningsIn, TapeWords, wordsAsRead } from './TapeWords.tsx';

type BorrowerReadingProps = {
  readonly checked: CheckedBorrowers;
  readonly chosen: SentBorrowers;
  readonly isChecking: boolean;
  readonly onCheck: (sent: SentBorrowers) => void;
};

/**
 * Shows how the columns and words of a borrower file were interpreted. After the user has changed a
 * choice, a button checks the file again.
 */
export function BorrowerReading(props: BorrowerReadingProps) {
  const { checked, chosen, isChecking, onCheck } = props;
  const { t } = useTranslation('imports');
  const read = checked.columns.map(({ field }) => field);
  const [choices, setChoices] = useState<Choices>(
    checked.columns.map(({ field, suggested }) => field ?? suggested ?? null),
  );
  const [words, setWords] = useState(wordsAsRead(checked));
  const areColumnsNew = !isSame(choices, read);
  const sent = { ...chosen.words, ...meaningsIn(words) };
  const areWordsNew = JSON.stringify(sent) !== JSON.stringify(chosen.words);
  // Other columns can have other words, so the current words need no answer yet.
  const isReady =
    chosenTwice(choices).length === 0 &&
    (areColumnsNew || (areWordsNew && checked.words.length > 0 && areExplained(checked, words)));
  const columns = areColumnsNew ? asChosen(choices, borrowerFields) : chosen.columns;
  if (checked.columns.length === 0 && checked.words.length === 0) return null;
  return (
    <Stack gap={4}>
      <TapeColumns
        reading={{ ...checked, layout: null }}
        fields={borrowerFields}
        choices={choices}
        onChoices={setChoices}
      >
        {null}
      </TapeColumns>
      {checked.words.map((column) => (
        <TapeWords key={column.field} column={column} chosen={words} onChoose={setWords} />
      ))}
      {isReady && (
        <div>
          <Button busy={isChecking} onClick={() => onCheck({ ...chosen, columns, words: sent })}>
            {t('again.verb')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
