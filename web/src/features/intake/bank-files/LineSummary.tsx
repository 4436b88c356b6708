import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';

/** The line that a dialog decides on. */
export function LineSummary({ line }: { readonly line: BankLine }) {
  const format = useFormat();
  return (
    <Stack gap={1}>
      <Text weight="strong" tabular>
        {format.amount(line.amountMinor, line.currency)} · {format.day(line.valueOn)}
      </Text>
      <Text tone="muted">
        <bdi>
          {[line.debtorName, line.payerAccount, line.remittance].filter(Boolean).join(' · ')}
        </bdi>
      </Text>
    </Stack>
  );
}
