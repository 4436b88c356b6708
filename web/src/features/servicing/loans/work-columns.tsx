import type { loanWorkColumnIds } from '@bursar/contracts/list-columns';
import type { LoanRow, LoanWorkColumns } from '@bursar/contracts/servicing/loans';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { languages } from '../../../lib/languages.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import type { Column } from '../../../ui/table/columns.ts';

type WorkColumnId = (typeof loanWorkColumnIds)[number];

type Translate = TFunction<['loans', 'facts']>;

/** The columns of the work on a loan; hidden, and not requested, until the user chooses one. */
export function workColumns(
  t: Translate,
  currency: string | null,
): readonly Omit<Column<LoanRow, WorkColumnId>, 'header'>[] {
  const column = (
    id: WorkColumnId,
    cell: (work: LoanWorkColumns, loan: LoanRow) => ReactNode,
    width: number,
  ) => ({
    id,
    cell: (loan: LoanRow) => (loan.work && cell(loan.work, loan)) ?? none,
    width,
    grow: 0,
    hidden: true,
  });
  return [
    column('phone', ({ phone }) => phone && <PhoneText number={phone} />, 150),
    column('language', ({ language }) => languages.find(({ code }) => code === language)?.name, 96),
    column(
      'lastContact',
      ({ lastContactAt }) => lastContactAt && <InstantText at={lastContactAt} style="ago" />,
      124,
    ),
    column(
      'lastOutcome',
      ({ lastOutcome }) => lastOutcome && t(`loans:outcome.${lastOutcome}`),
      116,
    ),
    column(
      'promise',
      ({ promise }, loan) =>
        promise && (
          <>
            {t(`loans:promiseState.${promise.state}`)}
            {' · '}
            <Money
              amountMinor={promise.amountMinor}
              currency={loan.currency}
              withCurrency={currency === null}
            />
            {' · '}
            <DayText day={promise.promisedOn} style="short" />
          </>
        ),
      220,
    ),
    column(
      'nextAction',
      ({ nextAction }) =>
        nextAction && (
          <>
            <bdi>{nextAction.what}</bdi>
            {' · '}
            <DayText day={nextAction.dueOn} style="short" />
          </>
        ),
      200,
    ),
    column(
      'snoozedUntil',
      ({ snoozedUntil }) => snoozedUntil && <DayText day={snoozedUntil} />,
      116,
    ),
    column(
      'agentActive',
      ({ agentActiveAt }) => agentActiveAt && <InstantText at={agentActiveAt} style="ago" />,
      124,
    ),
  ];
}

const none = '–';
