import type { Borrower, ContactChange } from '@bursar/contracts/borrowers';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useRowDraft } from '../../lib/row-draft.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { FormFailure } from '../../ui/form/FormFailure.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './Borrower.module.css';
import { useChangeBorrower } from './borrowers.queries.ts';
import { ContactRows } from './ContactRows.tsx';

type BorrowerFormProps = { readonly borrower: Borrower; readonly onDone: () => void };

/** Changes a borrower's card. What somebody else changes meanwhile is taken over, not overwritten. */
export function BorrowerForm({ borrower, onDone }: BorrowerFormProps) {
  const { t } = useTranslation('borrowers');
  const changing = useChangeBorrower(borrower.id);
  const row = useRowDraft({ row: borrower, draftOf, isSending: changing.isPending });
  const { draft, version, contested } = row;
  const attempt = useFormAttempt({});
  const edit = (changes: Partial<Draft>) => {
    attempt.edited();
    row.change(changes);
  };
  const onRecord = new Set(borrower.contacts.map(({ id }) => id));
  const submit = () => {
    if (changing.isPending || !attempt.begin()) return;
    const years = Number.parseInt(draft.employmentYears, 10);
    changing.mutate(
      {
        name: draft.name,
        employmentTitle: draft.employmentTitle,
        employmentYears: Number.isNaN(years) ? null : Math.min(Math.max(years, 0), 80),
        region: draft.region,
        contacts: [...draft.contacts],
        version,
      },
      {
        onSuccess: () => {
          notify.success(t('form.done'));
          onDone();
        },
        onError: attempt.refuse,
      },
    );
  };
  const text = (field: TextFact) => ({
    ...attempt.fieldProps(field),
    label: t(`fact.${labelOf[field]}`),
    value: draft[field],
    onChange: (value: string) => edit({ [field]: value }),
    maxLength: 120,
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormFailure failure={attempt.failure} />
      {contested.length > 0 && <p role="status">{t('form.contested')}</p>}
      <ErrorSummary problems={attempt.summary} attempt={attempt.count} />
      <TextField {...text('name')} />
      <ContactRows
        contacts={draft.contacts}
        onRecord={onRecord}
        onChange={(contacts) => edit({ contacts })}
        fieldProps={attempt.fieldProps}
      />
      <TextField {...text('employmentTitle')} />
      <TextField {...text('employmentYears')} maxLength={2} />
      <TextField {...text('region')} />
      <div className={classes.formActions}>
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" kind="primary" busy={changing.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}

type TextFact = 'name' | 'employmentTitle' | 'employmentYears' | 'region';
type Draft = Readonly<Record<TextFact, string>> & { readonly contacts: readonly ContactChange[] };

const labelOf = {
  name: 'name',
  employmentTitle: 'employment',
  employmentYears: 'employedFor',
  region: 'region',
} as const satisfies Record<TextFact, string>;

function draftOf(borrower: Borrower): Draft {
  return {
    name: borrower.name ?? '',
    employmentTitle: borrower.employmentTitle ?? '',
    employmentYears: borrower.employmentYears === null ? '' : String(borrower.employmentYears),
    region: borrower.region ?? '',
    contacts: borrower.contacts.filter(({ retired }) => retired === null).map(changeOf),
  };
}

function changeOf({
  id,
  kind,
  label,
  value,
  ...facts
}: Borrower['contacts'][number]): ContactChange {
  const { isPreferred, validFrom, validTo } = facts;
  return { id, kind, label, value, isPreferred, validFrom, validTo };
}
