import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { useDeskColumns, useDeskSize } from './desk-columns.tsx';
import { deskQuery, type DeskAgent } from './desk.queries.ts';

/** The work left and done per agent; the agent with the most untouched loans comes first. */
export function TeamDesk() {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const role = useSession()?.role;
  const mayPlanAbsenceCover = useMay('assign-loans');
  const maySetTargets = useMay('set-collection-targets');
  const [targets, setTargets] = useState<'unused' | 'open' | 'closed'>('unused');
  const [reports, setReports] = useState<'unused' | 'open' | 'closed'>('unused');
  const query = useQuery(deskQuery);
  const { data } = query;
  const [act, setAct] = useState<Act | null>(null);
  const columns = useDeskColumns({
    size: useDeskSize(),
    currency: data?.currency ?? '',
    role: role === 'team' ? 'team' : 'user',
    hasTeams: new Set(data?.agents.map(({ team }) => team)).size > 1,
    mostNeglected: Math.max(1, ...(data?.agents.map(({ neglected }) => neglected) ?? [])),
    onAct: mayPlanAbsenceCover ? (kind, agent) => setAct({ kind, agent }) : null,
  });
  const close = () => setAct(act && { ...act, kind: null });
  return (
    <Panel
      title={t('desk.title')}
      note={
        data && (
          <Row gap={3} lines={1}>
            {t('desk.note', { count: data.neglectedDays, days: format.count(data.neglectedDays) })}
            <Row gap={3} wrap={false}>
              {maySetTargets && (
                <Button size="compact" onClick={() => setTargets('open')}>
                  {t('targets.open')}
                </Button>
              )}
              <Button size="compact" onClick={() => setReports('open')}>
                {t('reports.open')}
              </Button>
            </Row>
          </Row>
        )
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
            columns={columns}
            rows={agents}
            rowId={({ id }) => id}
          />
        )}
      </Loaded>
      {data && targets !== 'unused' && (
        <Suspense>
          <TargetsDialog
            businessDate={data.businessDate}
            opened={targets === 'open'}
            onClose={() => setTargets('closed')}
          />
        </Suspense>
      )}
      {reports !== 'unused' && (
        <Suspense>
          <ReportsDialog
            mayChoose={role === 'user' && maySetTargets}
            opened={reports === 'open'}
            onClose={() => setReports('closed')}
          />
        </Suspense>
      )}
      {act && data && (
        <Suspense>
          <AbsenceCoverDialog
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

/**
 * The open dialog and its agent. While a dialog closes, `kind` is null but the agent remains, so
 * that the dialog's text does not vanish.
 */
type Act = { readonly kind: 'hand-over' | 'take-back' | null; readonly agent: DeskAgent };

/** Loaded on first use: the forms are larger than the desk. */
const AbsenceCoverDialog = lazy(async () => ({
  default: (await import('./AbsenceCoverDialog.tsx')).AbsenceCoverDialog,
}));
const TargetsDialog = lazy(async () => ({
  default: (await import('./TargetsDialog.tsx')).TargetsDialog,
}));
const ReportsDialog = lazy(async () => ({
  default: (await import('./ReportsDialog.tsx')).ReportsDialog,
}));
const TakeQueueBackDialog = lazy(async () => ({
  default: (await import('./AbsenceCoverDialog.tsx')).TakeQueueBackDialog,
}));
