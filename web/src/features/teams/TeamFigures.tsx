import type { TeamRow } from '@bursar/contracts/teams';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';

/** What a team holds, at a glance. */
export function TeamFigures({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams');
  const { currency } = team;
  return (
    <StatStrip label={t('page.figures')}>
      <StatTile label={t('column.agents')} value={<Count value={team.agents} />} />
      <StatTile label={t('column.loans')} value={<Count value={team.activeLoans} />} />
      <StatTile
        label={t('column.inCurrency', { header: t('column.outstanding'), currency })}
        value={
          <Money amountMinor={team.outstandingMinor} currency={currency} withCurrency={false} />
        }
      />
      <StatTile label={t('column.over30')} value={<Count value={team.over30Loans} tone="late" />} />
    </StatStrip>
  );
}
