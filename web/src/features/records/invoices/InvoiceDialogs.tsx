import type { Invoice } from '@bursar/contracts/records/invoices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm, type FormMutation } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import {
  paymentsToLinkQuery,
  useCreditInvoice,
  useIssueInvoice,
  useLinkPayment,
  useRemoveInvoice,
  useVoidInvoice,
} from './invoices.queries.ts';
import { RecordReceiptDialog } from './ReceiptDialogs.tsx';
import classes from './Invoice.module.css';

export type InvoiceQuestion = 'issue' | 'void' | 'credit' | 'remove' | 'link' | 'receipt';

type InvoiceDialogsProps = {
  readonly invoice: Invoice;
  readonly question: InvoiceQuestion | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
};

/** The dialogs of an invoice: each confirms an action, links a payment or records a receipt. */
export function InvoiceDialogs({ invoice, question, onClose, onRemoved }: InvoiceDialogsProps) {
  const shown = (one: InvoiceQuestion) => ({ invoice, opened: question === one, onClose });
  const navigate = useNavigate();
  const { t } = useTranslation('invoices');
  const { id, number } = invoice;
  return (
    <>
      <IssueDialog {...shown('issue')} />
      <RemoveDialog {...shown('remove')} onRemoved={onRemoved} />
      <WhyDialog
        {...shown('void')}
        textKey="void"
        mutation={useVoidInvoice(id)}
        onDone={() => notify.success(t('void.done', { number }))}
      />
      <WhyDialog
        {...shown('credit')}
        textKey="credit"
        mutation={useCreditInvoice(id)}
        onDone={(note) => {
          notify.success(t('credit.done', { number: note.number, of: number }));
          void navigate(paths.invoice(note.id));
        }}
      />
      <LinkDialog {...shown('link')} />
      <RecordReceiptDialog {...shown('receipt')} />
    </>
  );
}

type DialogProps = {
  readonly invoice: Invoice;
  readonly opened: boolean;
  readonly onClose: () => void;
};

const failureOf = (cause: Error | null) => (cause ? failureSentence(cause) : undefined);

function IssueDialog({ invoice, opened, onClose }: DialogProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const issuing = useIssueInvoice(invoice);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('issue.title', { name: invoice.customerName })}
      confirmLabel={t('issue.submit')}
      busy={issuing.isPending}
      failure={failureOf(issuing.error)}
      onConfirm={() =>
        issuing.mutate(undefined, {
          onSuccess: ({ number }) => {
            notify.success(t('issue.done', { number }));
            onClose();
          },
        })
      }
    >
      <p>
        {t('issue.meaning', {
          amount: format.amount(invoice.totalMinor, invoice.currency),
          day: format.day(invoice.dueOn),
        })}
      </p>
    </ConfirmDialog>
  );
}

function RemoveDialog({
  invoice,
  opened,
  onClose,
  onRemoved,
}: DialogProps & { readonly onRemoved: () => void }) {
  const { t } = useTranslation('invoices');
  const removing = useRemoveInvoice();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('remove.title')}
      confirmLabel={t('remove.submit')}
      tone="danger"
      busy={removing.isPending}
      failure={failureOf(removing.error)}
      onConfirm={() =>
        removing.mutate(invoice.id, {
          onSuccess: () => {
            notify.success(t('remove.done'));
            onRemoved();
          },
        })
      }
    >
      <p>{t('remove.meaning')}</p>
    </ConfirmDialog>
  );
}

type WhyDialogProps = DialogProps & {
  readonly textKey: 'void' | 'credit';
  readonly mutation: FormMutation<{ id: string; reason: string }, Invoice>;
  readonly onDone: (answer: Invoice) => void;
};

function WhyDialog({ invoice, opened, onClose, textKey, mutation, onDone }: WhyDialogProps) {
  const { t } = useTranslation(['invoices', 'failures']);
  const form = useContractForm({
    name: textKey,
    opened,
    // The id of a new credit note; voiding does not use it. Every retry sends the same id.
    empty: () => ({ id: uuidv7(), reason: '' }),
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: (values) => values,
    mutation,
    onSent: (answer) => {
      onClose();
      onDone(answer);
    },
  });
  return (
    <ReasonDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t(`${textKey}.title`, { number: invoice.number })}
      meaning={t(`${textKey}.meaning`)}
      reason={{ ...form.field('reason'), label: t('field.reason'), required: true }}
      submitLabel={t(`${textKey}.submit`)}
    />
  );
}

/** Chooses which of the loan's payments pays the invoice. */
function LinkDialog({ invoice, opened, onClose }: DialogProps) {
  const { t } = useTranslation(['invoices', 'payments']);
  const [paymentId, setPaymentId] = useState<string | null>(null);
  const { data } = useQuery({ ...paymentsToLinkQuery(invoice.id), enabled: opened });
  const linking = useLinkPayment(invoice.id);
  const payments = data?.payments ?? [];
  const chosen = payments.find(({ id }) => id === paymentId) ?? payments[0];
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('link.title')}
      submitLabel={t('link.submit')}
      busy={linking.isPending}
      failure={failureOf(linking.error)}
      onSubmit={() => {
        if (!chosen) return onClose();
        linking.mutate(chosen.id, {
          onSuccess: () => {
            notify.success(t('link.done'));
            onClose();
          },
        });
      }}
    >
      <p>{t(data && payments.length === 0 ? 'link.none' : 'link.meaning')}</p>
      <Box as="ul" className={classes.dues}>
        {payments.map(({ id, valueDate, method, amountMinor, freeMinor }) => (
          <Box as="li" line="below" key={id}>
            <Box flow="row" as="label" gap={3} wrap={false} pad={[2, 0]}>
              <TickBox
                type="radio"
                name="payment"
                checked={id === chosen?.id}
                onChange={() => setPaymentId(id)}
              />
              <Box flow="stack" as="span" gap={0} grow>
                <DayText day={valueDate} style="medium" />
                <Text as="span" size="caption" tone="muted">
                  {t(`payments:method.${method}`)}
                  {freeMinor < amountMinor && ` · ${t('link.free')}`}
                </Text>
              </Box>
              <Money amountMinor={freeMinor} currency={invoice.currency} />
            </Box>
          </Box>
        ))}
      </Box>
    </FormDialog>
  );
}
