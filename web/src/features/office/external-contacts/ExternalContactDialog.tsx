import type { ExternalContact } from '@bursar/contracts/office/external-contacts';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { isOwn } from '../../../lib/is-own.ts';
import { useSession } from '../../../lib/session.ts';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SharedField } from '../../../ui/form/SharedField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { useRemoveExternalContact, useSaveExternalContact } from './external-contacts.queries.ts';

type ExternalContactDialogProps = {
  readonly open: ExternalContact | 'new' | null;
  readonly onClose: () => void;
};

const contract = () =>
  import('@bursar/contracts/office/external-contacts').then((it) => it.createExternalContact);

/** Adds, edits or removes an external contact. */
export function ExternalContactDialog({ open, onClose }: ExternalContactDialogProps) {
  const { t } = useTranslation(['external-contacts', 'apps']);
  const session = useSession();
  const shown = useLastShown(open);
  const person = shown === 'new' ? null : shown;
  const removing = useRemoveExternalContact();
  const restoring = useSaveExternalContact();
  const form = useContractForm({
    name: 'external-contact',
    opened: open !== null,
    empty: () => valuesOf(open),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('nameMissing') : undefined }),
    contract,
    messages: { email: t('emailWrong'), phone: t('phoneWrong') },
    body: (values) => values,
    mutation: useSaveExternalContact(),
    announce: () => notify.success(t(person ? 'done.changed' : 'done.added')),
    onSent: onClose,
  });
  const { values, field, change, controlProps } = form;
  const removal = useRemoval({
    record: person,
    title: person?.name ?? '',
    removing,
    failureOf: failureSentence,
    done: t('done.removed'),
    restore:
      isOwn(person, session) && !person.isShared
        ? (id) => restoring.mutateAsync({ ...valuesOf(person), id, version: null })
        : null,
    onRemoved: onClose,
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={open !== null && !removal.isAsked}
        onClose={onClose}
        title={person?.name ?? t('new')}
        submitLabel={person ? t('apps:save') : t('add')}
      >
        <TextField {...field('name')} label={t('name')} required maxLength={200} focusFirst />
        <Grid min={12}>
          <TextField {...field('occupation')} label={t('occupation')} maxLength={200} optional />
          <TextField
            {...field('organisation')}
            label={t('organisation')}
            maxLength={200}
            optional
          />
          <PhoneField {...field('phone')} label={t('phone')} hint={null} maxLength={40} optional />
          <TextField {...field('email')} label={t('email')} maxLength={254} optional />
        </Grid>
        <TextareaField
          {...field('address')}
          label={t('address')}
          rows={2}
          maxLength={500}
          optional
        />
        <TextareaField {...field('details')} label={t('details')} maxLength={4000} optional />
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
 * contact since.
 */
function valuesOf(open: ExternalContactDialogProps['open']) {
  const person = open === 'new' || open === null ? null : open;
  const { id = uuidv7(), version = null, name = '', organisation = '' } = person ?? {};
  const { occupation = '', email = '', phone = '', address = '' } = person ?? {};
  const { details = '', isShared = false } = person ?? {};
  return { id, version, name, organisation, occupation, email, phone, address, details, isShared };
}
