import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useTranslation } from 'react-i18next';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CardLine } from '../../../ui/table/CardLine.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import classes from './StaffCard.module.css';
import { photoAddress } from '../people/photo-address.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { isHighShare } from '../people/LateLoans.tsx';

type StaffCardProps = {
  readonly row: StaffRow;
  /** True to show the role, if it differs between rows. */
  readonly withRole: boolean;
  readonly withTeam: boolean;
};

/** An account as a card, for narrow screens. */
export function StaffCard({ row, withRole, withTeam }: StaffCardProps) {
  const { t } = useTranslation(['staff', 'app']);
  const format = useFormat();
  const { activeLoans: loans, over30Loans, currency } = row;
  return (
    <Box flow="grid" as="span" columns="minmax(0, 1fr) auto" level="center" lines={1} gap={3}>
      {/* Without the photo, so that all three lines start at the same place. */}
      {/* A clipped `bdi` would align a Latin name by its own direction. */}
      <Text as="span" weight="medium" clip>
        <bdi>{row.name}</bdi>
      </Text>
      <Box as="span" text="end">
        {currency && <Money amountMinor={row.outstandingMinor} currency={currency} />}
      </Box>
      <Text as="span" tone="muted" size="table" clip>
        <EmailText email={row.email} />
      </Text>
      <Box as="span" text="end" tone="muted" size="table">
        {currency && t('card.loans', { count: loans, figure: format.count(loans) })}
      </Box>
      <Box as="span" across>
        <CardLine>
          <AccountStatusBadge status={row.status} />
          {withRole && t(`app:role.${row.role}`)}
          {withTeam && row.team && <bdi>{row.team.name}</bdi>}
          {over30Loans > 0 && (
            <Text
              as="span"
              {...(isHighShare({ late: over30Loans, of: loans }) && { tone: 'late' })}
            >
              {t('card.over30', { count: over30Loans, figure: format.count(over30Loans) })}
            </Text>
          )}
        </CardLine>
      </Box>
    </Box>
  );
}

export function PersonName({ row }: { row: Pick<StaffRow, 'id' | 'name' | 'photoChangedAt'> }) {
  return (
    <Box flow="row" as="span" inline gap={2} wrap={false} shrinks className={classes.person}>
      <Avatar name={row.name} photo={photoAddress(row)} size="small" />
      <Text as="bdi" clip>
        {row.name}
      </Text>
    </Box>
  );
}
