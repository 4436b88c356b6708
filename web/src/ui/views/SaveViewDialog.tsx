import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../form/TextField.tsx';
import { FormDialog } from '../overlay/FormDialog.tsx';

type SaveViewDialogProps = { onClose: () => void; onSave: (name: string) => void };

/** Asks for the name of a view. */
export function SaveViewDialog({ onClose, onSave }: SaveViewDialogProps) {
  const { t } = useTranslation('ui');
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (name.trim() === '') setMissing(true);
    else onSave(name.trim());
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('views.save')}
      submitLabel={t('views.save')}
      onSubmit={submit}
      size="small"
    >
      <TextField
        id="view-name"
        label={t('views.name')}
        hint={t('views.hint')}
        value={name}
        onChange={(typed) => {
          setName(typed);
          setMissing(false);
        }}
        error={isMissing ? t('views.nameMissing') : undefined}
        maxLength={60}
        focusFirst
      />
    </FormDialog>
  );
}
