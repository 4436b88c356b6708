import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../lib/languages.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { ListHead } from './ListHead.tsx';
import {
  stepsQuery,
  templatesQuery,
  useRemoveTemplate,
  type Step,
  type Template,
} from './letters.queries.ts';
import { LineMenu, RemoveLine } from './LineMenu.tsx';
import { useDaysLate } from './use-days-late.ts';
import { LetterTable, Nothing } from './LetterTable.tsx';

const TemplateDialog = lazy(async () => ({
  default: (await import('./TemplateDialog.tsx')).TemplateDialog,
}));

type Opened =
  | { readonly kind: 'edit' | 'remove'; readonly template: Template }
  | { readonly kind: 'new' };

/** The templates of letters and messages. */
export function TemplateList() {
  const { t } = useTranslation('letters');
  const query = useQuery(templatesQuery);
  const steps = useQuery(stepsQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Stack gap={4}>
      <ListHead meaning={t('template.meaning')}>
        <CreateButton onClick={() => setOpened({ kind: 'new' })}>{t('template.add')}</CreateButton>
      </ListHead>
      <Loaded
        load={{
          data: query.data && steps.data && { ...query.data, ...steps.data },
          failure: failureOf(query) ?? failureOf(steps),
        }}
        waiting={<TableToCome rows={3} />}
      >
        {({ templates, steps: inOrder }) =>
          templates.length === 0 ? (
            <EmptyState title={t('template.none')} hint={t('template.noneHint')} />
          ) : (
            <TemplateTable templates={templates} steps={inOrder} onOpen={setOpened} />
          )
        }
      </Loaded>
      {(opened?.kind === 'new' || opened?.kind === 'edit') && (
        <Suspense fallback={null}>
          <TemplateDialog
            template={opened.kind === 'edit' ? opened.template : null}
            onClose={close}
          />
        </Suspense>
      )}
      {opened?.kind === 'remove' && <RemoveTemplate template={opened.template} onClose={close} />}
    </Stack>
  );
}

type TemplateTableProps = {
  readonly templates: readonly Template[];
  readonly steps: readonly Step[];
  readonly onOpen: (opened: Opened) => void;
};

/** The templates in the order in which the steps send them, then those that no step uses. */
function TemplateTable({ templates, steps, onOpen }: TemplateTableProps) {
  const { t } = useTranslation('letters');
  const columns = useTemplateColumns(steps, onOpen);
  const placeOf = ({ id }: Template) => {
    const place = steps.findIndex(({ templateId }) => templateId === id);
    return place < 0 ? steps.length : place;
  };
  return (
    <LetterTable
      label={t('tab.templates')}
      columns={columns}
      rows={templates.toSorted((one, other) => placeOf(one) - placeOf(other))}
    />
  );
}

type TemplateColumns = readonly FigureColumn<Template>[];

/**
 * Returns the columns of the list. On a phone, all other facts of a template are below its name.
 */
function useTemplateColumns(steps: readonly Step[], onOpen: TemplateTableProps['onOpen']) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const format = useFormat();
  const daysLateOf = useDaysLate();
  const nameOf = (template: Template) => (
    <TitleButton
      weight="medium"
      aria-label={t('template.editNamed', { name: template.name })}
      onClick={() => onOpen({ kind: 'edit', template })}
    >
      <bdi>{template.name}</bdi>
    </TitleButton>
  );
  const channelOf = ({ channel }: Template) => t(`contact-log:channel.${channel}`);
  const languagesOf = (template: Template) =>
    languages
      .filter(({ code }) => template[code])
      .map(({ code }) => t(`template.language.${code}`))
      .join(' · ');
  const usesOf = ({ id }: Template) =>
    format.list(
      steps.flatMap((step, at) =>
        step.templateId === id
          ? [t('template.use', { number: format.count(at + 1), days: daysLateOf('long', step) })]
          : [],
      ),
    );
  const name = { id: 'name', header: t('batch.template'), wide: 'name' as const };
  const actions: FigureColumn<Template> = {
    id: 'actions',
    header: t('line.column'),
    align: 'action',
    cell: (template) => (
      <LineMenu
        kind="template"
        name={template.name}
        onOpen={(kind) => onOpen({ kind, template })}
      />
    ),
  };
  const wide: TemplateColumns = [
    { ...name, wraps: true, cell: nameOf },
    { id: 'channel', header: t('batch.channel'), cell: channelOf },
    { id: 'languages', header: t('template.languages'), cell: languagesOf },
    {
      id: 'uses',
      header: t('template.uses'),
      wraps: true,
      cell: (template) => usesOf(template) || <Nothing />,
    },
    actions,
  ];
  const narrow: TemplateColumns = [
    {
      ...name,
      cell: (template) => (
        <CellPair
          first={nameOf(template)}
          second={
            <>
              {channelOf(template)} · {languagesOf(template)}
              {usesOf(template) !== '' && ` · ${usesOf(template)}`}
            </>
          }
        />
      ),
    },
    actions,
  ];
  return { wide, narrow };
}

type RemoveTemplateProps = { readonly template: Template; readonly onClose: () => void };

function RemoveTemplate({ template, onClose }: RemoveTemplateProps) {
  const removing = useRemoveTemplate();
  return (
    <RemoveLine
      kind="template"
      name={template.name}
      removing={removing}
      remove={(onSuccess) => removing.mutate(template, { onSuccess })}
      onClose={onClose}
    />
  );
}
