import { IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import classes from './EditableLine.module.css';
import type { useRemoveStep, useRemoveTemplate } from './letters.queries.ts';

/** The translations of a kind of line, under this key in `letters`. */
type Kind = 'step' | 'template';

type EditableLineProps = {
  readonly kind: Kind;
  readonly name: string;
  readonly parts: readonly string[];
  readonly onOpen: (kind: 'edit' | 'remove') => void;
};

/** A line of a list with buttons that edit and remove it. */
export function EditableLine({ kind, name, parts, onOpen }: EditableLineProps) {
  return (
    <Box flow="row" as="li" gap={3} justify="between" wrap={false} pad={[2, 0]} line="below">
      <Box as="span" shrinks>
        <Text as="div" weight="medium">
          <bdi>{name}</bdi>
        </Text>
        <Box as="span" tone="muted" size="table" className={classes.parts}>
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </Box>
      </Box>
      <LineActions kind={kind} name={name} onOpen={onOpen} />
    </Box>
  );
}

/** Edits and removes a line; on a phone, a menu names both. */
function LineActions({ kind, name, onOpen }: Omit<EditableLineProps, 'parts'>) {
  const { t } = useTranslation('letters');
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <Menu
        trigger={
          <IconButton
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
  return (
    <Row gap={1} wrap={false}>
      <Button
        size="compact"
        aria-label={t(`${kind}.editNamed`, { name })}
        onClick={() => onOpen('edit')}
      >
        {t(`${kind}.edit`)}
      </Button>
      <IconButton
        size="compact"
        label={t(`${kind}.removeNamed`, { name })}
        icon={<IconTrash size={18} stroke={1.5} />}
        onClick={() => onOpen('remove')}
      />
    </Row>
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

/** Asks before a line is removed. */
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
