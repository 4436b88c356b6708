import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { templatesQuery, useRemoveTemplate, type Template } from './letters.queries.ts';

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
      <Row gap={3} lines={2} justify="between">
        <Text tone="muted" size="table">
          {t('template.meaning')}
        </Text>
        <Button onClick={() => setOpened({ kind: 'new' })}>{t('template.add')}</Button>
      </Row>
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
    <Box flow="row" as="li" lines={2} gap={3} justify="between" pad={[2, 0]} line="below">
      <span>
        <Text as="div" weight="medium">
          <bdi>{name}</bdi>
        </Text>
        <Text as="div" tone="muted" size="table">
          {[t(`contact-log:channel.${channel}`), ...written].join(' · ')}
        </Text>
      </span>
      <Row gap={1} wrap={false}>
        <Button
          size="compact"
          aria-label={t('template.editNamed', { name })}
          onClick={() => onOpen({ kind: 'edit', template })}
        >
          {t('template.edit')}
        </Button>
        <IconButton
          size="compact"
          label={t('template.removeNamed', { name })}
          icon={<IconTrash size={18} stroke={1.5} />}
          onClick={() => onOpen({ kind: 'remove', template })}
        />
      </Row>
    </Box>
  );
}

function RemoveTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation('letters');
  const removing = useRemoveTemplate();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('template.removeTitle', { name: template.name })}
      confirmLabel={t('template.remove')}
      tone="danger"
      busy={removing.isPending}
      failure={removing.error ? failureSentence(removing.error) : undefined}
      onConfirm={() =>
        removing.mutate(template, {
          onSuccess: () => {
            onClose();
            notify.success(t('template.removed'));
          },
        })
      }
    >
      {t('template.removeMeaning')}
    </ConfirmDialog>
  );
}
