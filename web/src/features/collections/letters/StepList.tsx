import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { ListHead } from './ListHead.tsx';
import { stepsQuery, templatesQuery, useRemoveStep, type Step } from './letters.queries.ts';
import { EditableLine, RemoveLine } from './EditableLine.tsx';

const StepDialog = lazy(async () => ({ default: (await import('./StepDialog.tsx')).StepDialog }));

type Opened = { readonly kind: 'edit' | 'remove'; readonly step: Step } | { readonly kind: 'new' };

/** The dunning steps, the earliest first. */
export function StepList() {
  const { t } = useTranslation('letters');
  const query = useQuery(stepsQuery);
  const templates = useQuery(templatesQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const hasTemplates = (templates.data?.templates.length ?? 0) > 0;
  return (
    <Stack gap={4}>
      <ListHead meaning={t('step.meaning')}>
        {hasTemplates && (
          <CreateButton onClick={() => setOpened({ kind: 'new' })}>{t('step.add')}</CreateButton>
        )}
      </ListHead>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
        {({ steps }) =>
          steps.length === 0 ? (
            <EmptyState
              title={t('step.none')}
              hint={t(hasTemplates ? 'step.noneHint' : 'step.templateFirst')}
            />
          ) : (
            <ol>
              {steps.map((step) => (
                <StepLine key={step.id} step={step} onOpen={setOpened} />
              ))}
            </ol>
          )
        }
      </Loaded>
      {(opened?.kind === 'new' || opened?.kind === 'edit') && (
        <Suspense fallback={null}>
          <StepDialog step={opened.kind === 'edit' ? opened.step : null} onClose={close} />
        </Suspense>
      )}
      {opened?.kind === 'remove' && <RemoveStep step={opened.step} onClose={close} />}
    </Stack>
  );
}

type StepLineProps = { readonly step: Step; readonly onOpen: (opened: Opened) => void };

function StepLine({ step, onOpen }: StepLineProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const format = useFormat();
  const { fromDaysLate: from, untilDaysLate: until, everyDays, templateName: name } = step;
  const parts = [
    t(`contact-log:channel.${step.channel}`),
    until === null
      ? t('step.from', { count: from, figure: format.count(from) })
      : t('step.range', { from: format.count(from), until: format.count(until) }),
    t('step.every', { count: everyDays, figure: format.count(everyDays) }),
    ...(['workingDaysOnly', 'sparesPromises', 'releasesItself'] as const)
      .filter((rule) => step[rule])
      .map((rule) => t(`step.${rule}Short`)),
  ];
  return (
    <EditableLine kind="step" name={name} parts={parts} onOpen={(kind) => onOpen({ kind, step })} />
  );
}

function RemoveStep({ step, onClose }: { step: Step; onClose: () => void }) {
  const removing = useRemoveStep();
  return (
    <RemoveLine
      kind="step"
      name={step.templateName}
      removing={removing}
      remove={(onSuccess) => removing.mutate(step, { onSuccess })}
      onClose={onClose}
    />
  );
}
