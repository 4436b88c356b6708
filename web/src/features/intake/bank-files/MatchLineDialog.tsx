import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { candidatesQuery, useDecideLine } from './bank-files.queries.ts';
import { DuplicateNotes } from './DuplicateNotes.tsx';
import { LineSummary } from './LineSummary.tsx';
import { LoanOfLineField } from './LoanOfLineField.tsx';

type MatchLineProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** Chooses the loan of a line: a suggested one or any other by search. */
export function MatchLineDialog({ bankFileId, line, onClose }: MatchLineProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const decide = useDecideLine(bankFileId);
  const [likely, setLikely] = useState(line.loan?.id ?? null);
  const [found, setFound] = useState<SelectOption | null>(null);
  const [isAsked, setAsked] = useState(false);
  const candidates = useQuery(candidatesQuery(bankFileId, line.id));
  const loanId = found?.value ?? likely;
  const match = () => {
    setAsked(true);
    if (loanId === null) return;
    decide.mutate({ id: line.id, decision: 'match', loanId }, { onSuccess: onClose });
  };
  const missing = isAsked && loanId === null ? t('match.missing') : undefined;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('match.title')}
      submitLabel={t('match.action')}
      onSubmit={match}
      busy={decide.isPending}
      failure={decide.isError ? failureSentence(decide.error) : undefined}
    >
      <Stack gap={5}>
        <LineSummary line={line} />
        <DuplicateNotes line={line} />
        <Loaded
          load={loadOf(candidates)}
          waiting={<SkeletonLines lines={3} />}
          empty={<Text tone="muted">{t('match.none')}</Text>}
          isEmpty={(data) => data.candidates.length === 0}
        >
          {(data) => (
            <ChoiceField
              id="likely-loan"
              label={t('match.likely')}
              choices={data.candidates.map((one) => ({
                value: one.id,
                label: t('match.candidate', {
                  loan: [one.reference, one.borrower].filter(Boolean).join(' · '),
                  due: format.amount(one.dueMinor, one.currency),
                  score: format.count(one.score),
                  evidence: format.list([
                    ...one.evidence.map((part) => t(`evidence.${part}`)),
                    ...(one.foundIn === null ? [] : [t('reason.foundIn', { column: one.foundIn })]),
                  ]),
                }),
              }))}
              value={found ? null : likely}
              onChange={(id) => {
                setFound(null);
                setLikely(id);
              }}
              error={missing}
              focusFirst
            />
          )}
        </Loaded>
        <LoanOfLineField
          id="any-loan"
          label={t('match.search')}
          hint={t('match.searchHint')}
          optional
          chosen={found}
          onChoose={setFound}
          error={candidates.data?.candidates.length === 0 ? missing : undefined}
        />
      </Stack>
    </FormDialog>
  );
}
