import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { setAsideReasons, type SetAsideReason } from '@bursar/contracts/intake/bank-files.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { useDecideLine } from './bank-files.queries.ts';
import { LineSummary } from './LineSummary.tsx';

type SetAsideProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** Leaves a line out with a reason; it can be included again. */
export function SetAsideDialog({ bankFileId, line, onClose }: SetAsideProps) {
  const { t } = useTranslation('bank-files');
  const decide = useDecideLine(bankFileId);
  const [why, setWhy] = useState<SetAsideReason | null>(null);
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const needsNote = why === 'other' && note.trim() === '';
  const leaveOut = () => {
    setAsked(true);
    if (why === null || needsNote) return;
    const decision = { id: line.id, decision: 'leave-out', leftOutWhy: why, note } as const;
    decide.mutate(decision, { onSuccess: onClose });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('aside.title')}
      submitLabel={t('aside.action')}
      onSubmit={leaveOut}
      busy={decide.isPending}
      failure={decide.isError ? failureSentence(decide.error) : undefined}
    >
      <Stack gap={5}>
        <LineSummary line={line} />
        <ChoiceField
          id="left-out-why"
          label={t('aside.why')}
          choices={setAsideReasons.map((value) => ({ value, label: t(`asideWhy.${value}`) }))}
          value={why}
          onChange={setWhy}
          error={isAsked && why === null ? t('aside.missing') : undefined}
          focusFirst
        />
        <TextareaField
          id="left-out-note"
          label={t('aside.note')}
          optional={why !== 'other'}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={isAsked && needsNote ? t('aside.noteMissing') : undefined}
        />
      </Stack>
    </FormDialog>
  );
}
