import type { Tag } from '@bursar/contracts/tags';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { useRemoveTag } from './tags.queries.ts';

/** Asks before a tag goes from every loan that has it. */
export function RemoveTagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
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
