import type { Invoice } from '@bursar/contracts/records/invoices';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import {
  ChangeInvoiceForm,
  CreateInvoiceForm,
} from '../../features/records/invoices/InvoiceForm.tsx';
import type { Typed } from '../../features/records/invoices/invoice-values.ts';
import { InvoiceView } from '../../features/records/invoices/InvoiceView.tsx';
import {
  invoiceableQuery,
  invoicesQuery,
  invoiceQuery,
  issuerQuery,
  useLinkPayment,
} from '../../features/records/invoices/invoices.queries.ts';
import { loanQuery } from '../../features/servicing/loans/loans.queries.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { failureOf, loadOf } from '../../lib/load-of.ts';
import { detailLoadOf } from '../../lib/page-load.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Unbroken } from '../../ui/format/Unbroken.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { DetailPage } from '../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { FormToCome } from '../../ui/page/PageShape.tsx';
import { overlayOnDemand } from '../../ui/state/on-demand.ts';
import { BackTo } from './BackTo.tsx';

const PostPaymentDrawer = overlayOnDemand(
  async () =>
    (await import('../../features/servicing/payments/PostPaymentDrawer.tsx')).PostPaymentDrawer,
);

const back = <BackTo lists={[paths.invoices]} />;

/** The invoice that the address names, or else the newest one. */
export function InvoicePage() {
  const [search] = useSearchParams();
  return search.get('id') === null ? <NewestInvoice /> : <OneInvoice />;
}

/**
 * Redirects to the newest invoice's own address, so that a newer invoice does not replace it on the
 * page.
 */
function NewestInvoice() {
  const { t } = useTranslation('invoices');
  const query = useInfiniteQuery(invoicesQuery({}));
  const newest = query.data?.pages[0]?.rows[0];
  if (newest) return <Navigate to={paths.invoice(newest.id)} replace />;
  return (
    <DetailPage
      load={{ data: undefined, isPending: query.isPending, failure: failureOf(query) }}
      back={back}
      shape={{ parts: ['picture'] }}
      title={t('view.one')}
      missing={
        <EmptyState
          icon={<IconFileOff size={22} stroke={1.5} />}
          title={t('view.none')}
          action={<ButtonLink to={paths.createInvoice}>{t('form.new')}</ButtonLink>}
        />
      }
    >
      {() => null}
    </DetailPage>
  );
}

/** The invoice, with the form to post a payment for it. */
function OneInvoice() {
  const { t } = useTranslation('invoices');
  return (
    <NamedInvoice
      titleOf={({ number, customerName }) => number ?? t('draftOf', { name: customerName })}
    >
      {(invoice) =>
        invoice.loan ? (
          <InvoiceOfLoan key={invoice.id} invoice={invoice} loanId={invoice.loan.id} />
        ) : (
          <InvoiceView key={invoice.id} invoice={invoice} back={back} onPay={null} />
        )
      }
    </NamedInvoice>
  );
}

/**
 * The invoice of a loan. A payment posted here is linked to the invoice and pays as much of it as
 * the amount covers; of a payment split over several loans, the part of this loan is linked.
 */
function InvoiceOfLoan({ invoice, loanId }: { invoice: Invoice; loanId: string }) {
  const [isPaying, setPaying] = useState(false);
  const isInside = useSession()?.role !== 'admin';
  const mayPay = useMay('post-payment') && isInside;
  const loan = useQuery({ ...loanQuery(loanId), enabled: mayPay }).data;
  const link = useReportedLink(invoice.id);
  const isPayable = loan?.paymentRefusal === null;
  return (
    <>
      <InvoiceView invoice={invoice} back={back} onPay={isPayable ? () => setPaying(true) : null} />
      {loan && isPayable && (
        <PostPaymentDrawer
          loan={loan}
          opened={isPaying}
          onClose={() => setPaying(false)}
          onPosted={link}
        />
      )}
    </>
  );
}

/**
 * Returns a function that links a posted payment to the invoice. It reports a failure and offers to
 * try again, because a user who sees no link might post a second payment.
 */
function useReportedLink(invoiceId: string) {
  const { t } = useTranslation(['invoices', 'ui']);
  const linking = useLinkPayment(invoiceId);
  const link = (paymentId: string) =>
    void linking.mutateAsync(paymentId).catch((cause: unknown) =>
      notify.error(t('payments.notLinked', { reason: failureSentence(cause) }), {
        label: t('ui:error.tryAgain'),
        run: () => link(paymentId),
      }),
    );
  return link;
}

/** A new invoice for the loan that the address names, or for none. */
export function CreateInvoicePage() {
  const { t } = useTranslation('invoices');
  const [search] = useSearchParams();
  const loanId = search.get('loan') ?? '';
  // The form may change the loan, but Cancel returns to the page that the user came from.
  const [cancelTo] = useState(loanId === '' ? paths.invoices : paths.loanDetails(loanId));
  const [typed, setTyped] = useState<Typed | null>(null);
  const mayManage = useMayManage();
  const issuer = useQuery({ ...issuerQuery, enabled: mayManage });
  const beginning = { cancelTo, typed, onAnotherLoan: setTyped };
  return (
    <>
      <PageHeader
        title={t('form.new')}
        description={mayManage && t('form.newMeaning')}
        back={back}
      />
      {!mayManage ? (
        <MayNot
          title={t('view.mayNot')}
          action={<ButtonLink to={paths.invoices}>{t('view.toList')}</ButtonLink>}
        />
      ) : (
        <Loaded load={loadOf(issuer)} waiting={<FormToCome />}>
          {(its) =>
            loanId === '' ? (
              <CreateInvoiceForm issuer={its} loan={null} {...beginning} />
            ) : (
              <CreateInvoiceOfLoan key={loanId} issuer={its} loanId={loanId} {...beginning} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

type OfLoanProps = Omit<ComponentProps<typeof CreateInvoiceForm>, 'loan'> & {
  readonly loanId: string;
};

/**
 * The form for an invoice of a loan. If the loan cannot be loaded, no form is shown, because it
 * would create an invoice without a loan.
 */
function CreateInvoiceOfLoan({ loanId, ...beginning }: OfLoanProps) {
  const { t } = useTranslation('invoices');
  const load = detailLoadOf(useQuery(invoiceableQuery(loanId)));
  const isMissing = !load.data && !load.isPending && !load.failure;
  if (isMissing) {
    return (
      <EmptyState
        icon={<IconFileOff size={22} stroke={1.5} />}
        title={t('form.noLoan')}
        action={<ButtonLink to={paths.createInvoice}>{t('form.withoutLoan')}</ButtonLink>}
      />
    );
  }
  return (
    <Loaded load={load} waiting={<FormToCome />}>
      {(loan) => <CreateInvoiceForm loan={loan} {...beginning} />}
    </Loaded>
  );
}

/**
 * The form for a draft. An issued invoice is shown instead; a user who may not manage invoices gets
 * a notice.
 */
export function EditInvoicePage() {
  const mayManage = useMayManage();
  return (
    <NamedInvoice>
      {(invoice) =>
        invoice.status === 'draft' && mayManage ? (
          <EditedInvoice key={invoice.id} invoice={invoice} />
        ) : (
          <NotChanged invoice={invoice} />
        )
      }
    </NamedInvoice>
  );
}

function NotChanged({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  if (invoice.status !== 'draft') return <Navigate to={paths.invoice(invoice.id)} replace />;
  return (
    <>
      <PageHeader title={t('form.change')} back={back} />
      <MayNot
        title={t('view.mayNotChange')}
        action={<ButtonLink to={paths.invoice(invoice.id)}>{t('view.show')}</ButtonLink>}
      />
    </>
  );
}

/** The draft as it was when the page opened; a newer version loads only on request. */
function EditedInvoice({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const [seen, setSeen] = useState(invoice);
  const [typed, setTyped] = useState<Typed | null>(null);
  const loan = useQuery(invoiceableQuery(invoice.loan?.id ?? ''));
  const latest = useQuery({ ...invoiceQuery(invoice.id), enabled: false });
  const isReady = !invoice.loan || loan.data || loan.isError;
  return (
    <>
      <PageHeader
        title={t('form.change')}
        description={
          invoice.loan && (
            <Unbroken>{t('form.ofLoan', { reference: invoice.loan.reference })}</Unbroken>
          )
        }
        back={back}
      />
      {isReady ? (
        <ChangeInvoiceForm
          key={seen.version}
          invoice={seen}
          loan={loan.data ?? null}
          typed={typed}
          onReload={(now) =>
            void latest.refetch().then(({ data }) => {
              if (!data) return;
              setTyped(now);
              setSeen(data);
            })
          }
        />
      ) : (
        <FormToCome />
      )}
    </>
  );
}

function useMayManage(): boolean {
  const isInside = useSession()?.role !== 'admin';
  return useMay('manage-invoices') && isInside;
}

type MayNotProps = Pick<ComponentProps<typeof EmptyState>, 'title' | 'action'>;

function MayNot(props: MayNotProps) {
  const { t } = useTranslation('invoices');
  return (
    <EmptyState
      icon={<IconFileOff size={22} stroke={1.5} />}
      hint={t('view.mayNotHint')}
      {...props}
    />
  );
}

type NamedInvoiceProps = {
  /** The page's title once the invoice is loaded; the route's title if left out. */
  readonly titleOf?: (invoice: Invoice) => string;
  readonly children: (invoice: Invoice) => ReactNode;
};

function NamedInvoice({ titleOf, children }: NamedInvoiceProps) {
  const { t } = useTranslation('invoices');
  const [search] = useSearchParams();
  const query = useQuery(invoiceQuery(search.get('id') ?? ''));
  useDocumentTitle(query.data && titleOf?.(query.data));
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['form'] }}
      title={t('view.one')}
      missing={
        <EmptyState
          icon={<IconFileOff size={22} stroke={1.5} />}
          title={t('view.notFound')}
          hint={t('view.notFoundHint')}
        />
      }
    >
      {children}
    </DetailPage>
  );
}
