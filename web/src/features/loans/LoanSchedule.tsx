import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { InstalmentPicture } from '../../ui/chart/InstalmentPicture.tsx';
import classes from './LoanSchedule.module.css';
import type { LoanDetails } from './loans.queries.ts';
import { ScheduleTable } from './ScheduleTable.tsx';

/** The schedule as a picture and, under it, in figures. */
export function LoanSchedule({ loan }: { loan: LoanDetails }) {
  const { t } = useTranslation('loans');
  const { instalments, businessDate, status } = loan;
  const pictured = useMemo(
    () =>
      instalments.map((instalment) => ({
        ...instalment,
        isLate: status === 'active' && instalment.state === 'overdue',
      })),
    [instalments, status],
  );
  return (
    <div className={classes.schedule}>
      <InstalmentPicture
        title={t('schedule.picture')}
        currency={loan.currency}
        instalments={pictured}
        dueBeforeToday={instalments.filter(({ dueOn }) => dueOn < businessDate).length}
      />
      <ScheduleTable loan={loan} />
    </div>
  );
}
