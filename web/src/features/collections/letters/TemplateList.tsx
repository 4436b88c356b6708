import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../lib/languages.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { ListHead } from './ListHead.tsx';
import { templatesQuery, useRemoveTemplate, type Template } from './letters.queries.ts';
import { EditableLine, RemoveLine } from './EditableLine.tsx';

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
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Stack gap={4}>
      <ListHead meaning={t('template.meaning')}>
        <CreateButton onClick={() => setOpened({ kind: 'new' })}>{t('template.add')}</CreateButton>
      </ListHead>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
        {({ templates }) =>
          templates.length === 0 ? (
            <EmptyState title={t('template.none')} hint={t('template.noneHint')} />
          ) : (
            <ul>
              {templates.map((template) => (
                <TemplateLine key={template.id} template={template} onOpen={setOpened} />
              ))}
            </ul>
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

type TemplateLineProps = {
  readonly template: Template;
  readonly onOpen: (opened: Opened) => void;
};

function TemplateLine({ template, onOpen }: TemplateLineProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const { name, channel } = template;
  const written = languages.filter(({ code }) => template[code]).map((language) => language.name);
  return (
    <EditableLine
      kind="template"
      name={name}
      parts={[t(`contact-log:channel.${channel}`), ...written]}
      onOpen={(kind) => onOpen({ kind, template })}
    />
  );
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
