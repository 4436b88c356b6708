import { taskPriorities, type TaskPriority } from '@bursar/contracts/choices';
import type { Task } from '@bursar/contracts/office/tasks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { colleaguesQuery } from '../../distribution/people/colleagues-query.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useSession } from '../../../lib/session.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { useSaveTask } from './tasks.queries.ts';

type TaskDialogProps = { readonly open: Task | 'new' | null; readonly onClose: () => void };

/** Creates or edits a task, for the user or a colleague. */
export function TaskDialog({ open, onClose }: TaskDialogProps) {
  const { t } = useTranslation(['tasks', 'apps']);
  const session = useSession();
  const { data } = useQuery({ ...colleaguesQuery, enabled: open !== null });
  const { today = '' } = useFormat().settings;
  const shown = useLastShown(open);
  const isNew = shown === 'new';
  const form = useContractForm({
    name: 'task',
    opened: open !== null,
    empty: () => valuesOf(open, session?.id ?? ''),
    rules: ({ title }) => ({ title: title.trim() === '' ? t('apps:titleMissing') : undefined }),
    refusedAt: (cause) =>
      cause instanceof ApiFailure && cause.code === 'not_found' ? 'loanReference' : null,
    body: (values) => values,
    mutation: useSaveTask(),
    announce: () => notify.success(t(isNew ? 'done.added' : 'done.changed')),
    onSent: onClose,
  });
  const { values, field, change, controlProps } = form;
  return (
    <FormDialog
      {...form.dialog}
      opened={open !== null}
      onClose={onClose}
      title={t(isNew ? 'new' : 'task')}
      submitLabel={isNew ? t('add') : t('apps:save')}
    >
      <TextField {...field('title')} label={t('title')} required maxLength={200} focusFirst />
      <TextareaField {...field('details')} label={t('details')} maxLength={4000} optional />
      <Grid min={12}>
        <SelectField
          {...controlProps('assigneeId')}
          label={t('assignee')}
          required
          options={(data?.colleagues ?? []).map(({ id, name }) => ({
            value: id,
            label: id === session?.id ? t('myself', { name }) : name,
          }))}
          value={values.assigneeId}
          onChange={(assigneeId) => change({ assigneeId })}
        />
        <DayField {...field('dueOn')} label={t('dueOn')} today={today} optional />
      </Grid>
      <ChoiceField
        {...controlProps('priority')}
        label={t('priority.label')}
        choices={taskPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        value={values.priority}
        onChange={(priority) => change({ priority })}
      />
      {session?.role !== 'admin' && (
        <TextField
          {...field('loanReference')}
          label={t('loan')}
          hint={t('loanHint')}
          maxLength={20}
          optional
        />
      )}
    </FormDialog>
  );
}

/**
 * Includes the version from when the form opened: saving is refused if another user has changed the
 * task since.
 */
function valuesOf(open: TaskDialogProps['open'], me: string) {
  const task = open === 'new' || open === null ? null : open;
  const { id = uuidv7(), version = null, title = '', details = '', dueOn = null } = task ?? {};
  const { priority = normal, assignee, loan = null } = task ?? {};
  const assigneeId = assignee?.id ?? me;
  const loanReference = loan?.reference ?? '';
  return { id, version, title, details, dueOn, priority, assigneeId, loanReference, loan };
}

const normal: TaskPriority = 'normal';
