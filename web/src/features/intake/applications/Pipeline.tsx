import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { applicationsQuery } from './applications-query.ts';

/** The amounts requested and approved; renders nothing without open applications. */
export function Pipeline() {
  const { t } = useTranslation('applications');
  const format = useFormat();
  const { data } = useInfiniteQuery(applicationsQuery({}));
  const sums = data?.pages[0];
  const open = openStates.map((status) => ({
    status,
    count: 0,
    principalMinor: 0,
    ...sums?.counts.find((counted) => counted.status === status),
  }));
  const currency = sums?.currency;
  if (!currency || open.every(({ count }) => count === 0)) return null;
  return (
    <Panel
      title={t('pipeline.title')}
      note={<Link to={paths.applications}>{t('pipeline.all')}</Link>}
    >
      <StatStrip label={t('pipeline.title')}>
        {open.map(({ status, count, principalMinor }) => (
          <StatTile
            key={status}
            label={t(`pipeline.${status}`)}
            value={<Money amountMinor={principalMinor} currency={currency} withCurrency={false} />}
            note={
              <Link to={paths.applicationsIn(status)}>
                {t('pipeline.count', { count, figure: format.count(count) })}
              </Link>
            }
          />
        ))}
      </StatStrip>
    </Panel>
  );
}

const openStates = ['submitted', 'approved'] as const;
