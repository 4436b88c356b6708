import { FormGrid } from './FormGrid.tsx';
import { MoneyField } from './MoneyField.tsx';
import { PercentField } from './PercentField.tsx';
import type { FieldProps } from './field.ts';
import type { Unreadable } from './use-unreadable.ts';

type Draft = {
  readonly commissionRatePercent: string | null;
  readonly monthlyTargetMinor: number | null;
};

type Words = { readonly label: string; readonly hint: string };

type ShareAndTargetProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  fieldProps: (field: keyof Draft) => Pick<FieldProps, 'id' | 'error'>;
  unreadable: Unreadable;
  currency: string;
  share: Words;
  target: Words;
};

/** A share in per cent beside the amount that is aimed for. */
export function ShareAndTarget(props: ShareAndTargetProps) {
  const { draft, change, fieldProps, unreadable, currency, share, target } = props;
  return (
    <FormGrid columns={2}>
      <PercentField
        {...fieldProps('commissionRatePercent')}
        {...share}
        optional
        percent={draft.commissionRatePercent}
        onChange={(commissionRatePercent) => change({ commissionRatePercent })}
        onReadable={unreadable.track('commissionRatePercent')}
      />
      <MoneyField
        {...fieldProps('monthlyTargetMinor')}
        {...target}
        optional
        currency={currency}
        amountMinor={draft.monthlyTargetMinor}
        onChange={(monthlyTargetMinor) => change({ monthlyTargetMinor })}
        onReadable={unreadable.track('monthlyTargetMinor')}
      />
    </FormGrid>
  );
}
