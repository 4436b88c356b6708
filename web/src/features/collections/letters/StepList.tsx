import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { stepsQuery, templatesQuery, useRemoveStep, type Step } from './letters.queries.ts';

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
      <Row gap={3} lines={2} justify="between">
        <Text tone="muted" size="table">
          {t('step.meaning')}
        </Text>
        {hasTemplates && (
          <Button onClick={() => setOpened({ kind: 'new' })}>{t('step.add')}</Button>
        )}
      </Row>
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
    <Box flow="row" as="li" lines={2} gap={3} justify="between" pad={[2, 0]} line="below">
      <span>
        <Text as="div" weight="medium">
          <bdi>{name}</bdi>
        </Text>
        <Text as="div" tone="muted" size="table">
          {parts.join(' · ')}
        </Text>
      </span>
      <Row gap={1} wrap={false}>
        <Button
          size="compact"
          aria-label={t('step.editNamed', { name })}
          onClick={() => onOpen({ kind: 'edit', step })}
        >
          {t('step.edit')}
        </Button>
        <IconButton
          size="compact"
          label={t('step.removeNamed', { name })}
          icon={<IconTrash size={18} stroke={1.5} />}
          onClick={() => onOpen({ kind: 'remove', step })}
        />
      </Row>
    </Box>
  );
}

function RemoveStep({ step, onClose }: { step: Step; onClose: () => void }) {
  const { t } = useTranslation('letters');
  const removing = useRemoveStep();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('step.removeTitle', { name: step.templateName })}
      confirmLabel={t('step.remove')}
      tone="danger"
      busy={removing.isPending}
      failure={removing.error ? failureSentence(removing.error) : undefined}
      onConfirm={() =>
        removing.mutate(step, {
          onSuccess: () => {
            onClose();
            notify.success(t('step.removed'));
          },
        })
      }
    >
      {t('step.removeMeaning')}
    </ConfirmDialog>
  );
}
