import type { Borrower, ContactChange } from '@bursar/contracts/borrowers';
import { factsWith, keysOf, mapFacts, MASK, type FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useRowDraft } from '../../lib/row-draft.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FactField } from '../../ui/fact/FactField.tsx';
import { ErrorSummary, FormFailure } from '../../ui/form/FormMessages.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './Borrower.module.css';
import { useChangeBorrower } from './borrowers.queries.ts';
import { ContactRows } from './ContactRows.tsx';

type BorrowerFormProps = { readonly borrower: Borrower; readonly onDone: () => void };

/** Changes a borrower's card. What somebody else changes meanwhile is taken over, not overwritten. */
export function BorrowerForm({ borrower, onDone }: BorrowerFormProps) {
  const { t } = useTranslation(['borrowers', 'facts']);
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
    changing.mutate(
      { ...draft, contacts: [...draft.contacts], version },
      {
        onSuccess: () => {
          notify.success(t('form.done'));
          onDone();
        },
        onError: attempt.refuse,
      },
    );
  };
  const field = (name: keyof Facts) => (
    <FactField
      key={name}
      {...attempt.fieldProps(name)}
      name={name}
      look={facts[name]}
      value={draft[name]}
      hint={String(borrower[name]).startsWith(MASK) && t('facts:masked')}
      onChange={(value) => edit(mapFacts(facts, (_, one) => (one === name ? value : draft[one])))}
    />
  );
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
      {field('name')}
      <ContactRows
        contacts={draft.contacts}
        onRecord={onRecord}
        onChange={(contacts) => edit({ contacts })}
        fieldProps={attempt.fieldProps}
      />
      {keysOf(facts).flatMap((name) => (name === 'name' ? [] : [field(name)]))}
      <div className={classes.formActions}>
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" kind="primary" busy={changing.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}

const facts = factsWith(borrowerFacts, 'editedWith');
type Facts = FactValues<typeof facts>;
type Draft = Facts & { readonly contacts: readonly ContactChange[] };

function draftOf(borrower: Borrower): Draft {
  return {
    ...mapFacts(facts, (_, name) => borrower[name]),
    contacts: borrower.contacts.filter(({ retired }) => retired === null).map(changeOf),
  };
}

function changeOf({
  id,
  kind,
  label,
  value,
  ...said
}: Borrower['contacts'][number]): ContactChange {
  const { isPreferred, validFrom, validTo } = said;
  return { id, kind, label, value, isPreferred, validFrom, validTo };
}
