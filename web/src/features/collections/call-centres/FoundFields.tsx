import type { CallInputs } from '@bursar/contracts/collections/call-centres';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { borrowersQuery, candidatesQuery } from './call-centres.queries.ts';

/** Somebody of the portfolio, found by name or email address. */
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
      {...form.about('accountId')}
      label={t('field.person')}
      hint={t('field.personHint')}
      required
      chosen={chosen}
      found={found}
      // The field types what was chosen into itself.
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
  /** Of the borrower who is linked already, where the reader reaches one of their loans. */
  readonly borrowerName: string | null;
};

/** A borrower of the reader's scope, found by name, by phone or by a loan's reference. */
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
  // Somebody may have linked a borrower whose loans the reader does not reach.
  const known = borrowerName ?? t('field.borrowerOutOfReach');
  const chosen =
    borrowerId === null
      ? null
      : picked?.value === borrowerId
        ? picked
        : { value: borrowerId, label: known };
  return (
    <SearchedField
      {...form.about('borrowerId')}
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
