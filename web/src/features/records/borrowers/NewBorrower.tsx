import { borrowerKinds } from '@bursar/contracts/records/borrower-sorts';
import type { CreateBorrower } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { AlikeBorrowers } from './AlikeBorrowers.tsx';
import { useCreateBorrower } from './borrowers.queries.ts';

type Body = InputOf<CreateBorrower>['body'];

/** Adds a borrower, for users who may; further data is entered on the borrower's page. */
export function NewBorrower() {
  const { t } = useTranslation(['borrowers', 'facts', 'failures']);
  const mayCreate = useMay('create-borrowers');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const form = useContractForm<Body, Body, AnswerOf<CreateBorrower>>({
    name: 'new-borrower',
    opened: isOpen,
    // Retries send the same id, so the borrower is added once.
    empty: () => ({ id: uuidv7(), kind: 'person', name: '', phone: '', email: '' }),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('failures:name_missing') : undefined }),
    contract: () => import('@bursar/contracts/records/borrowers').then((it) => it.createBorrower),
    body: (values) => values,
    mutation: useCreateBorrower(),
    announce: (_, { name }) => notify.success(t('create.done', { name: name.trim() })),
    onSent: ({ borrowerId }) => {
      setOpen(false);
      void navigate(paths.borrower(borrowerId));
    },
  });
  useShortcut('n', () => setOpen(true), { label: t('create.submit'), enabled: mayCreate });
  if (!mayCreate) return null;
  const { values, field, controlProps, change } = form;
  return (
    <>
      <CreateButton shortcut="N" onClick={() => setOpen(true)}>
        {t('create.submit')}
      </CreateButton>
      <FormDrawer
        {...form.dialog}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('create.title')}
        submitLabel={t('create.submit')}
      >
        <ChoiceField
          {...controlProps('kind')}
          label={t('facts:borrowerKind')}
          choices={borrowerKinds.map((value) => ({
            value,
            label: t(`facts:value.borrowerKind.${value}`),
          }))}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
        <TextField {...field('name')} label={t('facts:name')} maxLength={120} required focusFirst />
        <PhoneField {...field('phone')} label={t('kind.phone')} maxLength={50} optional />
        <TextField
          {...field('email')}
          label={t('kind.email')}
          type="email"
          maxLength={200}
          optional
        />
        <AlikeBorrowers {...values} />
      </FormDrawer>
    </>
  );
}
