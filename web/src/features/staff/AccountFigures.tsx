import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';

/** What somebody holds, at a glance; an administrator holds nothing. */
export function AccountFigures({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const { currency, lastSeenAt } = account;
  if (currency === null) return null;
  return (
    <StatStrip label={t('page.figures')}>
      <StatTile label={t('column.loans')} value={<Count value={account.activeLoans} />} />
      <StatTile
        label={t('column.inCurrency', { header: t('column.outstanding'), currency })}
        value={
          <Money amountMinor={account.outstandingMinor} currency={currency} withCurrency={false} />
        }
      />
      <StatTile
        label={t('column.over30')}
        value={<Count value={account.over30Loans} tone="late" />}
      />
      <StatTile
        label={t('column.lastSeen')}
        value={lastSeenAt ? <InstantText at={lastSeenAt} style="ago" /> : t('page.neverSeen')}
      />
    </StatStrip>
  );
}
