import type { CallInputs } from '@bursar/contracts/collections/call-centres';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { borrowersQuery, candidatesQuery } from './call-centres.queries.ts';

/** Selects a user of the portfolio by name or email address. */
export function PersonField({ form }: { readonly form: ContractForm<CallInputs['member']> }) {
  const { t } = useTranslation(['call-centres', 'app']);
  const [typed, setTyped] = useState('');
  const { data } = useQuery(candidatesQuery(useDeferredValue(typed.trim().slice(0, 100))));
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const found = (data?.people ?? []).map(({ id, name, role }) => ({
    value: id,
    label: t('field.personInRole', { name, role: t(`app:role.${role}`) }),
  }));
  return (
    <SearchedField
      {...form.controlProps('accountId')}
      label={t('field.person')}
      hint={t('field.personHint')}
      required
      chosen={chosen}
      found={found}
      // The field writes the chosen label into its own text, which is not a new search.
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(accountId) => {
        setChosen(found.find(({ value }) => value === accountId) ?? null);
        form.change({ accountId: accountId ?? '' });
      }}
    />
  );
}

type BorrowerFieldProps = {
  readonly form: ContractForm<CallInputs['patient']>;
  /** The name of the linked borrower, if one of their loans is in the user's scope. */
  readonly borrowerName: string | null;
};

/** Selects a borrower in the user's scope by name, phone or a loan's reference. */
export function BorrowerField({ form, borrowerName }: BorrowerFieldProps) {
  const { t } = useTranslation('call-centres');
  const [typed, setTyped] = useState('');
  const { data } = useQuery(borrowersQuery(useDeferredValue(typed.trim().slice(0, 100))));
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const { borrowerId } = form.values;
  const entry = (id: string, name: string | null, reference = '') => {
    const label = reference && t('field.borrowerOfLoan', { name: name ?? '', reference });
    return [id, { value: id, label: label || (name ?? '') }] as const;
  };
  const found = new Map([
    ...(data?.borrowers ?? []).map(({ id, name, references }) => entry(id, name, references[0])),
    ...(data?.loans ?? []).map(({ borrower: { id, name }, reference }) =>
      entry(id, name, reference),
    ),
  ]);
  // Another user may have linked a borrower whose loans are outside this user's scope.
  const known = borrowerName ?? t('field.borrowerOutOfReach');
  const chosen =
    borrowerId === null
      ? null
      : picked?.value === borrowerId
        ? picked
        : { value: borrowerId, label: known };
  return (
    <SearchedField
      {...form.controlProps('borrowerId')}
      label={t('field.borrower')}
      hint={t('field.borrowerHint')}
      optional
      chosen={chosen}
      found={[...found.values()]}
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(value) => {
        setPicked((value !== null && found.get(value)) || null);
        form.change({ borrowerId: value });
      }}
    />
  );
}
