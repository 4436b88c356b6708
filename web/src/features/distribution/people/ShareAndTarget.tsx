import { Grid } from '../../../ui/layout/Layout.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import type { FieldProps } from '../../../ui/form/field.ts';

type Bound<Value> = Pick<FieldProps, 'id' | 'error' | 'onUnreadable' | 'label' | 'hint'> & {
  value: Value | null;
  onChange: (value: Value | null) => void;
};

type ShareAndTargetProps = { share: Bound<string>; target: Bound<number>; currency: string };

/** A share in per cent next to the target amount. */
export function ShareAndTarget({ share, target, currency }: ShareAndTargetProps) {
  return (
    <Grid min={12}>
      <PercentField {...share} optional />
      <MoneyField {...target} optional currency={currency} />
    </Grid>
  );
}
