import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { EmailText } from '../../ui/format/EmailText.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import classes from './StaffCard.module.css';
import { photoAddress } from '../../lib/photo-address.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';

type StaffCardProps = {
  readonly row: StaffRow;
  /** Where they differ from row to row. */
  readonly withRole: boolean;
  readonly withTeam: boolean;
};

/** Somebody in a list on a phone: who, in what state, and what they hold. */
export function StaffCard({ row, withRole, withTeam }: StaffCardProps) {
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
        <EmailText email={row.email} />
      </span>
      <span className={classes.loans}>
        {currency && t('card.loans', { count: loans, figure: format.count(loans) })}
      </span>
      <span className={classes.facts}>
        <AccountStatusBadge status={row.status} />
        {withRole && <span>{t(`app:role.${row.role}`)}</span>}
        {withTeam && row.team && <bdi>{row.team.name}</bdi>}
        {over30Loans > 0 && (
          <span className={classes.late}>
            {t('card.over30', { count: over30Loans, figure: format.count(over30Loans) })}
          </span>
        )}
      </span>
    </span>
  );
}

/** Somebody in a list: the face, and the name that says who it is. */
export function PersonName({ row }: { row: Pick<StaffRow, 'id' | 'name' | 'photoChangedAt'> }) {
  return (
    <span className={classes.person}>
      <Avatar name={row.name} photo={photoAddress(row)} size="small" />
      <bdi className={classes.personName}>{row.name}</bdi>
    </span>
  );
}
