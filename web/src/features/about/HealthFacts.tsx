import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import classes from './About.module.css';
import { healthQuery } from './about.queries.ts';
import type { Health } from './about.queries.ts';

/** Whether the server answers and its database is ready, read when asked. */
export function HealthFacts() {
  const { t } = useTranslation('about');
  const { data, isFetching, refetch } = useQuery(healthQuery);
  return (
    <>
      <div>
        <dt>{t('health.server')}</dt>
        <dd>
          <HealthBadge part="server" health={data?.server} />
        </dd>
      </div>
      <div>
        <dt>{t('health.database')}</dt>
        <dd className={classes.checked}>
          <HealthBadge part="database" health={data?.database} />
          <Button size="compact" kind="quiet" busy={isFetching} onClick={() => void refetch()}>
            {t('health.checkAgain')}
          </Button>
        </dd>
      </div>
    </>
  );
}

type HealthBadgeProps = {
  readonly part: 'server' | 'database';
  readonly health: Health | undefined;
};

function HealthBadge({ part, health }: HealthBadgeProps) {
  const { t } = useTranslation('about');
  if (health === undefined) return <Skeleton width="6rem" />;
  return (
    <StatusBadge tone={health === 'answers' ? 'good' : 'late'}>
      {t(`health.${part}State.${health}`)}
    </StatusBadge>
  );
}
