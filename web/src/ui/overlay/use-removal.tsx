import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { Button } from '../button/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { notify } from './notify.ts';

type Removal = {
  /** The record that the form has open; null for a new record, which cannot be removed. */
  record: { readonly id: string; readonly mayRemove: boolean } | null;
  /** The title of the record. */
  title: string;
  removing: {
    readonly isPending: boolean;
    readonly error: Error | null;
    /** The id of the record of the latest attempt. */
    readonly variables: string | undefined;
    readonly mutate: (id: string, on: { onSuccess: () => void; onSettled: () => void }) => void;
  };
  /** Says in one sentence why a call failed. */
  failureOf: (cause: Error) => string;
  onRemoved: () => void;
  /** The message after the removal: "Note removed". */
  done: string;
  /**
   * Creates the record again, with a new id that every retry repeats. Null if the new
   * record would differ, for example in its creator, or if the removal affects the data of other
   * users: it is then confirmed first.
   */
  restore: ((newId: string) => Promise<unknown>) | null;
};

type FormState = { readonly busy: boolean; readonly failure: string | undefined };

/**
 * Adds removal to a form. A record that can be created again is removed at once, and the message
 * offers *Undo*. The removal of any other record is confirmed first, while the form is hidden.
 */
export function useRemoval(removal: Removal) {
  const { record, title, removing, failureOf, onRemoved, done, restore } = removal;
  const { t } = useTranslation(['apps', 'ui']);
  const [isAsked, setAsked] = useState(false);
  // The form may have another record open than the one whose removal failed.
  const hasFailed = removing.error !== null && removing.variables === record?.id;
  const failure = hasFailed ? failureOf(removing.error) : undefined;
  const offerUndo = (create: NonNullable<typeof restore>) => {
    const newId = uuidv7();
    const run = () =>
      void create(newId).then(
        () => notify.success(t('restored')),
        (cause: Error) => notify.error(failureOf(cause), { label: t('ui:error.tryAgain'), run }),
      );
    notify.undo(done, { label: t('ui:overlay.undo'), run });
  };
  // A double click comes before the button renders as busy.
  const isUnderWay = useRef(false);
  const remove = () => {
    if (!record || isUnderWay.current) return;
    isUnderWay.current = true;
    removing.mutate(record.id, {
      onSuccess: () => {
        setAsked(false);
        if (restore) offerUndo(restore);
        else notify.success(done);
        onRemoved();
      },
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  const button = record?.mayRemove && (
    <Button
      kind="quiet"
      size="compact"
      icon={<IconTrash size={16} stroke={1.5} />}
      busy={removing.isPending}
      onClick={restore ? remove : () => setAsked(true)}
    >
      {t('remove')}
    </Button>
  );
  const dialog = (
    <ConfirmDialog
      opened={isAsked}
      onClose={() => setAsked(false)}
      title={t('removeTitle', { title })}
      confirmLabel={t('remove')}
      tone="danger"
      onConfirm={remove}
      busy={removing.isPending}
      failure={failure}
    >
      {t('removeMeaning')}
    </ConfirmDialog>
  );
  /**
   * Adds the progress of the removal to the state of the form, and its failure if it needs no
   * confirmation.
   */
  const inForm = <Form extends FormState>(form: Form) => ({
    ...form,
    busy: form.busy || removing.isPending,
    failure: form.failure ?? (restore ? failure : undefined),
  });
  return { isAsked, inForm, button, dialog };
}
