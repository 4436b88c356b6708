import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { ListHead } from './ListHead.tsx';
import { stepsQuery, templatesQuery, useRemoveStep, type Step } from './letters.queries.ts';
import { LineMenu, RemoveLine } from './LineMenu.tsx';
import { useDaysLate } from './use-days-late.ts';
import { LetterTable, Nothing } from './LetterTable.tsx';

const StepDialog = lazy(async () => ({ default: (await import('./StepDialog.tsx')).StepDialog }));

type Opened = { readonly kind: 'edit' | 'remove'; readonly step: Step } | { readonly kind: 'new' };

/** The dunning steps; those that begin with the fewest days late are first. */
export function StepList() {
  const { t } = useTranslation('letters');
  const query = useQuery(stepsQuery);
  const templates = useQuery(templatesQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const hasTemplates = (templates.data?.templates.length ?? 0) > 0;
  const add = (
    <CreateButton onClick={() => setOpened({ kind: 'new' })}>{t('step.add')}</CreateButton>
  );
  return (
    <Stack gap={4}>
      <ListHead meaning={t('step.meaning')}>
        {templates.isPending ? <Reserved>{add}</Reserved> : hasTemplates && add}
      </ListHead>
      <Loaded load={loadOf(query)} waiting={<TableToCome rows={3} />}>
        {({ steps }) =>
          steps.length === 0 ? (
            <EmptyState
              title={t('step.none')}
              hint={t(hasTemplates ? 'step.noneHint' : 'step.templateFirst')}
            />
          ) : (
            <StepTable steps={steps} onOpen={setOpened} />
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

type StepTableProps = {
  readonly steps: readonly Step[];
  readonly onOpen: (opened: Opened) => void;
};

function StepTable({ steps, onOpen }: StepTableProps) {
  const { t } = useTranslation('letters');
  const columns = useStepColumns(steps, onOpen);
  return <LetterTable label={t('tab.steps')} columns={columns} rows={steps} />;
}

type StepColumns = readonly FigureColumn<Step>[];

/** On a phone, the rules of a step are below its name. */
function useStepColumns(steps: readonly Step[], onOpen: StepTableProps['onOpen']) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const format = useFormat();
  const daysLateOf = useDaysLate();
  const nameOf = (step: Step) => (
    <TitleButton
      weight="medium"
      aria-label={t('step.editNamed', { name: step.templateName })}
      onClick={() => onOpen({ kind: 'edit', step })}
    >
      <bdi>{step.templateName}</bdi>
    </TitleButton>
  );
  const channelOf = ({ channel }: Step) => t(`contact-log:channel.${channel}`);
  const everyOf = (key: 'step.every' | 'step.days', { everyDays }: Step) =>
    t(key, { count: everyDays, figure: format.count(everyDays) });
  const otherRulesOf = (step: Step) => otherRules.filter((rule) => step[rule]);
  // The list of templates names the steps by this number.
  const numberOf = (step: Step) => format.count(steps.indexOf(step) + 1);
  const name = { id: 'name', header: t('step.name'), wide: 'name' as const };
  const actions: FigureColumn<Step> = {
    id: 'actions',
    header: t('line.column'),
    align: 'action',
    cell: (step) => (
      <LineMenu kind="step" name={step.templateName} onOpen={(kind) => onOpen({ kind, step })} />
    ),
  };
  const wide: StepColumns = [
    {
      ...name,
      wraps: true,
      cell: (step) => (
        <Row as="span" gap={3} wrap={false}>
          <Text as="span" tone="muted" tabular>
            {numberOf(step)}
          </Text>{' '}
          {nameOf(step)}
        </Row>
      ),
    },
    { id: 'channel', header: t('batch.channel'), cell: channelOf },
    { id: 'daysLate', header: t('step.daysLate'), cell: (step) => daysLateOf('short', step) },
    { id: 'every', header: t('step.atMostEvery'), cell: (step) => everyOf('step.days', step) },
    {
      id: 'promises',
      header: t('step.promises'),
      cell: ({ sparesPromises }) => (sparesPromises ? t('step.pauses') : <Nothing />),
    },
    ...(steps.some((step) => otherRulesOf(step).length > 0)
      ? [
          {
            id: 'otherRules',
            header: t('step.otherRules'),
            cell: (step: Step) =>
              otherRulesOf(step)
                .map((rule) => t(`step.rule.${rule}`))
                .join(' · ') || <Nothing />,
            wraps: true,
          },
        ]
      : []),
    actions,
  ];
  const narrow: StepColumns = [
    {
      ...name,
      cell: (step) => (
        <CellPair
          first={nameOf(step)}
          second={[
            t('step.place', { number: numberOf(step) }),
            channelOf(step),
            daysLateOf('long', step),
            everyOf('step.every', step),
            ...(['sparesPromises', ...otherRules] as const)
              .filter((rule) => step[rule])
              .map((rule) => t(`step.${rule}Short`)),
          ].join(' · ')}
        />
      ),
    },
    actions,
  ];
  return { wide, narrow };
}

const otherRules = ['workingDaysOnly', 'releasesItself'] as const;

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
