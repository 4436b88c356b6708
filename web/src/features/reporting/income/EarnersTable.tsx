import type { Role } from '@bursar/contracts/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { percentChange, percentOf } from '../../../lib/percent.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { commissionOfAll, lineUpEarners, totalOf } from './income-figures.ts';
import type { EarnerLine } from './income-figures.ts';
import type { Income } from './income.queries.ts';
import classes from './Income.module.css';
import { useIsPhone, useMedia } from '../../../ui/state/use-media.ts';

type EarnersTableProps = {
  income: Income;
  role: Role;
  /**
   * Returns a link to this earner's income or, without an earner, to the payments; null if there is
   * neither.
   */
  hrefOf: (line: EarnerLine) => string | null;
};

const onPhone: readonly string[] = ['name', 'income', 'share'];

/** Income by earner: teams with their agents, or a team's agents, each with its share. */
export function EarnersTable({ income, role, hrefOf }: EarnersTableProps) {
  const { t } = useTranslation('income');
  const isPhone = useIsPhone();
  const isMedium = useMedia('(max-width: 72em)');
  const columns = useColumns(income, { role, hrefOf }).filter(({ id }) =>
    isPhone ? onPhone.includes(id) : id !== 'payments' || !isMedium,
  );
  const lines = lineUpEarners(income.earners, role === 'user' ? 'teams' : 'agents');
  const money = (amountMinor: number) => (
    <Earned amountMinor={amountMinor} currency={income.currency} />
  );
  const commission = commissionOfAll(lines);
  return (
    <FigureTable
      label={t('earners.title')}
      columns={columns}
      rows={lines}
      rowId={(line) => line.key}
      foot={{
        name: t('earners.total'),
        interest: money(income.total.interestMinor),
        fees: money(income.total.feeMinor),
        penalties: money(income.total.penaltyMinor),
        income: money(totalOf(income.total)),
        commission: commission === null ? '–' : money(commission),
        share: totalOf(income.total) > 0 ? <Rate percent={100} fractionDigits={1} /> : '–',
        change: <Change now={totalOf(income.total)} before={totalOf(income.previousTotal)} />,
        payments: <Count value={income.total.payments} />,
      }}
    />
  );
}

function useColumns(
  income: Income,
  { role, hrefOf }: Pick<EarnersTableProps, 'role' | 'hrefOf'>,
): readonly FigureColumn<EarnerLine>[] {
  const { t } = useTranslation('income');
  const all = totalOf(income.total);
  const money = (amountMinor: number) => (
    <Earned amountMinor={amountMinor} currency={income.currency} />
  );
  const figure = (id: string, cell: (line: EarnerLine) => ReactNode, head = id) =>
    ({ id, header: t(`earners.${head}`), cell, align: 'end' }) as const;
  return [
    {
      id: 'name',
      header: t(role === 'user' ? 'earners.teamOrAgent' : 'earners.agent'),
      wide: true,
      cell: (line) => <EarnerName line={line} href={hrefOf(line)} />,
    },
    figure('interest', ({ figures }) => money(figures.interestMinor)),
    figure('fees', ({ figures }) => money(figures.feeMinor)),
    figure('penalties', ({ figures }) => money(figures.penaltyMinor)),
    figure('income', ({ figures }) => money(totalOf(figures))),
    // Unlike the other amounts, a team's commission is not the sum of its agents' commissions.
    figure(
      'commission',
      ({ figures }) => (figures.commissionMinor === null ? '–' : money(figures.commissionMinor)),
      role === 'user' ? 'ownCommission' : 'commission',
    ),
    figure('share', ({ figures }) => {
      const share = percentOf(totalOf(figures), all);
      return share === null ? '–' : <Rate percent={share} fractionDigits={1} />;
    }),
    figure('change', ({ figures }) => (
      <Change now={totalOf(figures)} before={figures.previousTotalMinor} />
    )),
    figure('payments', ({ figures }) => <Count value={figures.payments} />),
  ];
}

function EarnerName({ line, href }: { line: EarnerLine; href: string | null }) {
  const { t } = useTranslation('income');
  const { kind, name } = line.figures.earner;
  const shown = name === null ? t(`earners.nobody.${kind}`) : <bdi>{name}</bdi>;
  return (
    <Text
      as="span"
      className={line.depth === 1 ? classes.within : undefined}
      {...(line.depth === 0 && { weight: 'medium' })}
      {...(name === null && { tone: 'muted' })}
    >
      {href === null ? (
        shown
      ) : (
        <TextLink plain to={href} preventScrollReset>
          {shown}
        </TextLink>
      )}
    </Text>
  );
}

/** The change from the previous period: `+12.4%`. */
function Change({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const change = percentChange(now, before);
  if (change === null) {
    return (
      <Text as="span" tone="muted">
        {now === 0 ? '–' : t('change.isNew')}
      </Text>
    );
  }
  const sign = now > before ? '+' : '';
  return (
    <Text as="bdi" tone="muted" dir="ltr">
      {sign + format.percent(change, 1)}
    </Text>
  );
}

type EarnedProps = { amountMinor: number; currency: string };

/** An amount in a table of one currency; zero is a dash, so that other amounts stand out. */
export function Earned({ amountMinor, currency }: EarnedProps) {
  if (amountMinor === 0) {
    return (
      <Text as="span" tone="muted">
        –
      </Text>
    );
  }
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}
