import type { Role } from '@bursar/contracts/roles';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import classes from './UnassignedLoans.module.css';

/** Loans that wait for someone to work them, and for whoever may hand them on the way there. */
export function UnassignedLoans({ count, role }: { count: number; role: Role }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const canAssign = role === 'user' || role === 'team';
  const sentence = t(`unassigned.${role === 'team' ? 'team' : 'portfolio'}`, {
    count,
    loans: format.count(count),
  });
  return (
    <p className={classes.line}>
      <span>{sentence}</span>
      {canAssign && (
        <Link to={`${paths.unassignedLoans[role]}?status=active`} className={classes.link}>
          {t('unassigned.assign')}
          <IconArrowRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
        </Link>
      )}
    </p>
  );
}
