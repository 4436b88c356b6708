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
  const to = wayOf(role);
  const sentence = t(`unassigned.${role === 'team' ? 'team' : 'portfolio'}`, {
    count,
    loans: format.count(count),
  });
  return (
    <p className={classes.line} data-plain={to === null || undefined}>
      <span>{sentence}</span>
      {to && (
        <Link to={to.path} className={classes.link}>
          {t(`unassigned.${to.words}`)}
          <IconArrowRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
        </Link>
      )}
    </p>
  );
}

/** To the very loans that are counted or, for whoever assigns none, to the people who do. */
function wayOf(role: Role) {
  switch (role) {
    case 'user':
    case 'team':
      return { path: `${paths.unassignedLoans[role]}?status=active`, words: 'assign' } as const;
    case 'admin':
      return { path: `${paths.users}?role=user`, words: 'managers' } as const;
    case 'agent':
      return null;
  }
}
