import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { transition } from '@bursar/loan-maths/lifecycle';
import { ReasonText } from '../../access/audit-events/ReasonText.tsx';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { AddChargeDialog, UndoWaiverDialog, WaiveChargeDialog } from './ChargeDialogs.tsx';
import type { ChargedLoan } from './ChargeDialogs.tsx';
import { chargesQuery, type Charge, type Charges, type Waiver } from './charges.queries.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** The charges of a loan outside its schedule, with their waivers. */
export function ChargeList({ loan }: { loan: ChargedLoan }) {
  const { t } = useTranslation('charges');
  const query = useQuery(chargesQuery(loan.id));
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const adding = query.data?.needsApproval.adding === true;
  const waiving = query.data?.needsApproval.waiving === true;
  return (
    <Stack gap={5}>
      <AddButton loan={loan} onAdd={() => setDoing({ what: 'add' })} />
      <Loaded
        load={loadOf(query)}
        waiting={<TableToCome rows={5} />}
        empty={<EmptyLine title={t('empty')} hint={t('emptyHint')} />}
        isEmpty={({ charges }) => charges.length === 0}
      >
        {(data) => <ChargeTable data={data} loan={loan} onDo={setDoing} />}
      </Loaded>
      <AddChargeDialog
        loan={loan}
        opened={doing?.what === 'add'}
        isAsked={adding}
        onClose={close}
      />
      <WaiveChargeDialog
        loan={loan}
        charge={doing?.what === 'waive' ? doing.charge : null}
        isAsked={waiving}
        onClose={close}
      />
      <UndoWaiverDialog
        loan={loan}
        waived={doing?.what === 'undo' ? doing : null}
        isAsked={waiving}
        onClose={close}
      />
    </Stack>
  );
}

type Doing =
  | { readonly what: 'add' }
  | { readonly what: 'waive'; readonly charge: Charge }
  | { readonly what: 'undo'; readonly charge: Charge; readonly waiver: Waiver };

function AddButton({ loan, onAdd }: { loan: ChargedLoan; onAdd: () => void }) {
  const { t } = useTranslation(['charges', 'failures']);
  const mayAdd = useMay('add-charge');
  if (!mayAdd) return null;
  const icon = <IconPlus size={18} stroke={1.5} aria-hidden="true" />;
  return (
    <Row>
      {transition(loan.status, 'settle').ok ? (
        <Button icon={icon} onClick={onAdd}>
          {t('add.action')}
        </Button>
      ) : (
        <RefusedButton icon={icon} reason={t('failures:loan_is_not_active')}>
          {t('add.action')}
        </RefusedButton>
      )}
    </Row>
  );
}

/** A charge, or a waiver below its charge. */
type Line = { readonly charge: Charge; readonly waiver: Waiver | null };

type TableProps = {
  readonly data: Charges;
  readonly loan: ChargedLoan;
  readonly onDo: (doing: Doing) => void;
};

function ChargeTable({ data, loan, onDo }: TableProps) {
  const { t } = useTranslation('charges');
  const mayWaive = useMay('waive-charge') && transition(loan.status, 'settle').ok;
  const isPhone = useIsPhone();
  const lines: readonly Line[] = data.charges.flatMap((charge) => [
    { charge, waiver: null },
    ...charge.waivers.map((waiver) => ({ charge, waiver })),
  ]);
  const shown = { t, currency: data.currency, onDo: mayWaive ? onDo : null };
  return (
    <FigureTable
      label={t('label')}
      columns={isPhone ? narrowColumns(shown) : columnsOf(shown)}
      rows={lines}
      rowId={({ charge, waiver }) => waiver?.id ?? charge.id}
      rowMark={({ charge, waiver }) => {
        if (waiver?.undone) return 'void';
        return charge.openMinor === 0 ? 'done' : undefined;
      }}
    />
  );
}

type Shown = {
  readonly t: TFunction<'charges'>;
  readonly currency: string;
  /** Null if the user may not waive anything now. */
  readonly onDo: TableProps['onDo'] | null;
};

function columnsOf(shown: Shown): readonly FigureColumn<Line>[] {
  const { t, currency, onDo } = shown;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const figure = (id: 'paid' | 'open', of: (charge: Charge) => number): FigureColumn<Line> => ({
    id,
    header: t(`column.${id}`),
    cell: ({ charge, waiver }) => (waiver ? null : money(of(charge))),
    align: 'end',
  });
  return [
    { id: 'what', header: t('column.what'), cell: (line) => nameOf(line, t) },
    {
      id: 'due',
      header: t('column.due'),
      cell: ({ charge, waiver }) => (waiver ? null : dueOf(charge, t)),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      cell: (line) => money(amountOf(line)),
      align: 'end',
    },
    figure('paid', ({ paidMinor }) => paidMinor),
    figure('open', ({ openMinor }) => openMinor),
    { id: 'reason', header: t('column.reason'), cell: (line) => reasonOf(line, t), wide: true },
    {
      id: 'made',
      header: t('column.made'),
      cell: ({ charge, waiver }) => {
        const { madeBy, madeAt } = waiver ?? charge;
        return (
          <>
            <bdi>{madeBy ?? t('byClose')}</bdi> · <InstantText at={madeAt} />
          </>
        );
      },
    },
    ...(onDo ? [actionColumn(shown, onDo)] : []),
  ];
}

/** On a phone, the reason is shown below the name and the open amount below the amount. */
function narrowColumns(shown: Shown): readonly FigureColumn<Line>[] {
  const { t, currency, onDo } = shown;
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  return [
    {
      id: 'what',
      header: t('column.what'),
      wide: true,
      cell: (line) => <CellPair first={nameOf(line, t)} second={reasonOf(line, t)} />,
    },
    {
      id: 'amount',
      header: t('column.amountAndOpen'),
      align: 'end',
      cell: (line) =>
        line.waiver ? (
          money(amountOf(line))
        ) : (
          <CellPair first={money(amountOf(line))} second={money(line.charge.openMinor)} />
        ),
    },
    ...(onDo ? [actionColumn(shown, onDo)] : []),
  ];
}

function amountOf({ charge, waiver }: Line): number {
  return waiver ? -waiver.amountMinor : charge.amountMinor;
}

function nameOf({ charge, waiver }: Line, t: TFunction<'charges'>): ReactNode {
  if (waiver) {
    return (
      <StatusBadge tone={waiver.undone ? 'done' : 'good'}>
        {t(waiver.undone ? 'state.undone' : 'state.waived')}
      </StatusBadge>
    );
  }
  return `${t(`portion.${charge.portion}`)} · ${t(`kind.${charge.kind}`)}`;
}

function dueOf({ instalmentNumber, dueOn }: Charge, t: TFunction<'charges'>): ReactNode {
  return (
    <>
      <DayText day={dueOn} /> · {t('withInstalment', { number: instalmentNumber })}
    </>
  );
}

function reasonOf({ charge, waiver }: Line, t: TFunction<'charges'>): ReactNode {
  // An end-of-day penalty has no written reason: its text is composed in the reader's language.
  if (!waiver && charge.madeBy === null) {
    return (
      <>
        {t('lateSince')} <DayText day={charge.dueOn} />
        {charge.chargedLateOn !== null && (
          <>
            {' · '}
            {t('chargedLate')} <DayText day={charge.chargedLateOn} />
          </>
        )}
      </>
    );
  }
  if (!waiver) return <ReasonText reason={charge.reason} />;
  if (waiver.lostReason) {
    return (
      <>
        {t('lostReason')}
        {waiver.undone && <bdi> · {waiver.undone.reason}</bdi>}
      </>
    );
  }
  return <bdi>{[waiver.reason, waiver.undone?.reason].filter(Boolean).join(' · ')}</bdi>;
}

function actionColumn({ t }: Shown, onDo: NonNullable<Shown['onDo']>): FigureColumn<Line> {
  return {
    id: 'action',
    header: t('column.action'),
    align: 'action',
    cell: ({ charge, waiver }) => {
      if (waiver) {
        return waiver.undone ? null : (
          <Button
            kind="quiet"
            size="compact"
            onClick={() => onDo({ what: 'undo', charge, waiver })}
          >
            {t('undo.action')}
          </Button>
        );
      }
      if (charge.waiverRequestId) {
        return (
          <Link to={paths.approval(charge.waiverRequestId)}>
            <StatusBadge tone="soon">{t('state.awaited')}</StatusBadge>
          </Link>
        );
      }
      return charge.openMinor === 0 ? null : (
        <Button kind="quiet" size="compact" onClick={() => onDo({ what: 'waive', charge })}>
          {t('waive.action')}
        </Button>
      );
    },
  };
}
