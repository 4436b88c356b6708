import type { CreateViewQueue, ViewQueue } from '@bursar/contracts/collections/view-queues';
import type { InputOf } from '@bursar/contracts/endpoint';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { useCreateViewQueue, useRemoveViewQueue, viewQueuesQuery } from './view-queues.queries.ts';

type Body = InputOf<CreateViewQueue>['body'];

/** The filters and the order of the open list. */
export type OfferedView = Pick<Body, 'filter' | 'sort' | 'direction'>;

type QueuesDrawerProps = {
  readonly view: OfferedView;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Offers the open list to the user's agents as a queue, and lists the queues that they have. */
export function QueuesDrawer({ view, opened, onClose }: QueuesDrawerProps) {
  const { t } = useTranslation('work-queue');
  return (
    <SideDrawer hasFirstField opened={opened} onClose={onClose} title={t('queues.title')}>
      {opened && <Queues view={view} />}
    </SideDrawer>
  );
}

function Queues({ view }: { readonly view: OfferedView }) {
  const { t } = useTranslation('work-queue');
  const query = useQuery(viewQueuesQuery);
  const [removing, setRemoving] = useState<ViewQueue | null>(null);
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={5} />}>
      {({ queues }) => (
        <Stack gap={6}>
          <NewQueue key={queues.length} view={view} />
          {queues.length > 0 && (
            <Box as="ul" line="between" aria-label={t('queues.existing')}>
              {queues.map((queue) => (
                <QueueLine key={queue.id} queue={queue} onRemove={() => setRemoving(queue)} />
              ))}
            </Box>
          )}
          <RemoveQueue queue={removing} onClose={() => setRemoving(null)} />
        </Stack>
      )}
    </Loaded>
  );
}

type Typed = { readonly id: string; readonly name: string; readonly order: 'urgent' | 'list' };

const contract = () =>
  import('@bursar/contracts/collections/view-queues').then((it) => it.createViewQueue);

/** The form of a new queue. Its id is created with the form and repeated on every retry. */
function NewQueue({ view }: { readonly view: OfferedView }) {
  const { t } = useTranslation(['work-queue', 'failures']);
  const { filter, sort, direction } = view;
  const form = useContractForm<Typed, Body, ViewQueue>({
    name: 'new-queue',
    empty: () => ({ id: uuidv7(), name: '', order: 'urgent' }),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('failures:name_missing') : undefined }),
    contract,
    body: ({ id, name, order }) => {
      const listed = order === 'list' ? { sort, direction } : { sort: null, direction };
      return { id, name, filter, ...listed };
    },
    mutation: useCreateViewQueue(),
    onSent: ({ name }) => notify.success(t('queues.created', { name })),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack gap={3}>
        <Text tone="muted" size="table">
          {t('queues.meaning')}
        </Text>
        <FormFailure failure={form.failure} />
        <TextField
          {...form.field('name')}
          label={t('queues.name')}
          maxLength={60}
          required
          focusFirst
        />
        {sort !== null && (
          <SelectField
            {...form.field('order')}
            label={t('queues.order')}
            options={(['urgent', 'list'] as const).map((value) => {
              return { value, label: t(`queues.orders.${value}`) };
            })}
            required
          />
        )}
        <Row justify="end">
          <Button type="submit" size="compact" kind="primary" busy={form.isBusy}>
            {t('queues.create')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

type QueueLineProps = { readonly queue: ViewQueue; readonly onRemove: () => void };

function QueueLine({ queue: { name, team, createdBy, mayRemove }, onRemove }: QueueLineProps) {
  const { t } = useTranslation('work-queue');
  return (
    <Box flow="row" as="li" gap={2} wrap={false} pad={[2, 0]} justify="between">
      <div>
        <Text weight="medium">
          <bdi>{name}</bdi>
        </Text>
        <Text tone="muted" size="table">
          {team === null ? t('queues.forAll') : t('queues.forTeam', { team })} ·{' '}
          {t('queues.by', { who: createdBy })}
        </Text>
      </div>
      {mayRemove && (
        <IconButton
          size="compact"
          label={t('queues.remove', { name })}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      )}
    </Box>
  );
}

/** Asks before a queue is removed: agents who work in that queue continue in their own queue. */
function RemoveQueue({ queue, onClose }: { queue: ViewQueue | null; onClose: () => void }) {
  const { t } = useTranslation('work-queue');
  const name = useLastShown(queue)?.name ?? '';
  const removing = useRemoveViewQueue();
  return (
    <ConfirmDialog
      opened={queue !== null}
      onClose={onClose}
      title={t('queues.removeTitle', { name })}
      confirmLabel={t('queues.removeConfirm')}
      tone="danger"
      busy={removing.isPending}
      failure={removing.error ? failureSentence(removing.error) : undefined}
      onConfirm={() => queue && removing.mutate(queue.id, { onSuccess: onClose })}
    >
      {t('queues.removeMeaning')}
    </ConfirmDialog>
  );
}
