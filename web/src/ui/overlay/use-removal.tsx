import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Removal = {
  /** The record that the form has open; a new one cannot be removed. */
  record: { readonly id: string; readonly mayRemove: boolean } | null;
  /** The title of the record. */
  title: string;
  removing: {
    readonly isPending: boolean;
    readonly mutate: (id: string, on: { onSuccess: () => void }) => void;
  };
  failure: string | undefined;
  onRemoved: () => void;
};

/**
 * Adds removal to a form: the button, and the confirmation that the record is removed for everybody
 * who sees it. The form is hidden meanwhile.
 */
export function useRemoval({ record, title, removing, failure, onRemoved }: Removal) {
  const { t } = useTranslation('apps');
  const [isAsked, setAsked] = useState(false);
  const button = record?.mayRemove && (
    <Button
      kind="quiet"
      size="compact"
      icon={<IconTrash size={16} stroke={1.5} />}
      onClick={() => setAsked(true)}
    >
      {t('remove')}
    </Button>
  );
  const remove = () =>
    record &&
    removing.mutate(record.id, {
      onSuccess: () => {
        setAsked(false);
        onRemoved();
      },
    });
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
  return { isAsked, button, dialog };
}
