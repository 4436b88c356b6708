import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import overview from './BookOverview.module.css';

/** The page in its own measures while its figures are on their way. */
export function DashboardSkeleton() {
  const { t } = useTranslation('dashboard');
  const labels = ['outstanding', 'collected', 'income', 'disbursed'] as const;
  return (
    <div className={overview.book} aria-busy="true">
      <StatStrip label={t('figures')}>
        {labels.map((label) => (
          <StatTile key={label} label={t(label)} value="" loading />
        ))}
      </StatStrip>
      <div className={overview.halves}>
        <Skeleton height="20.5rem" />
        <Skeleton height="20.5rem" />
      </div>
    </div>
  );
}
