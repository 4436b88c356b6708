import { tagColours } from '@bursar/contracts/choices';
import type { MailLabel } from '@bursar/contracts/office/staff-mail';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ColourField } from '../../../ui/form/ColourField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { useRemoveLabel, useSaveLabel } from './staff-mail.queries.ts';

type LabelDialogProps = {
  readonly open: MailLabel | 'new' | null;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
};

/** Creates, edits or removes one of the user's own labels. */
export function LabelDialog({ open, onClose, onRemoved }: LabelDialogProps) {
  const { t } = useTranslation(['staff-mail', 'apps', 'tags']);
  const shown = useLastShown(open);
  const label = shown === 'new' ? null : shown;
  const removing = useRemoveLabel();
  const form = useContractForm({
    name: 'mail-label',
    opened: open !== null,
    empty: () => valuesOf(open),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('label.nameMissing') : undefined }),
    body: (values) => values,
    mutation: useSaveLabel(),
    onSent: onClose,
  });
  const { values, field, change } = form;
  const removal = useRemoval({
    record: label && { id: label.id, mayRemove: true },
    title: label?.name ?? '',
    removing,
    failureOf: failureSentence,
    done: t('label.removed'),
    restore: null,
    onRemoved: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={open !== null && !removal.isAsked}
        onClose={onClose}
        title={t(label ? 'label.one' : 'label.new')}
        submitLabel={t(label ? 'apps:save' : 'label.add')}
      >
        <TextField {...field('name')} label={t('label.name')} required maxLength={40} focusFirst />
        <ColourField
          label={t('apps:colour')}
          colours={tagColours}
          nameOf={(colour) => t(`tags:colour.${colour}`)}
          chosen={values.colour}
          onChoose={(colour) => change({ colour })}
        />
        {removal.button && <Row justify="end">{removal.button}</Row>}
      </FormDialog>
      {removal.dialog}
    </>
  );
}

const [first] = tagColours;

function valuesOf(open: LabelDialogProps['open']) {
  const label = open === 'new' || open === null ? null : open;
  const { id = uuidv7(), version = null, name = '', colour = first } = label ?? {};
  return { id, version, name, colour };
}
