import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { contactLine } from './queue-text.ts';

/** The card's facts about the borrower, shown if the call form covers the card. */
export function CallSummary({ item }: { item: QueueItem }) {
  const { t } = useTranslation(['work-queue', 'contact-log']);
  const format = useFormat();
  const [last] = item.history;
  return (
    <Stack gap={1} size="table">
      <Box as="p" size="body" weight="strong" breaks>
        <bdi>{item.borrower ?? item.reference}</bdi>
      </Box>
      <Row gap={3} lines={0}>
        {item.phone && <PhoneText number={item.phone} />}
        <span>
          {t('fact.due')} <Money amountMinor={item.dueMinor} currency={item.currency} />
        </span>
      </Row>
      {last && (
        <Text tone="muted">
          {contactLine(last, t)} · {format.instant(last.at, 'ago')}
        </Text>
      )}
    </Stack>
  );
}
