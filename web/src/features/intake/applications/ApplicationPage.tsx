import { costOfLoan, instalmentsOf } from '@bursar/contracts/servicing/product-terms';
import { applicationEvents, type ApplicationEvent } from '@bursar/contracts/choices';
import { loanFacts } from '@bursar/contracts/facts';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { transition } from '@bursar/loan-maths/lifecycle';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { refusalSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { sessionQuery, useMay } from '../../../lib/session-query.ts';
import { useMayOpen } from '../../../lib/use-may-open.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { LoanCostPicture } from '../../servicing/loan-account/LoanCostPicture.tsx';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Unbroken } from '../../../ui/format/Unbroken.tsx';
import { FactGrid } from '../../../ui/layout/FactGrid.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import { Timeline, type TimelineEvent } from '../../../ui/timeline/Timeline.tsx';
import { ApplicationDialog } from './ApplicationDialog.tsx';
import { ApplicationForm, type AlikeOf } from './ApplicationForm.tsx';
import {
  applicationQuery,
  offeredProductsQuery,
  type ApplicationDetails,
} from './applications.queries.ts';
import { ApplicationStatusBadge } from './ApplicationStatusBadge.tsx';

type PlaceProps = { readonly back: ReactNode };

export function CreateApplication({ back, alikeOf }: PlaceProps & { readonly alikeOf: AlikeOf }) {
  const { t } = useTranslation('applications');
  const session = useQuery(sessionQuery);
  const maySubmit = useMay('submit-applications');
  const mayManage = useMay('manage-products');
  const offered = useQuery({ ...offeredProductsQuery, enabled: maySubmit });
  const portfolio = session.data?.portfolio;
  const products = offered.data;
  const isReady = portfolio && products;
  const failed = [session, offered].find(({ data, isError }) => data === undefined && isError);
  const failure = failed && failureOf(failed);
  return (
    <>
      <PageHeader title={t('create.title')} description={t('create.meaning')} back={back} />
      {!maySubmit && <EmptyState title={t('create.mayNot')} hint={t('create.mayNotHint')} />}
      {maySubmit && !isReady && (failure ? <ErrorState {...failure} /> : <FormToCome />)}
      {maySubmit && isReady && products.length === 0 && (
        <EmptyState
          title={t('create.noProduct')}
          hint={t('create.noProductHint')}
          action={
            mayManage && <ButtonLink to={paths.createProduct}>{t('create.makeProduct')}</ButtonLink>
          }
        />
      )}
      {maySubmit && isReady && products.length > 0 && (
        <ApplicationForm products={products} today={portfolio.businessDate} alikeOf={alikeOf} />
      )}
    </>
  );
}

type OneProps = { readonly application: ApplicationDetails };

/** One application: its terms, cost, history and actions. */
export function ApplicationPage({
  applicationId,
  back,
}: PlaceProps & { readonly applicationId: string }) {
  const { t } = useTranslation('applications');
  const query = useQuery(applicationQuery(applicationId));
  useDocumentTitle(query.data?.reference);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['facts', 'picture', 'lines'] }}
      title={t('one.title')}
      missing={
        <EmptyState
          icon={<IconFileOff size={22} stroke={1.5} />}
          title={t('one.missing')}
          hint={t('one.missingHint')}
        />
      }
    >
      {(application) => (
        <>
          <PageHeader
            title={<bdi>{application.borrower.name ?? application.reference}</bdi>}
            badges={<ApplicationStatusBadge status={application.status} />}
            description={
              <bdi>
                <Unbroken>{`${application.reference} · ${application.product.name}`}</Unbroken>
              </bdi>
            }
            back={back}
            actions={<Actions application={application} />}
          />
          <Stack gap={6}>
            <Asked application={application} />
            <CostOf application={application} />
            <History application={application} />
          </Stack>
        </>
      )}
    </DetailPage>
  );
}

/** The actions on the application; a disabled one says why. */
function Actions({ application }: OneProps) {
  const { t } = useTranslation(['applications', 'loans', 'failures']);
  const [asked, setAsked] = useState<ApplicationEvent | null>(null);
  const mayDecide = useMay('decide-applications');
  const mayDisburse = useMay('disburse-loans');
  const mayOpenLoan = useMayOpen('/loan-details', 'read-loans');
  const { status, loanId } = application;
  const may = (event: ApplicationEvent) =>
    event === 'disburse' || event === 'undo-disbursement' ? mayDisburse : mayDecide;
  const shown = applicationEvents.filter((event) => may(event) && transition(status, event).ok);
  const primary = status === 'submitted' ? 'approve' : 'disburse';
  // The primary action comes last.
  const inOrder = shown.toSorted(
    (one, other) => Number(one === primary) - Number(other === primary),
  );
  return (
    <>
      {loanId !== null && mayOpenLoan && (
        <ButtonLink to={paths.loanDetails(loanId)}>{t('one.openLoan')}</ButtonLink>
      )}
      {inOrder.map((event) => {
        const refused = refusalOf(application, event);
        return refused === null ? (
          <Button
            key={event}
            kind={event === primary ? 'primary' : 'secondary'}
            onClick={() => setAsked(event)}
          >
            {t(`event.${event}.action`)}
          </Button>
        ) : (
          <RefusedButton
            key={event}
            reason={refusalSentence({ ...refused, message: '' })}
            kind={event === primary ? 'primary' : 'secondary'}
          >
            {t(`event.${event}.action`)}
          </RefusedButton>
        );
      })}
      <ApplicationDialog application={application} event={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/**
 * Returns why another person must approve or disburse the application; null if this user may, and
 * for all other events.
 */
function refusalOf({ hindrance }: ApplicationDetails, event: ApplicationEvent) {
  const needsAnother = event === 'approve' || event === 'disburse';
  return needsAnother && hindrance ? { code: hindrance, details: {} } : null;
}

function Asked({ application }: OneProps) {
  const { t } = useTranslation('applications');
  const format = useFormat();
  const { currency, borrower, coBorrowers, product } = application;
  const mayOpenBorrower = useMayOpen('/apps/contacts', 'read-loans');
  const mayOpenProduct = useMayOpen('/products', 'read-products');
  const person = ({ id, name }: { readonly id: string; readonly name: string }) =>
    mayOpenBorrower ? <Link to={paths.borrower(id)}>{name}</Link> : <bdi>{name}</bdi>;
  const lines: Readonly<Record<LineWord, ReactNode>> = {
    borrower: person({ id: borrower.id, name: borrower.name ?? t('one.nameless') }),
    coBorrowers: coBorrowers.map(({ id, name, externalId }) => (
      <div key={id}>{person({ id, name: name ?? externalId ?? t('one.nameless') })}</div>
    )),
    product: mayOpenProduct ? (
      <Link to={paths.productVersion(product.id, String(application.productVersion))}>
        {product.name}
      </Link>
    ) : (
      <bdi>{product.name}</bdi>
    ),
    amount: format.amount(application.principalMinor, currency),
    rate: format.percent(application.annualRatePercent),
    count: format.count(instalmentsOf(application.terms, application.instalmentCount)),
    disburseOn: <DayText day={application.disburseOn} />,
    firstDueOn: <DayText day={application.firstDueOn} />,
    purpose: application.purpose ? (
      <FactText
        name="purpose"
        fieldFormat={loanFacts.purpose}
        value={application.purpose}
        currency={currency}
      />
    ) : (
      '–'
    ),
  };
  const shown = lineWords.filter((word) => word !== 'coBorrowers' || coBorrowers.length > 0);
  return (
    <Panel title={t('one.asked')}>
      <FactGrid
        facts={shown.map((word) => ({ id: word, name: t(`line.${word}`), value: lines[word] }))}
      />
    </Panel>
  );
}

const lineWords = [
  'borrower',
  'coBorrowers',
  'product',
  'amount',
  'rate',
  'count',
  'disburseOn',
  'firstDueOn',
  'purpose',
] as const;
type LineWord = (typeof lineWords)[number];

/** The cost of the loan; it uses the actual days once the loan is disbursed. */
function CostOf({ application }: OneProps) {
  const { t } = useTranslation('applications');
  const cost = useMemo(() => {
    const {
      terms,
      currency,
      principalMinor,
      annualRatePercent,
      instalmentCount,
      businessCalendar,
    } = application;
    const made = application.loanId === null ? null : disbursementOf(application);
    return costOfLoan(terms, {
      currency,
      principalMinor,
      annualRatePercent,
      instalmentCount,
      businessCalendar,
      disbursementDate: calendarDate(made?.disbursedOn ?? application.disburseOn),
      firstDueDate: calendarDate(made?.firstDueOn ?? application.firstDueOn),
    });
  }, [application]);
  if (!cost) return null;
  return (
    <Panel title={t('section.cost')}>
      <LoanCostPicture currency={application.currency} cost={cost} />
    </Panel>
  );
}

const disbursementOf = ({ events }: ApplicationDetails) =>
  events.find(({ event }) => event === 'disburse')?.disbursement ?? null;

function History({ application }: OneProps) {
  const { t } = useTranslation('applications');
  const format = useFormat();
  const { currency, events, submittedBy, submittedAt, id } = application;
  return (
    <Panel title={t('one.history')}>
      <Timeline
        label={t('one.history')}
        events={[
          ...events.map(({ id: eventId, event, reason, madeBy, madeAt, disbursement }) => ({
            id: eventId,
            at: madeAt,
            title: t(`event.${event}.happened`, { who: madeBy }),
            detail: disbursement
              ? t('one.paidOut', {
                  day: format.day(disbursement.disbursedOn),
                  amount: format.amount(
                    application.principalMinor - disbursement.feeMinor,
                    currency,
                  ),
                })
              : reason && <bdi>{reason}</bdi>,
            tone: tones[event] ?? 'neutral',
          })),
          { id, at: submittedAt, title: t('one.submitted', { who: submittedBy }) },
        ]}
      />
    </Panel>
  );
}

const tones: Partial<Record<ApplicationEvent, NonNullable<TimelineEvent['tone']>>> = {
  approve: 'good',
  disburse: 'good',
  reject: 'late',
};
