import type { Invoice } from '@bursar/contracts/records/invoices';
import { IconDots, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { InvoiceDialogs, type InvoiceQuestion } from './InvoiceDialogs.tsx';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import { ReverseReceiptDialog } from './ReceiptDialogs.tsx';
import { sayFailure, useSavePdf, useUnlinkPayment } from './invoices.queries.ts';
import classes from './Invoice.module.css';

type InvoiceViewProps = {
  readonly invoice: Invoice;
  readonly back: ReactNode;
  /** Opens the payment form of the invoice's loan; null if it is not available. */
  readonly onPay: (() => void) | null;
};

/** One invoice as it is printed, with its actions and its payments. */
export function InvoiceView({ invoice, back, onPay }: InvoiceViewProps) {
  const { t } = useTranslation('invoices');
  const [question, setQuestion] = useState<InvoiceQuestion | null>(null);
  const [isRemoved, setRemoved] = useState(false);
  if (isRemoved) return <Navigate to={paths.invoices} replace />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={<bdi>{invoice.number ?? t('draftOf', { name: invoice.customerName })}</bdi>}
        // The title of a draft names its status.
        badges={invoice.number !== null && <InvoiceStatusBadge status={invoice.status} />}
        description={
          <span data-screen-only>
            {t(`view.printed.${invoice.language}`)}
            {invoice.voidedBy && ` · ${t('view.voidedBy', { name: invoice.voidedBy })}`}
            {!invoice.voidedBy &&
              invoice.issuedBy &&
              ` · ${t('view.issuedBy', { name: invoice.issuedBy })}`}
          </span>
        }
        back={back}
        actions={<Actions invoice={invoice} onAsk={setQuestion} onPay={onPay} />}
      />
      <InvoiceSheet invoice={invoice} />
      {invoice.kind === 'invoice' && invoice.status !== 'draft' && (
        <Box above={8} data-screen-only>
          <Payments invoice={invoice} onLink={() => setQuestion('link')} />
        </Box>
      )}
      <InvoiceDialogs
        invoice={invoice}
        question={question}
        onClose={() => setQuestion(null)}
        onRemoved={() => setRemoved(true)}
      />
    </div>
  );
}

const isAsked = ({ status }: Invoice) =>
  status === 'issued' || status === 'part-paid' || status === 'overdue';

/** Returns the user's rights. An administrator sees all portfolios but changes none. */
function useRights() {
  const isInside = useSession()?.role !== 'admin';
  const rights = {
    manage: useMay('manage-invoices'),
    issue: useMay('issue-invoice'),
    takeBack: useMay('void-invoice'),
  };
  return {
    mayManage: isInside && rights.manage,
    mayIssue: isInside && rights.issue,
    mayTakeBack: isInside && rights.takeBack,
  };
}

type ActionsProps = {
  readonly invoice: Invoice;
  readonly onAsk: (question: InvoiceQuestion) => void;
  readonly onPay: (() => void) | null;
};

function Actions({ invoice, onAsk, onPay }: ActionsProps) {
  const { t } = useTranslation('invoices');
  const { mayManage, mayIssue, mayTakeBack } = useRights();
  const saving = useSavePdf(invoice.id);
  const isDraft = invoice.status === 'draft';
  const mayBeTakenBack =
    mayTakeBack && invoice.kind === 'invoice' && isAsked(invoice) && invoice.paidMinor === 0;
  const more = [
    ...(mayBeTakenBack
      ? [
          { id: 'credit', label: t('action.credit'), onSelect: () => onAsk('credit') },
          { id: 'void', label: t('action.void'), onSelect: () => onAsk('void') },
        ]
      : []),
    ...(mayManage && isDraft
      ? [{ id: 'remove', label: t('action.remove'), onSelect: () => onAsk('remove') }]
      : []),
  ];
  return (
    <>
      {more.length > 0 && (
        <Menu
          trigger={
            <IconButton label={t('action.more')} icon={<IconDots size={18} stroke={1.5} />} />
          }
          actions={more}
        />
      )}
      <Button icon={<IconPrinter size={18} stroke={1.5} />} onClick={() => window.print()}>
        {t('action.print')}
      </Button>
      <Button
        icon={<IconDownload size={18} stroke={1.5} />}
        busy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('action.pdf')}
      </Button>
      {isDraft && mayManage && (
        <ButtonLink to={paths.editInvoice(invoice.id)}>{t('action.edit')}</ButtonLink>
      )}
      {isDraft && mayIssue && (
        <Button kind="primary" onClick={() => onAsk('issue')}>
          {t('action.issue')}
        </Button>
      )}
      {mayManage && invoice.loan === null && isAsked(invoice) && (
        <Button kind="primary" onClick={() => onAsk('receipt')}>
          {t('action.receive')}
        </Button>
      )}
      {onPay && isAsked(invoice) && (
        <Button kind="primary" onClick={onPay}>
          {t('action.pay')}
        </Button>
      )}
    </>
  );
}

type PaymentsProps = { readonly invoice: Invoice; readonly onLink: () => void };

/** Linked payments and receipts; reversed ones are struck through and do not count. */
function Payments({ invoice, onLink }: PaymentsProps) {
  const { t } = useTranslation(['invoices', 'payments']);
  const { mayManage } = useRights();
  const unlinking = useUnlinkPayment(invoice.id);
  const [takenBack, setTakenBack] = useState<Invoice['payments'][number] | null>(null);
  const { payments, currency, loan } = invoice;
  const mayLink = mayManage && loan !== null && isAsked(invoice);
  return (
    <Panel
      title={t('payments.title')}
      note={
        mayLink && (
          <Button size="compact" onClick={onLink}>
            {t('action.link')}
          </Button>
        )
      }
    >
      {payments.length === 0 ? (
        <Text tone="muted">{t(loan ? 'payments.none' : 'payments.noReceipt')}</Text>
      ) : (
        <FigureTable
          label={t('payments.title')}
          rows={payments}
          rowId={({ id }) => id}
          rowMark={({ isReversed }) => (isReversed ? 'void' : undefined)}
          columns={[
            {
              id: 'day',
              header: t('payments.day'),
              cell: ({ valueDate }) => <DayText day={valueDate} style="medium" />,
            },
            {
              id: 'method',
              header: t('payments.method'),
              cell: ({ method }) => t(`payments:method.${method}`),
            },
            ...(loan
              ? []
              : [
                  {
                    id: 'reference',
                    header: t('payments.reference'),
                    wide: true,
                    cell: ({ reference }: Invoice['payments'][number]) => (
                      <bdi>{reference || '–'}</bdi>
                    ),
                  },
                ]),
            {
              id: 'linked',
              header: t(loan ? 'payments.linked' : 'payments.recorded'),
              wide: true,
              cell: ({ linkedBy, linkedAt, isReversed, reason }) =>
                isReversed ? (
                  <>
                    <StatusBadge tone="late">
                      {t(reason === null ? 'payments.reversed' : 'payments.takenBack')}
                    </StatusBadge>{' '}
                    <bdi>{reason}</bdi>
                  </>
                ) : (
                  <>
                    <bdi>{linkedBy}</bdi> · <InstantText at={linkedAt} />
                  </>
                ),
            },
            {
              id: 'amount',
              header: t('payments.amount'),
              align: 'end',
              cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
            },
            ...(mayManage
              ? [
                  {
                    id: 'unlink',
                    header: '',
                    align: 'action' as const,
                    cell: (paid: Invoice['payments'][number]) =>
                      paid.kind === 'payment' ? (
                        <Button
                          kind="quiet"
                          size="compact"
                          busy={unlinking.isPending && unlinking.variables === paid.id}
                          onClick={() => unlinking.mutate(paid.id, { onError: sayFailure })}
                        >
                          {t('action.unlink')}
                        </Button>
                      ) : (
                        !paid.isReversed && (
                          <Button kind="quiet" size="compact" onClick={() => setTakenBack(paid)}>
                            {t('action.takeBack')}
                          </Button>
                        )
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {takenBack && (
        <ReverseReceiptDialog
          invoice={invoice}
          receipt={takenBack}
          onClose={() => setTakenBack(null)}
        />
      )}
    </Panel>
  );
}
