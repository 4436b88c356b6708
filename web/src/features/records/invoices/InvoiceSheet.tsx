import type { Invoice } from '@bursar/contracts/records/invoices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { directionOf, htmlLanguageOf, intlLocaleOf } from '../../../lib/languages.ts';
import { paths } from '../../../lib/paths.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { FormatProvider, useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Amount, InvoiceTotals, TotalLine } from './InvoiceTotals.tsx';
import classes from './Invoice.module.css';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type SheetProps = { readonly invoice: Invoice };

/** An invoice as it is printed, in its own language as in its PDF. */
export function InvoiceSheet({ invoice }: SheetProps) {
  const { settings } = useFormat();
  return (
    <FormatProvider {...settings} locale={intlLocaleOf(invoice.language)}>
      <Sheet invoice={invoice} />
    </FormatProvider>
  );
}

const useTexts = ({ language }: Pick<Invoice, 'language'>) =>
  useTranslation('invoices', { lng: language });

/** The issuer, the recipient, the lines, the total and the due date. */
function Sheet({ invoice }: SheetProps) {
  const { t } = useTexts(invoice);
  const format = useFormat();
  const { currency, issuer, kind, number, language } = invoice;
  const inLine = [
    t('line.amount'),
    ...[
      ...invoice.lines.map(({ netMinor }) => netMinor),
      ...invoice.taxes.map(({ taxMinor }) => taxMinor),
      invoice.netMinor,
      invoice.totalMinor,
      -invoice.paidMinor,
      invoice.openMinor,
    ].map((amountMinor) => format.money(amountMinor, currency)),
  ].join('\n');
  const reference = number === null ? '' : t('sheet.paymentReference', { number });
  const howToPay =
    kind === 'invoice' ? [issuer.paymentDetails, reference].filter(Boolean).join('\n') : '';
  return (
    <Box
      flow="stack"
      as="article"
      gap={8}
      framed
      className={classes.sheet}
      dir={directionOf(language)}
      lang={htmlLanguageOf(language)}
      aria-label={t('sheet.label')}
    >
      <SheetHead invoice={invoice} />
      <Box flow="grid" min={14} gap={6} pad={[6, 0, 0]} line="above">
        <Party label={t('sheet.from')} {...issuer} language={language} />
        <Party
          language={language}
          label={t('sheet.to')}
          name={invoice.customerName}
          address={invoice.customerAddress}
          taxNumber={invoice.customerTaxNumber}
        />
      </Box>
      <SheetLines invoice={invoice} inLine={inLine} />
      <Row gap={0} justify="end" className={classes.whole}>
        <InvoiceTotals totals={invoice} currency={currency} language={language} inLine={inLine}>
          {invoice.paidMinor > 0 && (
            <>
              <TotalLine
                label={t('total.paid')}
                amountMinor={-invoice.paidMinor}
                currency={currency}
                inLine={inLine}
              />
              <TotalLine
                label={t('total.open')}
                amountMinor={invoice.openMinor}
                currency={currency}
                inLine={inLine}
                isWhole
              />
            </>
          )}
        </InvoiceTotals>
      </Row>
      {invoice.reason !== null && <Translate label={t('sheet.reason')} text={invoice.reason} />}
      {invoice.note !== '' && <Translate label={t('sheet.note')} text={invoice.note} />}
      {howToPay !== '' && <Translate label={t('sheet.payment')} text={howToPay} />}
    </Box>
  );
}

function SheetHead({ invoice }: SheetProps) {
  const { t } = useTexts(invoice);
  const format = useFormat();
  const { kind, status, currency, openMinor, totalMinor, dueOn, issuedOn, loan, credits } = invoice;
  const isAsked = status === 'issued' || status === 'overdue' || status === 'part-paid';
  return (
    <Row as="header" justify="between" align="start" className={classes.head}>
      <div>
        <Text tone="muted">
          {t(
            status === 'draft' ? 'kind.draft' : kind === 'invoice' ? 'kind.invoice' : 'kind.credit',
          )}
        </Text>
        <p className={classes.lead}>
          <Money amountMinor={isAsked ? openMinor : Math.abs(totalMinor)} currency={currency} />
        </p>
        <Text tone="soft">{t(`standing.${status}`, { day: format.day(dueOn) })}</Text>
      </div>
      <Stack as="dl" gap={1} className={classes.facts}>
        <Fact label={t('sheet.number')}>
          <bdi>{invoice.number ?? '–'}</bdi>
        </Fact>
        <Fact label={t('sheet.issued')}>
          {issuedOn ? <DayText day={issuedOn} style="medium" /> : '–'}
        </Fact>
        {credits ? (
          <Fact label={t('sheet.credits')}>
            <Link to={paths.invoice(credits.id)}>{credits.number}</Link>
          </Fact>
        ) : (
          <Fact label={t('sheet.due')}>
            <DayText day={dueOn} style="medium" />
          </Fact>
        )}
        {loan && (
          <Fact label={t('sheet.loan')}>
            <Link to={paths.loanDetails(loan.id)}>{loan.reference}</Link>
          </Fact>
        )}
        {invoice.creditedBy && (
          <Fact label={t('sheet.creditedBy')}>
            <Link to={paths.invoice(invoice.creditedBy.id)}>{invoice.creditedBy.number}</Link>
          </Fact>
        )}
      </Stack>
    </Row>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box flow="grid" columns="minmax(7rem, auto) minmax(7rem, auto)" gap={4}>
      <Text as="dt" size="table" tone="muted">
        {label}
      </Text>
      <Box as="dd" text="end">
        {children}
      </Box>
    </Box>
  );
}

type PartyProps = Pick<Invoice['issuer'], 'name' | 'address' | 'taxNumber'> & {
  readonly label: string;
  readonly language: Invoice['language'];
};

function Party({ label, name, address, taxNumber, language }: PartyProps) {
  const { t } = useTexts({ language });
  return (
    <section>
      <Heading>{label}</Heading>
      <WrittenText weight="medium">{name}</WrittenText>
      {address !== '' && <WrittenText>{address}</WrittenText>}
      {taxNumber !== '' && <p>{t('sheet.taxNumber', { number: isolated(taxNumber) })}</p>}
    </section>
  );
}

function Translate({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section className={classes.whole}>
      <Heading>{label}</Heading>
      <WrittenText>{text}</WrittenText>
    </section>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <Text as="h2" size="table" tone="muted" weight="text">
      {children}
    </Text>
  );
}

type Line = Invoice['lines'][number] & { readonly at: number };

type SheetLinesProps = SheetProps & { readonly inLine: string };

function SheetLines({ invoice, inLine }: SheetLinesProps) {
  const { t } = useTexts(invoice);
  const { lines, currency } = invoice;
  const format = useFormat();
  const isPhone = useIsPhone();
  const plain = (decimal: string) => format.decimal(decimal, digitsOf(decimal));
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  if (lines.length === 0) return <Text tone="muted">{t('sheet.noLines')}</Text>;
  const descriptionOf = ({ description }: Line) => (
    <span dir="auto" className={classes.description}>
      {description}
    </span>
  );
  const tax = ({ taxPercent }: Line) => format.percent(taxPercent, digitsOf(taxPercent));
  const amount: FigureColumn<Line> = {
    id: 'amount',
    header: t('line.amount'),
    align: 'end',
    cell: ({ netMinor }) => <Amount amountMinor={netMinor} currency={currency} inLine={inLine} />,
  };
  const description = { id: 'description', header: t('line.description'), wide: true };
  const narrow: FigureColumn<Line>[] = [
    {
      ...description,
      cell: (line) => (
        <CellPair
          first={descriptionOf(line)}
          second={
            <>
              <bdi>
                {plain(line.quantity)} × {format.money(line.unitPriceMinor, currency)}
              </bdi>
              {Number(line.taxPercent) > 0 && ` · ${t('line.tax')} ${tax(line)}`}
            </>
          }
        />
      ),
    },
    amount,
  ];
  const wide: FigureColumn<Line>[] = [
    { ...description, cell: descriptionOf },
    {
      id: 'quantity',
      header: t('line.quantity'),
      align: 'end',
      size: '5.5rem',
      cell: ({ quantity }) => <bdi>{plain(quantity)}</bdi>,
    },
    {
      id: 'unitPrice',
      header: t('line.unitPrice'),
      align: 'end',
      size: '8rem',
      cell: ({ unitPriceMinor }) => money(unitPriceMinor),
    },
    { id: 'tax', header: t('line.tax'), align: 'end', size: '4.5rem', cell: tax },
    amount,
  ];
  return (
    <FigureTable
      label={t('form.lines')}
      rows={lines.map((line, at) => ({ ...line, at }))}
      rowId={({ at }) => at}
      columns={isPhone ? narrow : wide}
    />
  );
}

const digitsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;
