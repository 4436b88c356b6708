import { PROMISE_LINES_MAX } from '@bursar/contracts/servicing/promises.values';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Stack } from '../../../ui/layout/Layout.tsx';
import {
  linesOfInstalments,
  promiseIntervals,
  type PromiseInterval,
  type PromiseLineDraft,
  type PromisingLoan,
} from './promise-draft.ts';

type InstalmentFieldsProps = {
  readonly loan: PromisingLoan;
  /** The first line that was typed; its values are the first suggestions. */
  readonly first: PromiseLineDraft | undefined;
  readonly onFill: (lines: PromiseLineDraft[]) => void;
};

/** Fills in the lines of equal instalments: 4 × 100.00, weekly from a day. */
export function InstalmentFields({ loan, first, onFill }: InstalmentFieldsProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const id = useId();
  const [count, setCount] = useState<number | null>(4);
  const [interval, setEvery] = useState<PromiseInterval>('week');
  const [amountMinor, setAmount] = useState(first?.amountMinor ?? null);
  const [firstOn, setFirstOn] = useState<string | null>(first?.promisedOn ?? loan.businessDate);
  const isCount = count !== null && count >= 2 && count <= PROMISE_LINES_MAX;
  const isComplete = isCount && amountMinor !== null && amountMinor > 0 && firstOn !== null;
  return (
    <Box as="section" aria-labelledby={`${id}-title`} pad={4} framed>
      <Stack gap={4}>
        <Box as="h3" id={`${id}-title`} size="table" weight="medium">
          {t('instalments.title')}
        </Box>
        <Grid min={9}>
          <CountField
            id={`${id}-count`}
            label={t('instalments.count')}
            value={count}
            onChange={setCount}
            error={
              count !== null && !isCount
                ? t('instalments.countWrong', { most: format.count(PROMISE_LINES_MAX) })
                : undefined
            }
            required
          />
          <MoneyField
            id={`${id}-amount`}
            label={t('instalments.amount')}
            currency={loan.currency}
            value={amountMinor}
            onChange={setAmount}
            required
          />
        </Grid>
        <ChoiceField
          id={`${id}-interval`}
          label={t('instalments.every')}
          choices={promiseIntervals.map((value) => ({
            value,
            label: t(`instalments.interval.${value}`),
          }))}
          value={interval}
          onChange={setEvery}
        />
        <DayField
          id={`${id}-first`}
          label={t('instalments.first')}
          value={firstOn}
          onChange={setFirstOn}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
        <Button
          size="compact"
          disabled={!isComplete}
          onClick={() =>
            isComplete && onFill(linesOfInstalments({ count, interval, amountMinor, firstOn }))
          }
        >
          {isComplete
            ? t('instalments.fill', {
                figure: format.count(count),
                amount: format.amount(amountMinor, loan.currency),
              })
            : t('instalments.fillLines')}
        </Button>
      </Stack>
    </Box>
  );
}
