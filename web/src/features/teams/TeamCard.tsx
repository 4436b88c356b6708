import type { TeamRow } from '@bursar/contracts/teams';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import classes from './TeamCard.module.css';

/** A team in a list on a phone: what it is called and what it holds. */
export function TeamCard({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams');
  const format = useFormat();
  const counted = (words: 'agents' | 'loans' | 'over30', count: number) =>
    t(`card.${words}`, { count, figure: format.count(count) });
  return (
    <span className={classes.card}>
      <span className={classes.name}>
        <bdi>{team.name}</bdi>
      </span>
      <span className={classes.amount}>
        <Money amountMinor={team.outstandingMinor} currency={team.currency} />
      </span>
      <span className={classes.facts}>
        <span>{counted('agents', team.agents)}</span>
        <span>{counted('loans', team.activeLoans)}</span>
        {team.over30Loans > 0 && (
          <span className={classes.late}>{counted('over30', team.over30Loans)}</span>
        )}
      </span>
    </span>
  );
}
