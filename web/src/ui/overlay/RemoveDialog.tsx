import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type RemoveDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** What goes, by its own title. */
  title: string;
  onRemove: () => void;
  busy: boolean;
  failure: string | undefined;
};

/** Asks before something goes for everybody who sees it. */
export function RemoveDialog({ title, onRemove, ...rest }: RemoveDialogProps) {
  const { t } = useTranslation('apps');
  return (
    <ConfirmDialog
      {...rest}
      title={t('removeTitle', { title })}
      confirmLabel={t('remove')}
      tone="danger"
      onConfirm={onRemove}
    >
      {t('removeMeaning')}
    </ConfirmDialog>
  );
}
