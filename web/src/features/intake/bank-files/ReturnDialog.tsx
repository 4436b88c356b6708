import type { BankLine, BankReturn } from '@bursar/contracts/intake/bank-files';
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

/** Confirms which payment, or which credit balance, an outgoing line gives back. */
export function ReturnDialog({ bankFileId, fileName, line, onClose }: ReturnProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const [id] = useState(uuidv7);
  const confirm = useConfirmReturn(bankFileId);
  const found = useQuery(returnsQuery(bankFileId, line.id));
  const [chosenId, choose] = useState(line.mayReturn ? keyOf(line.mayReturn) : null);
  const [reason, setReason] = useState(
    t('return.reasonText', { file: fileName, line: line.number }),
  );
  const [isAsked, setAsked] = useState(false);
  const { returns = [], alreadyConfirmed = null, splitLine = null } = found.data ?? {};
  const isNothingFound = found.data !== undefined && returns.length === 0;
  const chosen = returns.find((one) => keyOf(one) === chosenId) ?? null;
  const submit = () => {
    setAsked(true);
    if (!chosen || reason.trim() === '') return;
    confirm.mutate(
      { bankLineId: line.id, id, kind: chosen.kind, returnedId: chosen.id, reason },
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
        {splitLine && (
          <Note as="p" kind="soon">
            {t('return.split', { file: splitLine.fileName, line: splitLine.number })}
          </Note>
        )}
        <Loaded
          load={loadOf(found)}
          waiting={<SkeletonLines lines={3} />}
          empty={splitLine ? <></> : <Text tone="muted">{t('return.none')}</Text>}
          isEmpty={(data) => data.returns.length === 0}
        >
          {(data) => (
            <ChoiceField
              id="returned-payment"
              label={t('return.choose')}
              choices={data.returns.map((one) => ({
                value: keyOf(one),
                label: t(one.kind === 'payment' ? 'return.payment' : 'return.credit', {
                  loan: [one.loan.reference, one.loan.borrower].filter(Boolean).join(' · '),
                  amount: format.amount(one.amountMinor, line.currency),
                  day: one.valueDate === null ? '' : format.day(one.valueDate),
                  score: format.count(one.score),
                  evidence: format.list(one.evidence.map((part) => t(`evidence.${part}`))),
                }),
              }))}
              value={chosenId}
              onChange={choose}
              error={isAsked && !chosen ? t('return.missing') : undefined}
              focusFirst
            />
          )}
        </Loaded>
        {chosen && <Warnings chosen={chosen} line={line} />}
        {returns.length > 0 && (
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

const keyOf = ({ kind, id }: BankReturn): string => `${kind} ${id}`;

/** What the user must know before the confirmation. */
function Warnings({ chosen, line }: { readonly chosen: BankReturn; readonly line: BankLine }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const { feeMinor, refundedOn } = chosen;
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
