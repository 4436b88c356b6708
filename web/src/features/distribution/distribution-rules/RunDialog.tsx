import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { distributionPreviewQuery, useRunRules, useUndoRun } from './distribution-rules.queries.ts';

/** The loans that the rules would move now. The run is one batch, which can be undone. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('distribution-rules');
  const format = useFormat();
  const [id] = useState(() => uuidv7());
  const query = useQuery(distributionPreviewQuery);
  const running = useRunRules();
  const undo = useReportedUndo();
  const { data } = query;
  const loans = (count: number) => t('run.loans', { count, figure: format.count(count) });
  const submit = () => {
    if (!data) return;
    running.mutate(
      { id, version: data.version, seen: data.seen },
      {
        onSuccess: ({ outcome, batchId, count }) => {
          onClose();
          if (outcome === 'awaiting-approval') {
            notify.success(t('run.waiting'));
            return;
          }
          notify.undo(t('run.done', { loans: loans(count) }), {
            label: t('run.undo'),
            run: () => undo(batchId),
          });
        },
        onError: () => void query.refetch(),
      },
    );
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('run.title')}
      submitLabel={
        data && data.count > 0
          ? t(data.needsApproval ? 'run.ask' : 'run.submit', { loans: loans(data.count) })
          : null
      }
      onSubmit={submit}
      busy={running.isPending}
      failure={running.error ? failureSentence(running.error) : undefined}
      size="wide"
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={5} />}>
        {(preview) => (
          <Stack gap={4}>
            <p>{preview.count > 0 ? t('run.meaning') : t('run.nothing')}</p>
            {preview.needsApproval && <p>{t('run.needsApproval')}</p>}
            {preview.withoutReceiver > 0 && (
              <Text tone="late">
                {t('run.withoutReceiver', {
                  count: preview.withoutReceiver,
                  figure: format.count(preview.withoutReceiver),
                })}
              </Text>
            )}
            <FigureTable
              label={t('run.byRule')}
              columns={[
                {
                  id: 'rule',
                  header: t('run.rule'),
                  wide: true,
                  cell: ({ name }) => <bdi>{name}</bdi>,
                },
                {
                  id: 'loans',
                  header: t('run.receives'),
                  align: 'end',
                  cell: ({ receives }) => format.count(receives),
                },
              ]}
              rows={preview.rules.map((rule, index) => ({ ...rule, index }))}
              rowId={({ index }) => index}
            />
            {preview.targets.length > 0 && (
              <FigureTable
                label={t('run.byAgent')}
                columns={[
                  {
                    id: 'agent',
                    header: t('run.agent'),
                    wide: true,
                    cell: ({ name }) => <bdi>{name}</bdi>,
                  },
                  {
                    id: 'receives',
                    header: t('run.receives'),
                    align: 'end',
                    cell: ({ receives }) => format.count(receives),
                  },
                  {
                    id: 'before',
                    header: t('run.before'),
                    align: 'end',
                    cell: ({ loansBefore }) => format.count(loansBefore),
                  },
                  {
                    id: 'after',
                    header: t('run.after'),
                    align: 'end',
                    cell: ({ loansAfter }) => format.count(loansAfter),
                  },
                ]}
                rows={preview.targets}
                rowId={({ id: agentId }) => agentId}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </FormDialog>
  );
}

/**
 * Returns a function that undoes a run and reports the outcome in a toast, because the dialog has
 * closed after the run.
 */
function useReportedUndo() {
  const { t } = useTranslation('distribution-rules');
  const undoing = useUndoRun();
  return (batchId: string) =>
    void undoing.mutateAsync({ batchId, undoId: uuidv7() }).then(
      ({ outcome }) => notify.success(t(outcome === 'undone' ? 'run.undone' : 'run.undoAwaits')),
      (cause: unknown) => notify.error(failureSentence(cause)),
    );
}
