import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { PersonName } from './PersonName.tsx';
import classes from './StaffCard.module.css';

/** Somebody in a list on a phone: who, in what state, and what they hold. */
export function StaffCard({ row, withRole }: { row: StaffRow; withRole: boolean }) {
  const { t } = useTranslation(['staff', 'app']);
  const format = useFormat();
  const { activeLoans: loans, over30Loans, currency } = row;
  return (
    <span className={classes.card}>
      <span className={classes.name}>
        <PersonName row={row} />
      </span>
      <span className={classes.figures}>
        {currency && <Money amountMinor={row.outstandingMinor} currency={currency} />}
      </span>
      <span className={classes.email}>
        <bdi>{row.email}</bdi>
      </span>
      <span className={classes.loans}>
        {currency && t('card.loans', { count: loans, figure: format.count(loans) })}
      </span>
      <span className={classes.facts}>
        <AccountStatusBadge status={row.status} />
        {withRole && <span>{t(`app:role.${row.role}`)}</span>}
        {row.team && <bdi>{row.team.name}</bdi>}
        {over30Loans > 0 && (
          <span>{t('card.over30', { count: over30Loans, figure: format.count(over30Loans) })}</span>
        )}
      </span>
    </span>
  );
}
