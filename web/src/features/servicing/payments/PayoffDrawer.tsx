import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useTurn } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DrawerFoot } from '../../../ui/overlay/DrawerFoot.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import {
  payoffQuoteQuery,
  useSavePayoff,
  type StatementLoan,
  type PayoffQuote,
} from './payments.queries.ts';

type PayoffDrawerProps = {
  readonly loan: StatementLoan & {
    readonly reference: string;
    readonly businessDate: string;
    readonly disbursedOn: string;
    readonly lastPaymentOn: string | null;
    readonly rescheduledOn: string | null;
    readonly charges: readonly { readonly countsOn: string }[];
  };
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** The payoff of the loan on a chosen day, item by item. */
export function PayoffDrawer({ loan, opened, onClose }: PayoffDrawerProps) {
  const { t } = useTranslation('payoff');
  const [on, setOn] = useState<string | null>(loan.businessDate);
  // Opening resets the day: the page may have been open since yesterday or show another loan.
  useTurn(opened ? loan.id : null, () => setOn(loan.businessDate));
  const query = useQuery({
    ...payoffQuoteQuery({ loanId: loan.id, on: on ?? loan.businessDate }),
    enabled: opened && on !== null,
  });
  const saving = useSavePayoff(loan);
  const refusedDay = dayRefusal(query.error);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('title', { reference: loan.reference })}>
      <Stack gap={6}>
        <DayField
          id="payoff-on"
          label={t('on')}
          value={on}
          onChange={setOn}
          today={loan.businessDate}
          earliest={earliestOf(loan)}
          error={refusedDay}
          required
        />
        <div aria-live="polite">
          {on !== null && refusedDay === undefined && (
            <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
              {(quote) => (
                <Stack gap={4}>
                  <QuoteItems quote={quote} />
                  <DrawerFoot>
                    <Button
                      icon={<IconDownload size={18} stroke={1.5} />}
                      busy={saving.isPending}
                      onClick={() => saving.mutate(quote.on)}
                    >
                      {t('save')}
                    </Button>
                  </DrawerFoot>
                </Stack>
              )}
            </Loaded>
          )}
        </div>
      </Stack>
    </SideDrawer>
  );
}

/** Returns the sentence of a refusal about the day, to show at the day field. */
function dayRefusal(cause: Error | null): string | undefined {
  return cause instanceof ApiFailure && 'on' in cause.fields ? failureSentence(cause) : undefined;
}

/**
 * Returns the earliest day that the field offers: the day of the disbursement, the last payment,
 * the last reschedule or the last charge, whichever is latest. The server refuses earlier days.
 */
function earliestOf(loan: PayoffDrawerProps['loan']): string {
  const { disbursedOn, lastPaymentOn, rescheduledOn, charges } = loan;
  const days = [
    disbursedOn,
    lastPaymentOn ?? disbursedOn,
    rescheduledOn ?? disbursedOn,
    ...charges.map(({ countsOn }) => countsOn),
  ];
  return days.reduce((latest, day) => (day > latest ? day : latest));
}

type Item = { readonly id: string; readonly label: string; readonly amountMinor: number };

function QuoteItems({ quote }: { quote: PayoffQuote }) {
  const { t } = useTranslation('payoff');
  const format = useFormat();
  const { currency, on, totalMinor, scheduledMinor } = quote;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const items: readonly Item[] = [
    ...itemNames.map((id) => ({ id, label: t(`item.${id}`), amountMinor: quote[id] })),
    { id: 'paidAheadMinor', label: t('item.paidAheadMinor'), amountMinor: -quote.paidAheadMinor },
  ];
  const alwaysShown = new Set<string>([
    'principalMinor',
    'interestDueMinor',
    'interestAccruedMinor',
  ]);
  const savedMinor = scheduledMinor - totalMinor;
  return (
    <Stack gap={4}>
      <FigureTable
        label={t('label')}
        columns={[
          { id: 'item', header: t('item.title'), cell: ({ label }: Item) => label, wide: true },
          {
            id: 'amount',
            header: currency,
            cell: ({ amountMinor }: Item) => money(amountMinor),
            align: 'end',
          },
        ]}
        rows={items.filter(({ id, amountMinor }) => amountMinor !== 0 || alwaysShown.has(id))}
        rowId={({ id }) => id}
        foot={{ item: t('total'), amount: money(totalMinor) }}
      />
      <Text tone="muted">
        {t('valid', { day: format.day(on, 'medium') })}
        {savedMinor > 0 && <> {t('saved', { amount: format.amount(savedMinor, currency) })}</>}
      </Text>
    </Stack>
  );
}

const itemNames = [
  'principalMinor',
  'interestDueMinor',
  'interestAccruedMinor',
  'feeMinor',
  'penaltyMinor',
] as const;
