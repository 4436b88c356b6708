import type { BorrowerContact } from '@bursar/contracts/borrowers';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TickBox } from '../../ui/form/TickBox.tsx';
import classes from './Borrower.module.css';

type ContactRowsProps = {
  readonly contacts: readonly BorrowerContact[];
  readonly onChange: (contacts: BorrowerContact[]) => void;
  readonly fieldProps: (field: string) => { id: string; error: string | undefined };
};

const kinds = ['phone', 'email', 'address'] as const satisfies readonly BorrowerContact['kind'][];
const labels = [
  'mobile',
  'home',
  'work',
  'relative',
  'other',
] as const satisfies readonly BorrowerContact['label'][];

/** The ways to reach somebody, one a box: added, changed and taken away until all are saved. */
export function ContactRows({ contacts, onChange, fieldProps }: ContactRowsProps) {
  const { t } = useTranslation('borrowers');
  const add = (kind: BorrowerContact['kind']) =>
    onChange([...contacts, { ...emptyContact, id: uuidv7(), kind }]);
  return (
    <fieldset className={classes.contacts}>
      <legend className={classes.title}>{t('part.contacts')}</legend>
      {contacts.map((contact, place) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          fieldProps={(name) => fieldProps(`contacts.${place}.${name}`)}
          onChange={(changes) => onChange(withChange(contacts, contact, changes))}
          onRemove={() => onChange(contacts.filter(({ id }) => id !== contact.id))}
        />
      ))}
      <div className={classes.adding}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="compact"
            icon={<IconPlus size={16} stroke={1.5} />}
            onClick={() => add(kind)}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

type ContactRowProps = {
  readonly contact: BorrowerContact;
  readonly fieldProps: ContactRowsProps['fieldProps'];
  readonly onChange: (changes: Partial<BorrowerContact>) => void;
  readonly onRemove: () => void;
};

function ContactRow({ contact, fieldProps, onChange, onRemove }: ContactRowProps) {
  const { t } = useTranslation('borrowers');
  const { kind, label, value, isPreferred, validFrom, validTo } = contact;
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div className={classes.contact}>
      <div className={classes.pair}>
        <TextField
          {...fieldProps('value')}
          label={t(`kind.${kind}`)}
          type={inputTypes[kind]}
          value={value}
          onChange={(next) => onChange({ value: next })}
          maxLength={300}
        />
        <SelectField
          {...fieldProps('label')}
          label={t('labelOf')}
          required
          options={labels.map((one) => ({ value: one, label: t(`label.${one}`) }))}
          value={label}
          onChange={(chosen) => onChange({ label: labels.find((one) => one === chosen) ?? label })}
        />
      </div>
      <div className={classes.pair}>
        <DayField
          {...fieldProps('validFrom')}
          label={t('validFrom')}
          today={today}
          day={validFrom}
          onChange={(day) => onChange({ validFrom: day })}
        />
        <DayField
          {...fieldProps('validTo')}
          label={t('validTo')}
          today={today}
          day={validTo}
          onChange={(day) => onChange({ validTo: day })}
        />
      </div>
      <div className={classes.contactActions}>
        <label className={classes.preferred}>
          <TickBox
            checked={isPreferred}
            onChange={(event) => onChange({ isPreferred: event.currentTarget.checked })}
          />
          {t('preferred')}
        </label>
        <IconButton
          size="compact"
          label={t('removeContact', { value: value || t(`kind.${kind}`) })}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      </div>
    </div>
  );
}

const inputTypes = { phone: 'tel', email: 'email', address: 'text' } as const;

const emptyContact = {
  label: 'mobile',
  value: '',
  isPreferred: false,
  validFrom: null,
  validTo: null,
} as const;

/** Preferring one of a kind means no longer preferring the others. */
function withChange(
  contacts: readonly BorrowerContact[],
  changed: BorrowerContact,
  changes: Partial<BorrowerContact>,
): BorrowerContact[] {
  return contacts.map((contact) => {
    if (contact.id === changed.id) return { ...contact, ...changes };
    const gives = changes.isPreferred === true && contact.kind === changed.kind;
    return gives ? { ...contact, isPreferred: false } : contact;
  });
}
