import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useMay } from '../../lib/use-may.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { deskQuery } from './desk.queries.ts';
import type { DeskAgent } from './desk.queries.ts';
import { useDeskColumns } from './desk-columns.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { TakeQueueBackDialog } from './TakeQueueBackDialog.tsx';
import classes from './TeamDesk.module.css';

/** What every agent has to do and has done, whoever is furthest behind first. */
export function TeamDesk() {
  const { t } = useTranslation('work');
  const format = useFormat();
  const mayHandOver = useMay('assign-loans');
  const { data, error, isFetching, refetch } = useQuery(deskQuery);
  const [act, setAct] = useState<Act | null>(null);
  const columns = useDeskColumns({
    currency: data?.currency ?? '',
    hasTeams: new Set(data?.agents.map(({ team }) => team)).size > 1,
    onAct: mayHandOver ? (kind, agent) => setAct({ kind, agent }) : null,
  });
  const close = () => setAct(act && { ...act, kind: null });
  return (
    <section className={classes.panel}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('desk.title')}</h2>
        {data && (
          <p className={classes.note}>
            {t('desk.note', { count: data.neglectedDays, days: format.count(data.neglectedDays) })}
          </p>
        )}
      </header>
      {!data && error ? (
        <ErrorState
          title={failureSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton height="12rem" />
      ) : data.agents.length === 0 ? (
        <EmptyState title={t('desk.empty')} />
      ) : (
        <FigureTable
          label={t('desk.title')}
          columns={columns}
          rows={data.agents}
          rowId={({ id }) => id}
        />
      )}
      {act && data && (
        <>
          <HandOverDialog
            key={act.agent.id}
            agent={act.agent}
            others={data.agents.filter(
              ({ id, team }) => id !== act.agent.id && team === act.agent.team,
            )}
            businessDate={data.businessDate}
            opened={act.kind === 'hand-over'}
            onClose={close}
          />
          <TakeQueueBackDialog
            agent={act.agent}
            opened={act.kind === 'take-back'}
            onClose={close}
          />
        </>
      )}
    </section>
  );
}

/** The agent stays while a dialog closes, so that it keeps its words. */
type Act = { readonly kind: 'hand-over' | 'take-back' | null; readonly agent: DeskAgent };
