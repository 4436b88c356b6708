import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { candidatesQuery, useSplitLine } from './bank-files.queries.ts';
import { DuplicateNotes } from './DuplicateNotes.tsx';
import { LineSummary } from './LineSummary.tsx';
import { LoanOfLineField } from './LoanOfLineField.tsx';

type SplitLineProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

type DraftPart = {
  /** The id of the payment, created once, so that a retry cannot post it twice. */
  readonly id: string;
  readonly loan: SelectOption | null;
  readonly amountMinor: number | null;
};

const emptyPart = (): DraftPart => ({ id: uuidv7(), loan: null, amountMinor: null });
const PARTS_MAX = 20;

function draftOf({ parts }: BankLine): readonly DraftPart[] {
  if (parts.length === 0) return [emptyPart(), emptyPart()];
  return parts.map(({ loan, amountMinor }) => ({
    id: uuidv7(),
    loan: { value: loan.id, label: [loan.reference, loan.borrower].filter(Boolean).join(' · ') },
    amountMinor,
  }));
}

/** Splits a line over several loans; the parts must add up to the line's amount. */
export function SplitLineDialog({ bankFileId, line, onClose }: SplitLineProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const split = useSplitLine(bankFileId);
  const [parts, setParts] = useState(() => draftOf(line));
  const [isAsked, setAsked] = useState(false);
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
  const restMinor = line.amountMinor - sumMinor;
  const change = (at: number, wishes: Partial<DraftPart>) =>
    setParts(parts.map((part, place) => (place === at ? { ...part, ...wishes } : part)));
  const submit = () => {
    setAsked(true);
    const whole = parts.flatMap(({ id, loan, amountMinor }) =>
      loan && amountMinor !== null && amountMinor > 0
        ? [{ id, loanId: loan.value, amountMinor }]
        : [],
    );
    if (whole.length < parts.length || restMinor !== 0) return;
    split.mutate({ id: line.id, parts: whole }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('split.title')}
      submitLabel={t('split.action')}
      onSubmit={submit}
      busy={split.isPending}
      failure={split.isError ? failureSentence(split.error) : undefined}
    >
      <Stack gap={5}>
        <LineSummary line={line} />
        <DuplicateNotes line={line} />
        {parts.map((part, at) => (
          <PartFields
            key={part.id}
            {...{ bankFileId, line, part, at, restMinor, isAsked }}
            onChange={(wishes) => change(at, wishes)}
            onRemove={
              parts.length > 2 ? () => setParts(parts.filter((_, place) => place !== at)) : null
            }
          />
        ))}
        <Row justify="between">
          <Button
            kind="quiet"
            disabled={parts.length >= PARTS_MAX}
            onClick={() => setParts([...parts, emptyPart()])}
          >
            {t('split.add')}
          </Button>
          <Text
            as="span"
            tone={isAsked && restMinor !== 0 ? 'late' : 'muted'}
            tabular
            role="status"
          >
            {t('split.rest', { amount: format.amount(restMinor, line.currency) })}
          </Text>
        </Row>
      </Stack>
    </FormDialog>
  );
}

type PartFieldsProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly part: DraftPart;
  readonly at: number;
  readonly restMinor: number;
  readonly isAsked: boolean;
  readonly onChange: (wishes: Partial<DraftPart>) => void;
  readonly onRemove: (() => void) | null;
};

function PartFields(props: PartFieldsProps) {
  const { bankFileId, line, part, at, restMinor, isAsked, onChange, onRemove } = props;
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { data } = useQuery(candidatesQuery(bankFileId, line.id));
  const likely = (data?.candidates ?? []).map(({ id, reference, borrower }) => ({
    value: id,
    label: [reference, borrower].filter(Boolean).join(' · '),
  }));
  const number = format.count(at + 1);
  const choose = (loan: SelectOption | null) => {
    const due = data?.candidates.find(({ id }) => id === loan?.value)?.dueMinor ?? 0;
    const isFilled = part.amountMinor !== null || due === 0 || due > restMinor;
    onChange(isFilled ? { loan } : { loan, amountMinor: due });
  };
  const isAmount = part.amountMinor !== null && part.amountMinor > 0;
  return (
    <Stack gap={1}>
      <Box flow="grid" columns="repeat(auto-fit, minmax(min(100%, 11.5rem), 1fr))" gap={3}>
        <LoanOfLineField
          id={`part-loan-${at}`}
          label={t('split.loan', { number })}
          likely={likely}
          chosen={part.loan}
          onChoose={choose}
          error={isAsked && part.loan === null ? t('match.missing') : undefined}
        />
        <MoneyField
          id={`part-amount-${at}`}
          label={t('split.amount', { number })}
          currency={line.currency}
          value={part.amountMinor}
          onChange={(amountMinor) => onChange({ amountMinor })}
          error={isAsked && !isAmount ? t('split.missing') : undefined}
        />
      </Box>
      {onRemove && (
        <Row>
          <Button kind="quiet" size="compact" onClick={onRemove}>
            {t('split.remove', { number })}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
