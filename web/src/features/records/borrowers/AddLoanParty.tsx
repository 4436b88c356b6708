import { partyRoles } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { AddLoanParty as AddContract } from '@bursar/contracts/records/loan-parties';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { optionOf, type Picked } from './alike-option.ts';
import { alikeBorrowersQuery, searchedAs } from './borrowers.queries.ts';
import { useAddLoanParty } from './loan-parties.queries.ts';

type Body = InputOf<AddContract>['body'];
type Draft = Omit<Body, 'borrowerId'>;

type AddProps = { readonly loanId: string; readonly onClose: () => void };

export function AddLoanParty({ loanId, onClose }: AddProps) {
  const { t } = useTranslation('borrowers');
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Picked | null>(null);
  const [query] = useDebouncedValue(typed, 250);
  const { data: found = [] } = useQuery({
    ...alikeBorrowersQuery(searchedAs(query)),
    enabled: query.trim() !== '',
  });
  const form = useContractForm<Draft, Body, AnswerOf<AddContract>>({
    name: 'add-loan-party',
    empty: () => ({ id: uuidv7(), role: 'co-borrower', note: '' }),
    rules: () => ({ borrowerId: picked ? undefined : t('parties.whoMissing') }),
    contract: () => import('@bursar/contracts/records/loan-parties').then((it) => it.addLoanParty),
    body: (values) => (picked ? { ...values, borrowerId: picked.id } : null),
    mutation: useAddLoanParty(loanId),
    announce: () => notify.success(t('parties.added')),
    onSent: onClose,
  });
  const { values, field, controlProps, change } = form;
  return (
    <FormDialog
      {...form.dialog}
      opened
      onClose={onClose}
      title={t('parties.addTitle')}
      submitLabel={t('parties.add')}
    >
      <SearchedField
        {...controlProps('borrowerId')}
        label={t('parties.who')}
        hint={t('parties.whoHint')}
        required
        focusFirst
        chosen={picked && optionOf(picked)}
        found={found.map(optionOf)}
        onType={setTyped}
        onChoose={(id) => {
          setPicked(found.find((one) => one.id === id) ?? null);
          // A request for another party needs a new id. The change also clears the refusal, which
          // was about the previous party.
          change({ id: uuidv7() });
        }}
      />
      <SelectField
        {...controlProps('role')}
        label={t('parties.role')}
        hint={t(`parties.meaning.${values.role}`)}
        required
        options={partyRoles.map((value) => ({ value, label: t(`loanRole.${value}`) }))}
        value={values.role}
        onChange={(role) => change({ role })}
      />
      <TextareaField
        {...field('note')}
        label={t('parties.note')}
        rows={2}
        maxLength={500}
        optional
      />
    </FormDialog>
  );
}
