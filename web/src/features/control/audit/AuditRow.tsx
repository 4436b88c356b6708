import { IconArrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import {
  currencyOf,
  fieldText,
  isWritten,
  mainFacts,
  originText,
  splitAmount,
  subjectName,
  subjectText,
  type FactPair,
} from './audit-text.ts';
import { nameOr } from './AuditDrawer.tsx';
import { AuditValue } from './AuditValue.tsx';
import classes from './AuditTrail.module.css';

type AuditCardProps = { row: AuditEvent; ofLoan?: boolean };

/**
 * An event as a card, for narrow screens; on a loan's page it shows the details in place of the
 * loan.
 */
export function AuditCard({ row, ofLoan = false }: AuditCardProps) {
  const { t } = useTranslation('audit');
  return (
    <Stack as="span" gap={1}>
      <Row as="span" wrap={false}>
        <Box as="span" grow weight="medium">
          {eventText(t, row.event)}
        </Box>
        <Text as="span" tone="muted" size="table">
          <InstantText at={row.at} />
        </Text>
      </Row>
      <Row as="span" wrap={false} align="start" tone="muted" size="table">
        <Box as="span" grow className={classes.details}>
          {ofLoan ? <Details row={row} facts={mainFacts(row)} /> : <Subject row={row} />}
        </Box>
        <Box as="span" text="end">
          {nameOr(row.actor, originText(t, row))}
        </Box>
      </Row>
    </Stack>
  );
}

/** The columns of the trail; it is always newest first. */
export function auditColumns(t: TFunction<['audit', 'app']>): readonly Column<AuditEvent>[] {
  const columns: Omit<Column<AuditEvent>, 'header'>[] = [
    {
      id: 'at',
      cell: (row) => <InstantText at={row.at} />,
      main: true,
      plain: true,
      width: 176,
      grow: 0,
    },
    { id: 'event', cell: (row) => eventText(t, row.event), width: 168 },
    {
      id: 'subject',
      cell: (row) => <Subject row={row} />,
      width: 184,
      grow: 2,
    },
    { id: 'person', cell: (row) => nameOr(row.actor, originText(t, row)), width: 160 },
    { id: 'portfolio', cell: (row) => nameOr(row.portfolio, '–'), width: 180, spare: 1 },
    { id: 'request', cell: (row) => row.requestId ?? '–', width: 200, hidden: true },
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/**
 * Returns the columns for a loan's page. Most events there are about that loan, so the amount
 * replaces the subject, and the details, which few events have, are next to the event. If all
 * amounts have one currency, the head of their column names it.
 */
export function loanAuditColumns(
  t: TFunction<['audit', 'app']>,
  currency: string | null,
): readonly Column<AuditEvent>[] {
  return auditColumns(t)
    .filter(({ id }) => id !== 'portfolio')
    .flatMap((column) => {
      if (column.id === 'subject') return [amountColumn(t, currency)];
      if (column.id === 'event') return [eventColumn(t, column)];
      const width = widthsOfLoan[column.id];
      return [{ ...column, ...(width !== undefined && { width }), grow: 0 }];
    });
}

/** Widths that leave space for the details. */
const widthsOfLoan: Readonly<Record<string, number>> = { person: 160, at: 160 };

function amountColumn(t: TFunction<['audit', 'app']>, currency: string | null): Column<AuditEvent> {
  return {
    id: 'amount',
    header: t('column.amount'),
    ...(currency !== null && { unit: currency }),
    align: 'end',
    width: 108,
    grow: 0,
    cell: (row) => {
      const { amount } = row.subject === 'loan' ? splitAmount(row) : {};
      return (
        amount && (
          <AuditValue
            field={amount.field}
            value={amount.after}
            currency={currencyOf(row)}
            withCurrency={currency === null}
          />
        )
      );
    },
  };
}

function eventColumn(
  t: TFunction<['audit', 'app']>,
  column: Column<AuditEvent>,
): Column<AuditEvent> {
  return {
    ...column,
    width: 320,
    grow: 2,
    wraps: true,
    cell: (row) => {
      const { others } = splitAmount(row);
      const hasDetails = row.subject !== 'loan' || others.length > 0;
      return (
        <>
          {eventText(t, row.event)}
          {hasDetails && (
            <Text as="span" tone="muted" className={classes.detail}>
              <Details row={row} facts={others} />
            </Text>
          )}
        </>
      );
    },
  };
}

type DetailsProps = { row: AuditEvent; facts: readonly FactPair[] };

/**
 * The main values of an event whose subject is a loan. For an event with another subject, such as a
 * batch, a request or a tape, it shows the subject.
 */
function Details({ row, facts }: DetailsProps) {
  if (row.subject !== 'loan') return <Subject row={row} />;
  if (facts.length === 0) return '–';
  return facts.map((fact, at) => (
    <span key={fact.field}>
      {at > 0 && ' · '}
      <Detail fact={fact} currency={currencyOf(row)} />
    </span>
  ));
}

type DetailProps = { fact: FactPair; currency: string | undefined };

/**
 * One fact with the name of its field. Amounts and written texts of a new record are shown without
 * the name, because they are clear without it.
 */
function Detail({ fact: { field, before, after, isChanged }, currency }: DetailProps) {
  const { t } = useTranslation(['audit', 'facts']);
  const value = <AuditValue field={field} value={after} currency={currency} />;
  if (!isChanged && (isWritten(field) || field.endsWith('Minor'))) return value;
  return (
    <>
      <Text as="span" tone="muted">
        {fieldText(t, field)}
      </Text>{' '}
      {isChanged && (
        <>
          <AuditValue field={field} value={before} currency={currency} />{' '}
          <IconArrowRight size={14} stroke={1.5} className="mirrors" aria-hidden="true" />{' '}
        </>
      )}
      {value}
    </>
  );
}

/** The kind and the name of the subject: `Loan L-000123`. */
function Subject({ row }: { row: AuditEvent }) {
  const { t } = useTranslation(['audit', 'app']);
  return (
    <>
      {subjectText(t, row.subject)} <bdi>{subjectName(t, row)}</bdi>
    </>
  );
}
