import type { Borrower, ContactChange } from '@bursar/contracts/records/borrowers';
import { factsWith, keysOf, mapFacts, MASK, type FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, concerns } from '@bursar/contracts/facts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { contactKinds, contactLabels, retireReasons } from '@bursar/contracts/choices';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { uuidv7 } from 'uuidv7';
import { useRowForm } from '../../../lib/row-form.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { FactField } from '../../../ui/fact/FactField.tsx';
import { ErrorSummary, FormFailure } from '../../../ui/form/FormMessages.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { DrawerFoot } from '../../../ui/overlay/DrawerFoot.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { useChangeBorrower } from './borrowers.queries.ts';

type BorrowerFormProps = { readonly borrower: Borrower; readonly onDone: () => void };

/**
 * Edits a borrower's card. If another user changes the card while the form is open, fields that
 * this user has not edited show the new values, and a note says if both users changed a field.
 */
export function BorrowerForm({ borrower, onDone }: BorrowerFormProps) {
  const { t } = useTranslation(['borrowers', 'facts']);
  const formId = useId();
  const changing = useChangeBorrower(borrower.id);
  const form = useRowForm({
    row: borrower,
    valuesOf: draftOf,
    contract,
    mutation: {
      ...changing,
      mutateAsync: async (change) => {
        await changing.mutateAsync(change);
        return borrower;
      },
    },
    onSaved: () => {
      notify.success(t('form.done'));
      onDone();
    },
  });
  const { values } = form;
  const onRecord = new Set(borrower.contacts.map(({ id }) => id));
  const field = (name: keyof Facts) => (
    <FactField
      key={name}
      {...form.controlProps(name)}
      name={name}
      fieldFormat={facts[name]}
      value={values[name]}
      hint={String(borrower[name]).startsWith(MASK) && t('facts:masked')}
      onChange={(value) =>
        form.change(mapFacts(facts, (_, one) => (one === name ? value : values[one])))
      }
    />
  );
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack>
        <FormFailure failure={form.failure} />
        {form.contested.length > 0 && <p role="status">{t('form.contested')}</p>}
        <ErrorSummary problems={form.summary} attempt={form.count} />
        {field('name')}
        <ContactRows
          contacts={values.contacts}
          onRecord={onRecord}
          onChange={(contacts) => form.change({ contacts })}
          fieldProps={form.controlProps}
        />
        {keysOf(facts).flatMap((name) =>
          name === 'name' || !concerns(name, values) ? [] : [field(name)],
        )}
        <DrawerFoot>
          <Button onClick={onDone}>{t('form.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.isBusy}>
            {t('form.save')}
          </Button>
        </DrawerFoot>
      </Stack>
    </form>
  );
}

const facts = factsWith(borrowerFacts, 'editedWith');
type Facts = FactValues<typeof facts>;
type Draft = Facts & { readonly contacts: ContactChange[] };

const contract = () =>
  import('@bursar/contracts/records/borrowers').then((it) => it.changeBorrower);

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
  ...values
}: Borrower['contacts'][number]): ContactChange {
  const { isPreferred, validFrom, validTo } = values;
  return { id, kind, label, value, isPreferred, validFrom, validTo };
}

type ContactRowsProps = {
  readonly contacts: readonly ContactChange[];
  /** The ids of saved contacts: their values cannot change, and they are retired, not removed. */
  readonly onRecord: ReadonlySet<string>;
  readonly onChange: (contacts: ContactChange[]) => void;
  readonly fieldProps: (field: string) => { id: string; error: string | undefined };
};

/**
 * The contacts of a borrower, one per row: additions and retirements apply when the form is saved.
 */
function ContactRows({ contacts, onRecord, onChange, fieldProps }: ContactRowsProps) {
  const { t } = useTranslation('borrowers');
  const add = (kind: ContactChange['kind']) =>
    onChange([...contacts, { ...emptyContact, id: uuidv7(), kind }]);
  return (
    <fieldset>
      <Box as="legend" size="body" weight="medium" pad={[0, 0, 2]}>
        {t('part.contacts')}
      </Box>
      {contacts.map((contact, place) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          isOnRecord={onRecord.has(contact.id)}
          fieldProps={(name) => fieldProps(`contacts.${place}.${name}`)}
          onChange={(changes) => onChange(withChange(contacts, contact, changes))}
          onRemove={() => onChange(contacts.filter(({ id }) => id !== contact.id))}
        />
      ))}
      <Box flow="row" gap={2} pad={[3, 0, 0]}>
        {contactKinds.map((kind) => (
          <Button
            key={kind}
            size="compact"
            icon={<IconPlus size={16} stroke={1.5} />}
            onClick={() => add(kind)}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
      </Box>
    </fieldset>
  );
}

type ContactRowProps = {
  readonly contact: ContactChange;
  readonly isOnRecord: boolean;
  readonly fieldProps: ContactRowsProps['fieldProps'];
  readonly onChange: (changes: Partial<ContactChange>) => void;
  readonly onRemove: () => void;
};

function ContactRow(props: ContactRowProps) {
  const { contact, isOnRecord, fieldProps, onChange, onRemove } = props;
  const { t } = useTranslation('borrowers');
  const { kind, label, value, isPreferred, validFrom, validTo, retire } = contact;
  const name = value || t(`kind.${kind}`);
  const today = useFormat().settings.today ?? '';
  const valueField = {
    ...fieldProps('value'),
    label: t(`kind.${kind}`),
    value,
    onChange: (next: string) => onChange({ value: next }),
    maxLength: 300,
    disabled: isOnRecord,
  };
  return (
    <Box flow="stack" gap={3} pad={[4, 0]} line="below">
      <Box flow="grid" columns="minmax(0, 3fr) minmax(0, 2fr)" gap={3}>
        {kind === 'phone' ? (
          <PhoneField {...valueField} hint={isOnRecord ? null : undefined} />
        ) : (
          <TextField {...valueField} type={kind === 'email' ? 'email' : 'text'} />
        )}
        <SelectField
          {...fieldProps('label')}
          label={t('labelOf')}
          required
          options={contactLabels.map((one) => ({ value: one, label: t(`label.${one}`) }))}
          value={label}
          onChange={(chosen) =>
            onChange({ label: contactLabels.find((one) => one === chosen) ?? label })
          }
        />
      </Box>
      <Box flow="grid" columns="minmax(0, 3fr) minmax(0, 2fr)" gap={3}>
        <DayField
          {...fieldProps('validFrom')}
          label={t('validFrom')}
          today={today}
          value={validFrom}
          onChange={(day) => onChange({ validFrom: day })}
        />
        <DayField
          {...fieldProps('validTo')}
          label={t('validTo')}
          today={today}
          value={validTo}
          onChange={(day) => onChange({ validTo: day })}
        />
      </Box>
      <Row gap={2} justify="between">
        <Row as="label" gap={2} size="table">
          <TickBox
            checked={isPreferred}
            disabled={retire !== undefined}
            onChange={(event) => onChange({ isPreferred: event.currentTarget.checked })}
          />
          {t('preferred')}
        </Row>
        {isOnRecord ? (
          <SelectField
            {...fieldProps('retire')}
            label={t('retired.why', { value: name })}
            required
            options={['keep' as const, ...retireReasons].map((one) => ({
              value: one,
              label: t(`retired.${one}`),
            }))}
            value={retire ?? 'keep'}
            onChange={(chosen) => {
              const reason = retireReasons.find((one) => one === chosen);
              onChange({ retire: reason, ...(reason && { isPreferred: false }) });
            }}
          />
        ) : (
          <IconButton
            size="compact"
            label={t('removeContact', { value: name })}
            icon={<IconTrash size={16} stroke={1.5} />}
            onClick={onRemove}
          />
        )}
      </Row>
    </Box>
  );
}

const emptyContact = {
  label: 'mobile',
  value: '',
  isPreferred: false,
  validFrom: null,
  validTo: null,
} as const;

/**
 * Returns the contacts with changes applied to one of them. If it becomes the preferred contact,
 * the others of its kind are no longer preferred.
 */
function withChange(
  contacts: readonly ContactChange[],
  changed: ContactChange,
  changes: Partial<ContactChange>,
): ContactChange[] {
  return contacts.map((contact) => {
    if (contact.id === changed.id) return { ...contact, ...changes };
    const gives = changes.isPreferred === true && contact.kind === changed.kind;
    return gives ? { ...contact, isPreferred: false } : contact;
  });
}
