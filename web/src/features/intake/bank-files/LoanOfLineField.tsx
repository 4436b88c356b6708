import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { foundLoansQuery } from '../../servicing/loan-account/found-loans-query.ts';
import type { FieldProps } from '../../../ui/form/field.ts';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';

type LoanOfLineProps = Pick<FieldProps, 'id' | 'label' | 'hint' | 'optional' | 'error'> & {
  readonly chosen: SelectOption | null;
  readonly onChoose: (loan: SelectOption | null) => void;
  /** Loans to choose from before the user types. */
  readonly likely?: readonly SelectOption[];
};

/** Any loan, found by its reference or its borrower. */
export function LoanOfLineField({ chosen, onChoose, likely = [], ...field }: LoanOfLineProps) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(foundLoansQuery(useDeferredValue(typed.trim().slice(0, 100))));
  const found = (data?.loans ?? []).map(({ id, reference, borrower }) => ({
    value: id,
    label: [reference, borrower.name].filter(Boolean).join(' · '),
  }));
  const options = typed.trim() === '' ? likely : found;
  return (
    <SearchedField
      {...field}
      chosen={chosen}
      found={options}
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(id) => onChoose(options.find(({ value }) => value === id) ?? null)}
    />
  );
}
