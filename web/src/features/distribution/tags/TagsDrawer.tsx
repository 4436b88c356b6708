import type { Tag as TagOfPortfolio } from '@bursar/contracts/distribution/tags';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tagColours } from '@bursar/contracts/choices';
import { uuidv7 } from 'uuidv7';
import { loadOf } from '../../../lib/load-of.ts';
import { IconButton, Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Tag } from '../../../ui/status/Tag.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { ColourField } from '../../../ui/form/ColourField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Stack, Row } from '../../../ui/layout/Layout.tsx';
import {
  tagsQuery,
  useChangeTag,
  useCreateTag,
  type TagColour,
  useRemoveTag,
} from './tags.queries.ts';
import classes from './TagsDrawer.module.css';

type TagsDrawerProps = { readonly opened: boolean; readonly onClose: () => void };

/** The portfolio's tags, each with the number of its loans. */
export function TagsDrawer({ opened, onClose }: TagsDrawerProps) {
  const { t } = useTranslation('tags');
  return (
    <SideDrawer hasFirstField opened={opened} onClose={onClose} title={t('manage.title')}>
      {opened && <TagsOfPortfolio />}
    </SideDrawer>
  );
}

function TagsOfPortfolio() {
  const { t } = useTranslation('tags');
  const query = useQuery(tagsQuery);
  const [changing, setChanging] = useState<string | null>(null);
  const [removing, setRemoving] = useState<TagOfPortfolio | null>(null);
  // The form's key: each created tag starts another form, and no other change of the list does.
  const [created, setCreated] = useState(0);
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
      {(data) => (
        <Stack gap={6}>
          <TagForm
            key={created}
            submitLabel={t('manage.add')}
            onDone={() => setCreated((count) => count + 1)}
          />
          <Box as="ul" line="between" aria-label={t('manage.title')}>
            {data.tags.map((tag) => (
              <Box key={tag.id} as="li" pad={[2, 0]}>
                {changing === tag.id ? (
                  <TagForm
                    tag={tag}
                    submitLabel={t('manage.save')}
                    onDone={() => setChanging(null)}
                    onCancel={() => setChanging(null)}
                  />
                ) : (
                  <TagLine
                    tag={tag}
                    onChange={() => setChanging(tag.id)}
                    onRemove={() => setRemoving(tag)}
                  />
                )}
              </Box>
            ))}
          </Box>
          <RemoveTagDialog tag={removing} onClose={() => setRemoving(null)} />
        </Stack>
      )}
    </Loaded>
  );
}

type TagLineProps = {
  readonly tag: TagOfPortfolio;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

function TagLine({ tag, onChange, onRemove }: TagLineProps) {
  const { t } = useTranslation('tags');
  const format = useFormat();
  const { name, loans } = tag;
  return (
    <Row gap={2} wrap={false}>
      <Tag colour={tag.colour}>{name}</Tag>
      <Box as="span" tone="muted" size="table" push>
        {t('manage.loans', { count: loans, figure: format.count(loans) })}
      </Box>
      <IconButton
        size="compact"
        label={t('manage.change', { name })}
        icon={<IconPencil size={16} stroke={1.5} />}
        onClick={onChange}
      />
      <IconButton
        size="compact"
        label={t('manage.remove', { name })}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={onRemove}
      />
    </Row>
  );
}

type TagFormProps = {
  /** The tag to change; without one the form creates a tag. */
  readonly tag?: { id: string; name: string; colour: TagColour; version: number };
  readonly submitLabel: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
};

const contract = () => import('@bursar/contracts/distribution/tags').then((it) => it.createTag);

/** A tag's name and colour. A new tag's id is created with the form and repeated on every retry. */
export function TagForm({ tag, submitLabel, onDone, onCancel }: TagFormProps) {
  const { t } = useTranslation(['tags', 'failures']);
  const creating = useCreateTag();
  const changing = useChangeTag();
  const form = useContractForm({
    name: tag ? `tag-${tag.id}` : 'new-tag',
    empty: () => ({ id: uuidv7(), name: '', colour: firstColour, ...tag }),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('failures:name_missing') : undefined }),
    contract,
    body: ({ id, name, colour }) => ({ id, name, colour }),
    mutation: {
      isPending: creating.isPending || changing.isPending,
      mutateAsync: (typed) =>
        tag
          ? changing.mutateAsync({ ...typed, version: tag.version })
          : creating.mutateAsync(typed),
    },
    onSent: onDone,
  });
  const nameField = form.field('name');
  // Sets the focus in an effect, because the form may appear after its drawer took the focus, or in
  // place of a button that had the focus.
  useEffect(() => document.getElementById(nameField.id)?.focus(), [nameField.id]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack gap={3}>
        <FormFailure failure={form.failure} />
        <div className={classes.line}>
          <TextField
            {...nameField}
            label={t(tag ? 'form.name' : 'form.newName')}
            maxLength={40}
            focusFirst
          />
          <Row gap={2} wrap={false}>
            {onCancel && <Button onClick={onCancel}>{t('form.cancel')}</Button>}
            <Button type="submit" kind="primary" busy={form.isBusy}>
              {submitLabel}
            </Button>
          </Row>
        </div>
        <ColourField
          colours={tagColours}
          label={t('form.colour')}
          nameOf={(colour) => t(`colour.${colour}`)}
          chosen={form.values.colour}
          onChoose={(colour) => form.change({ colour })}
        />
      </Stack>
    </form>
  );
}

const [firstColour] = tagColours;

/** Asks for confirmation before a tag is removed from all loans. */
function RemoveTagDialog({ tag, onClose }: { tag: TagOfPortfolio | null; onClose: () => void }) {
  const { t } = useTranslation('tags');
  const format = useFormat();
  const shown = useLastShown(tag);
  const removing = useRemoveTag();
  const { name = '', loans = 0 } = shown ?? {};
  return (
    <ConfirmDialog
      opened={tag !== null}
      onClose={onClose}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      tone="danger"
      busy={removing.isPending}
      failure={removing.error ? failureSentence(removing.error) : undefined}
      onConfirm={() => tag && removing.mutate(tag.id, { onSuccess: onClose })}
    >
      {t('remove.meaning', { count: loans, figure: format.count(loans) })}
    </ConfirmDialog>
  );
}
