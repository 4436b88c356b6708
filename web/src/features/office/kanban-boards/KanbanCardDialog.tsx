import type { KanbanCard } from '@bursar/contracts/office/kanban-boards';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { colleaguesQuery } from '../../distribution/people/colleagues-query.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { isOwn } from '../../../lib/is-own.ts';
import { useSession } from '../../../lib/session.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { RecordFoot } from '../../../ui/overlay/RecordFoot.tsx';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import type { Order } from './kanban-order.ts';
import {
  useRemoveCard,
  useRestoreCard,
  useSaveCard,
  type KanbanBoardDetails,
} from './kanban-boards.queries.ts';

/** The open card of a column; null for a new one. */
export type OpenCard = { readonly columnId: string; readonly card: KanbanCard | null };

type CardDialogProps = {
  readonly open: OpenCard | null;
  readonly details: KanbanBoardDetails;
  readonly order: Order;
  readonly onClose: () => void;
};

/** Creates, edits, moves or removes a card; moving here needs no dragging. */
export function CardDialog({ open, details, order, onClose }: CardDialogProps) {
  const { t } = useTranslation(['kanban-boards', 'apps']);
  const shown = useLastShown(open);
  const session = useSession();
  const removing = useRemoveCard();
  const restoring = useRestoreCard();
  const saving = useSaveCard();
  const form = useContractForm({
    name: 'card',
    opened: open !== null,
    empty: () => valuesOf(open),
    rules: ({ title, labels }) => ({
      title: title.trim() === '' ? t('apps:titleMissing') : undefined,
      labels: areTooMany(labelsOf(labels)) ? t('card.tooMany') : undefined,
    }),
    body: ({ labels, from, ...card }) => ({
      ...card,
      labels: labelsOf(labels),
      from:
        from === null ? null : { columnId: from, afterId: order[card.columnId]?.at(-1) ?? null },
    }),
    mutation: saving,
    announce: (_, { version }) =>
      notify.success(t(version === null ? 'done.cardAdded' : 'done.cardChanged')),
    onSent: onClose,
  });
  // A colleague may have changed or moved the card since the form opened.
  const card = details.cards.find(({ id }) => id === shown?.card?.id) ?? shown?.card ?? null;
  const removal = useRemoval({
    record: card && { id: card.id, mayRemove: true },
    title: card?.title ?? '',
    removing,
    failureOf: failureSentence,
    done: t('done.cardRemoved'),
    restore: isOwn(card, session)
      ? (id) => restoring.mutateAsync({ card, id, afterId: cardBefore(order, card) })
      : null,
    onRemoved: onClose,
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={open !== null && !removal.isAsked}
        onClose={onClose}
        title={t(card ? 'card.change' : 'card.new')}
        submitLabel={card ? t('apps:save') : t('card.add')}
      >
        <CardFields form={form} columns={details.columns} />
        <RecordFoot record={card} removal={removal.button} />
      </FormDialog>
      {removal.dialog}
    </>
  );
}

/** Returns the id of the card above this card in its column; null for the first card. */
function cardBefore(order: Order, { id, columnId }: KanbanCard): string | null {
  const ids = order[columnId] ?? [];
  return ids[ids.indexOf(id) - 1] ?? null;
}

type Values = ReturnType<typeof valuesOf>;
type CardForm = ReturnType<typeof useContractForm<Values, unknown, unknown>>;

function CardFields({
  form: { field, values, change, controlProps },
  columns,
}: {
  form: Pick<CardForm, 'field' | 'values' | 'change' | 'controlProps'>;
  columns: KanbanBoardDetails['columns'];
}) {
  const { t } = useTranslation('kanban-boards');
  const { data } = useQuery(colleaguesQuery);
  const { today = '' } = useFormat().settings;
  return (
    <>
      <TextField {...field('title')} label={t('card.title')} required maxLength={200} focusFirst />
      <TextareaField {...field('details')} label={t('card.details')} maxLength={4000} optional />
      <Grid min={12}>
        <SelectField
          {...field('assigneeId')}
          label={t('card.assignee')}
          placeholder={t('card.nobody')}
          options={(data?.colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
        <DayField {...field('dueOn')} label={t('card.dueOn')} today={today} optional />
      </Grid>
      <TextField
        {...field('labels')}
        label={t('card.labels')}
        hint={t('card.labelsHint')}
        maxLength={200}
        optional
      />
      <SelectField
        {...controlProps('columnId')}
        label={t('card.column')}
        required
        options={columns.map(({ id, title }) => ({ value: id, label: title }))}
        value={values.columnId}
        onChange={(columnId) => change({ columnId })}
      />
    </>
  );
}

/**
 * Includes the version from when the form opened: saving is refused if another user has changed the
 * card since.
 */
function valuesOf(open: OpenCard | null) {
  const { columnId = '', card } = open ?? {};
  const { id = uuidv7(), version = null, title = '', details = '', labels = [] } = card ?? {};
  const { assigneeId = null, dueOn = null } = card ?? {};
  const from = card ? columnId : null;
  return {
    id,
    version,
    title,
    details,
    assigneeId,
    dueOn,
    labels: labels.join(', '),
    columnId,
    from,
  };
}

function labelsOf(typed: string): string[] {
  const labels = typed.split(/[,،]/).map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
}

const areTooMany = (labels: readonly string[]): boolean =>
  labels.length > 5 || labels.some((label) => label.length > 30);
