import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { deskQuery } from './desk.queries.ts';
import type { DeskColumnsOptions } from './desk-columns.tsx';
import type { DeskAgent } from './desk.queries.ts';
import { useDeskColumns, useNarrowDeskColumns } from './desk-columns.tsx';

/** What every agent has to do and has done, whoever is furthest behind first. */
export function TeamDesk() {
  const { t } = useTranslation('work');
  const format = useFormat();
  const role = useSession()?.role;
  const mayHandOver = useMay('assign-loans');
  const query = useQuery(deskQuery);
  const { data } = query;
  const [act, setAct] = useState<Act | null>(null);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const options: DeskColumnsOptions = {
    currency: data?.currency ?? '',
    role: role === 'team' ? 'team' : 'user',
    hasTeams: new Set(data?.agents.map(({ team }) => team)).size > 1,
    onAct: mayHandOver ? (kind, agent) => setAct({ kind, agent }) : null,
  };
  const wide = useDeskColumns(options);
  const narrow = useNarrowDeskColumns(options);
  const close = () => setAct(act && { ...act, kind: null });
  return (
    <Panel
      title={t('desk.title')}
      note={
        data &&
        t('desk.note', { count: data.neglectedDays, days: format.count(data.neglectedDays) })
      }
    >
      <Loaded
        load={loadOf(query)}
        waiting={<Skeleton height="12rem" />}
        empty={<EmptyState title={t('desk.empty')} />}
        isEmpty={({ agents }) => agents.length === 0}
      >
        {({ agents }) => (
          <FigureTable
            label={t('desk.title')}
            columns={isPhone ? narrow : wide}
            rows={agents}
            rowId={({ id }) => id}
          />
        )}
      </Loaded>
      {act && data && (
        <Suspense>
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
        </Suspense>
      )}
    </Panel>
  );
}

/** The agent stays while a dialog closes, so that it keeps its words. */
type Act = { readonly kind: 'hand-over' | 'take-back' | null; readonly agent: DeskAgent };

/** Fetched when they are first asked for: forms weigh more than the desk. */
const HandOverDialog = lazy(async () => ({
  default: (await import('./HandOverDialog.tsx')).HandOverDialog,
}));
const TakeQueueBackDialog = lazy(async () => ({
  default: (await import('./TakeQueueBackDialog.tsx')).TakeQueueBackDialog,
}));
