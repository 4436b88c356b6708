import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { InstalmentPicture } from '../../ui/chart/InstalmentPicture.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import classes from './LoanSchedule.module.css';
import type { LoanDetails } from './loans.queries.ts';
import { ScheduleTable } from './ScheduleTable.tsx';

/** The schedule as a picture and, under it, in figures. */
export function LoanSchedule({ loan }: { loan: LoanDetails }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { instalments, businessDate, status } = loan;
  const pictured = useMemo(
    () =>
      instalments.map((instalment) => ({
        ...instalment,
        id: String(instalment.number),
        label: `${format.count(instalment.number)} · ${format.day(instalment.dueOn)}`,
        isLate: status === 'active' && instalment.state === 'overdue',
      })),
    [instalments, status, format],
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
