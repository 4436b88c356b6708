import { keysOf } from '@bursar/contracts/fact-kinds';
import { loanFacts, borrowerFacts } from '@bursar/contracts/facts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { allocationOrderText } from '../loan-account/allocation-order-text.ts';
import { paths } from '../../../lib/paths.ts';
import { useClosedChannels } from '../loan-account/use-closed-channels.ts';
import { useMayOpen } from '../../../lib/use-may-open.ts';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FactLine } from '../../../ui/layout/FactLine.tsx';
import { ReachLink } from '../../../ui/status/ReachLink.tsx';
import {
  type FieldFormat,
  type FormattedValue,
  toSentence,
} from '../../../ui/fact/field-format.ts';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { LoanDetails } from './loans.queries.ts';
import { BorrowerName } from './LoanLabels.tsx';
import classes from './LoanDetails.module.css';

type LoanProps = { readonly loan: LoanDetails };

/** The borrower, the terms and the payments of a loan. */
export function LoanTerms({ loan }: LoanProps) {
  return (
    <div className={classes.terms}>
      <div className={classes.columns}>
        <BorrowerFacts loan={loan} />
        <TermFacts loan={loan} />
        <ScheduleFacts loan={loan} />
        <PaidFacts loan={loan} />
      </div>
    </div>
  );
}

function TermFacts({ loan }: LoanProps) {
  const { t } = useTranslation('loans');
  return (
    <FactList title={t('terms.loan')}>
      <Fact textKey="product">
        <ProductText product={loan.product} />
      </Fact>
      <Fact textKey="application">
        {loan.application && <ApplicationText application={loan.application} />}
      </Fact>
      <FactLines
        names={ownLines.filter((name) => !isOfSchedule(name))}
        fieldFormats={loanFacts}
        values={loan}
        currency={loan.currency}
      />
      <Fact textKey="import">{loan.import && <bdi dir="ltr">{loan.import.fileName}</bdi>}</Fact>
    </FactList>
  );
}

function ScheduleFacts({ loan }: LoanProps) {
  const { t } = useTranslation('loans');
  const { t: fieldValueText } = useTranslation('facts');
  const format = useFormat();
  const { currency, frequencyUnit, frequencyEvery } = loan;
  return (
    <FactList title={t('tab.schedule')}>
      <FactLines
        names={ownLines.filter(isOfSchedule)}
        fieldFormats={loanFacts}
        values={loan}
        currency={currency}
      />
      <Fact textKey="instalments">
        {t(`terms.frequency.${frequencyUnit}`, {
          count: frequencyEvery,
          every: format.count(frequencyEvery),
          instalments: t('terms.instalmentCount', {
            count: loan.instalmentCount,
            figure: format.count(loan.instalmentCount),
          }),
        })}
      </Fact>
      <Fact textKey="method">{scheduleMethodText(t, loan.scheduleMethod)}</Fact>
      <Fact textKey="dayCount">
        <bdi dir="ltr">{loan.dayCount}</bdi>
      </Fact>
      <Fact textKey="allocation">{allocationOrderText(fieldValueText, loan.allocationOrder)}</Fact>
    </FactList>
  );
}

/** A loan from a tape has its own terms, so its product has no version. */
function ProductText({ product: { id, name, version } }: { product: LoanDetails['product'] }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const mayOpen = useMayOpen('/products', 'read-products');
  const href = version === null ? paths.product(id) : paths.productVersion(id, String(version));
  return (
    <>
      {mayOpen ? (
        <Link to={href}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {version !== null && (
        <Text as="span" tone="muted">
          {` · ${t('terms.productVersion', { number: format.count(version) })}`}
        </Text>
      )}
    </>
  );
}

type ApplicationTextProps = { readonly application: NonNullable<LoanDetails['application']> };

function ApplicationText({ application: { id, reference } }: ApplicationTextProps) {
  const mayOpen = useMayOpen('/applications', 'read-applications');
  const text = <bdi dir="ltr">{reference}</bdi>;
  return mayOpen ? <Link to={paths.application(id)}>{text}</Link> : text;
}

/**
 * All facts except the number and the frequency of instalments, which are shown as one sentence.
 */
const ownLines = keysOf(loanFacts).filter(
  (name) => !['instalmentCount', 'frequencyUnit', 'frequencyEvery'].includes(name),
);

const isOfSchedule = (name: (typeof ownLines)[number]): boolean =>
  name === 'instalmentMinor' || name === 'firstDueOn';

function PaidFacts({ loan }: LoanProps) {
  const { t } = useTranslation('loans');
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={loan.currency} withCurrency={false} />
  );
  const whereAny = (amountMinor: number) => (amountMinor > 0 ? money(amountMinor) : null);
  return (
    <FactList title={t('terms.paid', { currency: loan.currency })}>
      <Fact textKey="principalPaid">{money(loan.principalPaidMinor)}</Fact>
      <Fact textKey="interestPaid">{money(loan.interestPaidMinor)}</Fact>
      <Fact textKey="feesPaid">{whereAny(loan.feePaidMinor)}</Fact>
      <Fact textKey="penaltiesPaid">{whereAny(loan.penaltyPaidMinor)}</Fact>
      <Fact textKey="writtenOff">{whereAny(loan.writtenOffPrincipalMinor)}</Fact>
      <Fact textKey="lastPayment">
        {loan.lastPaymentOn && <DayText day={loan.lastPaymentOn} />}
      </Fact>
    </FactList>
  );
}

/** The borrower's facts that are known. */
function BorrowerFacts({ loan }: { loan: LoanDetails }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { borrower, currency } = loan;
  const closed = useClosedChannels({ ...borrower, quietHours: loan.quietHours }, format.time);
  const { phone, email } = borrower;
  return (
    <FactList title={t('terms.borrower')}>
      <Fact textKey="name">
        <BorrowerName name={borrower.name} externalId={borrower.externalId ?? loan.externalId} />
      </Fact>
      <Fact textKey="borrowerNumber">{borrower.externalId}</Fact>
      <Fact textKey="phone">
        {phone && (
          <ReachLink href={`tel:${phone}`} closed={closed('call')}>
            <PhoneText number={phone} />
          </ReachLink>
        )}
      </Fact>
      <Fact textKey="email">
        {email && (
          <ReachLink href={`mailto:${email}`} closed={closed('email')}>
            <bdi dir="ltr">{email}</bdi>
          </ReachLink>
        )}
      </Fact>
      <FactLines names={facts} fieldFormats={borrowerFacts} values={borrower} currency={currency} />
    </FactList>
  );
}

/** All facts except the name, which is shown above them. */
const facts = keysOf(borrowerFacts).filter((name) => name !== 'name');

function FactList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Box as="h2" size="body" weight="medium" pad={[0, 0, 2]} line="below">
        {title}
      </Box>
      <dl>{children}</dl>
    </section>
  );
}

type FactLinesProps<Key extends string> = {
  readonly names: readonly Key[];
  readonly fieldFormats: Readonly<Record<Key, FieldFormat>>;
  readonly values: Readonly<Record<Key, FormattedValue>>;
  readonly currency: string;
};

/** One line per fact; unknown facts are left out. */
function FactLines<Key extends string>(props: FactLinesProps<Key>) {
  const { names, fieldFormats, values, currency } = props;
  const { t } = useTranslation('facts');
  return names
    .filter((name) => values[name] !== null)
    .map((name) => (
      <FactLine key={name} ruled name={t(name)}>
        <FactText
          name={name}
          fieldFormat={fieldFormats[name]}
          value={values[name]}
          currency={currency}
        />
      </FactLine>
    ));
}

/** One line with a label from `terms`; unknown values (null) have no line. */
function Fact({ textKey, children }: { textKey: string; children: ReactNode }) {
  const { t } = useTranslation('loans');
  if (children === null) return null;
  return (
    <FactLine ruled name={t(`terms.${textKey}`)}>
      {children}
    </FactLine>
  );
}

const knownMethods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const;

function scheduleMethodText(t: TFunction<'loans'>, method: string): string {
  const known = knownMethods.find((one) => one === method);
  return known ? t(`method.${known}`) : toSentence(method);
}
