import type { BankLine, BankReturn, SplitReturn } from '@bursar/contracts/intake/bank-files';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { returnsQuery, useConfirmReturn } from './bank-files.queries.ts';
import { LineSummary } from './LineSummary.tsx';

type ReturnProps = {
  readonly bankFileId: string;
  readonly fileName: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** Confirms which payment, split line or credit balance an outgoing line returns. */
export function ReturnDialog({ bankFileId, fileName, line, onClose }: ReturnProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const [id] = useState(uuidv7);
  const confirm = useConfirmReturn(bankFileId);
  const found = useQuery(returnsQuery(bankFileId, line.id));
  const [chosenId, choose] = useState(likeliest(line));
  const [reason, setReason] = useState(
    t('return.reasonText', { file: fileName, line: line.number }),
  );
  const [isAsked, setAsked] = useState(false);
  const { returns = [], alreadyConfirmed = null, splitLine = null } = found.data ?? {};
  const choices = choicesOf(returns, splitLine);
  const isNothingFound = found.data !== undefined && choices.length === 0;
  const chosen = choices.find(({ key }) => key === chosenId) ?? null;
  const returnText = (one: BankReturn) =>
    t(one.kind === 'payment' ? 'return.payment' : 'return.credit', {
      loan: loanText(one.loan),
      amount: format.amount(one.amountMinor, line.currency),
      day: one.valueDate === null ? '' : format.day(one.valueDate),
      score: format.count(one.score),
      evidence: format.list(one.evidence.map((part) => t(`evidence.${part}`))),
    });
  const splitText = (split: SplitReturn) =>
    t('return.splitLine', {
      file: split.fileName,
      line: split.number,
      amount: format.amount(split.amountMinor, line.currency),
      day: format.day(split.valueDate),
      parts: format.list(
        split.parts.map(
          ({ loan, amountMinor }) =>
            `${loanText(loan)} ${format.amount(amountMinor, line.currency)}`,
        ),
      ),
    });
  const submit = () => {
    setAsked(true);
    if (!chosen || reason.trim() === '') return;
    confirm.mutate(
      { bankLineId: line.id, id, kind: chosen.kind, returnedId: chosen.returnedId, reason },
      {
        onSuccess: ({ returned }) => {
          const waits = returned?.outcome === 'awaiting-approval';
          notify.success(t(waits ? 'return.waits' : `return.made.${chosen.kind}`));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('return.title')}
      submitLabel={isNothingFound ? null : t(`return.action.${chosen?.kind ?? 'payment'}`)}
      onSubmit={submit}
      busy={confirm.isPending}
      failure={confirm.isError ? failureSentence(confirm.error) : undefined}
    >
      <Stack gap={5}>
        <LineSummary line={line} />
        {alreadyConfirmed && (
          <Note as="p" kind="soon">
            {t('return.already', {
              file: alreadyConfirmed.fileName,
              line: alreadyConfirmed.number,
            })}
          </Note>
        )}
        {splitLine && splitLine.parts.length === 0 && (
          <Note as="p" kind="soon">
            {t('return.split', { file: splitLine.fileName, line: splitLine.number })}
          </Note>
        )}
        <Loaded
          load={loadOf(found)}
          waiting={<SkeletonLines lines={3} />}
          empty={splitLine ? <></> : <Text tone="muted">{t('return.none')}</Text>}
          isEmpty={() => choices.length === 0}
        >
          {() => (
            <ChoiceField
              id="returned-payment"
              label={t('return.choose')}
              choices={choices.map(({ key, found: one }) => ({
                value: key,
                label: 'parts' in one ? splitText(one) : returnText(one),
              }))}
              value={chosenId}
              onChange={choose}
              error={isAsked && !chosen ? t('return.missing') : undefined}
              focusFirst
            />
          )}
        </Loaded>
        {chosen && <Warnings {...chosen.found} line={line} />}
        {choices.length > 0 && (
          <TextareaField
            id="return-reason"
            label={t('return.reason')}
            maxLength={500}
            rows={2}
            value={reason}
            onChange={setReason}
            error={isAsked && reason.trim() === '' ? t('return.reasonMissing') : undefined}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

type Choice = {
  readonly key: string;
  readonly kind: BankReturn['kind'] | 'split';
  readonly returnedId: string;
  readonly found: BankReturn | SplitReturn;
};

/** Lists the choices. A split line is a choice only if none of its payments was reversed. */
function choicesOf(returns: readonly BankReturn[], split: SplitReturn | null): readonly Choice[] {
  const choiceOf = (
    kind: Choice['kind'],
    returnedId: string,
    found: BankReturn | SplitReturn,
  ): Choice => ({ key: `${kind} ${returnedId}`, kind, returnedId, found });
  return [
    ...(split && split.parts.length > 0 ? [choiceOf('split', split.lineId, split)] : []),
    ...returns.map((one) => choiceOf(one.kind, one.id, one)),
  ];
}

/** Returns the key of the preselected choice; null if nothing is likely. */
function likeliest({ mayReturn, mayReturnSplit }: BankLine): string | null {
  const [choice] = choicesOf(mayReturn ? [mayReturn] : [], mayReturnSplit);
  return choice?.key ?? null;
}

const loanText = ({ reference, borrower }: BankReturn['loan']): string =>
  [reference, borrower].filter(Boolean).join(' · ');

type WarningsProps = {
  readonly feeMinor: number;
  readonly refundedOn?: string | null;
  readonly line: BankLine;
};

/** Warnings for the user before the confirmation. */
function Warnings({ feeMinor, refundedOn = null, line }: WarningsProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  return (
    <>
      {feeMinor > 0 && (
        <Note as="p" kind="accent">
          {t('return.fee', { amount: format.amount(feeMinor, line.currency) })}
        </Note>
      )}
      {refundedOn !== null && (
        <Note as="p" kind="soon">
          {t('return.refunded', { day: format.day(refundedOn) })}
        </Note>
      )}
    </>
  );
}
