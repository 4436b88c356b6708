import { tagColours } from '@bursar/contracts/choices';
import type { PersonalNote } from '@bursar/contracts/office/personal-notes';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { isOwn } from '../../../lib/is-own.ts';
import { useSession } from '../../../lib/session.ts';
import { ColourField } from '../../../ui/form/ColourField.tsx';
import { SharedField } from '../../../ui/form/SharedField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  useMarkPersonalNote,
  useRemovePersonalNote,
  useSavePersonalNote,
} from './personal-notes.queries.ts';

type PersonalNoteDialogProps = {
  readonly open: PersonalNote | 'new' | null;
  readonly onClose: () => void;
};

/**
 * Creates, edits or removes a note. Saving is refused if another user changed the note since the
 * dialog opened.
 */
export function PersonalNoteDialog({ open, onClose }: PersonalNoteDialogProps) {
  const { t } = useTranslation(['personal-notes', 'apps', 'tags']);
  const session = useSession();
  const shown = useLastShown(open);
  const personalNote = shown === 'new' ? null : shown;
  const removing = useRemovePersonalNote();
  const restoring = useSavePersonalNote();
  const marking = useMarkPersonalNote();
  const form = useContractForm({
    name: 'personal-note',
    opened: open !== null,
    empty: () => valuesOf(open),
    rules: ({ title, tags }) => ({
      title: title.trim() === '' ? t('apps:titleMissing') : undefined,
      tags: areTooMany(tagsOf(tags)) ? t('tooManyTags') : undefined,
    }),
    body: ({ tags, ...values }) => ({ ...values, tags: tagsOf(tags) }),
    mutation: useSavePersonalNote(),
    announce: () => notify.success(t(personalNote ? 'done.changed' : 'done.added')),
    onSent: onClose,
  });
  const { values, field, change, controlProps } = form;
  const removal = useRemoval({
    record: personalNote,
    title: personalNote?.title ?? '',
    removing,
    failureOf: failureSentence,
    done: t('done.removed'),
    restore:
      isOwn(personalNote, session) && !personalNote.isShared
        ? async (newId) => {
            const { title, text, colour, tags, isShared } = personalNote;
            const note = { title, text, colour, tags, isShared };
            const { id } = await restoring.mutateAsync({ ...note, id: newId, version: null });
            if (personalNote.isFavourite)
              await marking.mutateAsync({ memoId: id, isFavourite: true });
          }
        : null,
    onRemoved: onClose,
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={open !== null && !removal.isAsked}
        onClose={onClose}
        size="wide"
        title={t(personalNote ? 'note' : 'new')}
        submitLabel={personalNote ? t('apps:save') : t('add')}
      >
        <TextField {...field('title')} label={t('title')} required maxLength={200} focusFirst />
        <TextareaField {...field('text')} label={t('text')} rows={10} maxLength={20_000} optional />
        <TextField
          {...field('tags')}
          label={t('tags')}
          hint={t('tagsHint')}
          maxLength={330}
          optional
        />
        <ColourField
          label={t('apps:colour')}
          colours={tagColours}
          nameOf={(colour) => t(`tags:colour.${colour}`)}
          chosen={values.colour}
          onChoose={(colour) => change({ colour })}
        />
        <SharedField
          id={controlProps('isShared').id}
          isAdmin={session?.role === 'admin'}
          isShared={values.isShared}
          onChange={(isShared) => change({ isShared })}
        />
        {removal.button && <Row justify="end">{removal.button}</Row>}
      </FormDialog>
      {removal.dialog}
    </>
  );
}

/**
 * Includes the version from when the form opened: saving is refused if another user has changed the
 * note since.
 */
function valuesOf(open: PersonalNoteDialogProps['open']) {
  const personalNote = open === 'new' || open === null ? null : open;
  const {
    id = uuidv7(),
    version = null,
    title = '',
    text = '',
    colour = first,
  } = personalNote ?? {};
  const { tags = [], isShared = false } = personalNote ?? {};
  return { id, version, title, text, colour, isShared, tags: tags.join(', ') };
}

const [first] = tagColours;

function tagsOf(typed: string): string[] {
  const tags = typed.split(/[,،]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

const areTooMany = (tags: readonly string[]): boolean =>
  tags.length > 10 || tags.some((tag) => tag.length > 30);
