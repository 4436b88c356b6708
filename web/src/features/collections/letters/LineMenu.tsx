import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import type { useRemoveStep, useRemoveTemplate } from './letters.queries.ts';

/** The kind of the line, which is also the key of its texts in the `letters` translations. */
type Kind = 'step' | 'template';

type LineMenuProps = {
  readonly kind: Kind;
  readonly name: string;
  readonly onOpen: (kind: 'edit' | 'remove') => void;
};

/** The actions for a step or template. */
export function LineMenu({ kind, name, onOpen }: LineMenuProps) {
  const { t } = useTranslation('letters');
  return (
    <Menu
      trigger={
        <IconButton
          size="compact"
          label={t('line.actions', { name })}
          icon={<IconDots size={18} stroke={1.5} />}
        />
      }
      actions={[
        { id: 'edit', label: t(`${kind}.edit`), onSelect: () => onOpen('edit') },
        {
          id: 'remove',
          label: t(`${kind}.remove`),
          apart: true,
          onSelect: () => onOpen('remove'),
        },
      ]}
    />
  );
}

type RemoveLineProps = {
  readonly kind: Kind;
  readonly name: string;
  readonly removing: Pick<
    ReturnType<typeof useRemoveStep | typeof useRemoveTemplate>,
    'isPending' | 'error'
  >;
  readonly remove: (onSuccess: () => void) => void;
  readonly onClose: () => void;
};

/** Asks before a step or template is removed. */
export function RemoveLine({ kind, name, removing, remove, onClose }: RemoveLineProps) {
  const { t } = useTranslation('letters');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`${kind}.removeTitle`, { name })}
      confirmLabel={t(`${kind}.remove`)}
      tone="danger"
      busy={removing.isPending}
      failure={removing.error ? failureSentence(removing.error) : undefined}
      onConfirm={() =>
        remove(() => {
          onClose();
          notify.success(t(`${kind}.removed`));
        })
      }
    >
      {t(`${kind}.removeMeaning`)}
    </ConfirmDialog>
  );
}
