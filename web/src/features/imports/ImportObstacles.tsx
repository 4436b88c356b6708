import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../lib/load-of.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { obstaclesQuery } from './imports.queries.ts';
import classes from './ImportObstacles.module.css';

/** What was done on an import's loans that keeps it in the books, loan by loan, and how to clear it. */
export function ImportObstacles({ importId }: { importId: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const query = useQuery(obstaclesQuery(importId));
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
      {({ count, loans }) => (
        <>
          <ul className={classes.loans} aria-label={t('undo.inTheWay')}>
            {loans.map(({ loanId, reference, obstacles }) => (
              <li key={loanId} className={classes.loan}>
                <Link to={paths.loanDetails(loanId)}>
                  <bdi>{reference}</bdi>
                </Link>
                <span>{obstacles.map((obstacle) => t(`undo.obstacle.${obstacle}`)).join(' ')}</span>
              </li>
            ))}
          </ul>
          {count > loans.length && (
            <p>
              {t('undo.moreInTheWay', {
                count: count - loans.length,
                loans: format.count(count - loans.length),
              })}
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
