import type { CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { recordColumns } from './record-columns.tsx';
import classes from './RecordFacts.module.css';

type RecordFactsProps<K extends CallKind> = { readonly kind: K; readonly record: CallRecords[K] };

/**
 * A record for reading, in the sections of its form. The consent and the call state of a patient
 * are left out here, because they have sections of their own.
 */
export function RecordFacts<K extends CallKind>({ kind, record }: RecordFactsProps<K>) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  const columns = recordColumns[kind](t, format);
  const facts = new Map([
    ...columns.map(
      ({ id, cell }) => [id, { name: t(`column.${id}`), value: cell(record) }] as const,
    ),
    ...Object.entries(texts[kind](record, t)),
  ]);
  return (
    <Box flow="stack" gap={6} above={8}>
      {sections[kind].map(({ title, hint, shown }) => (
        <FormSection
          key={title}
          title={t(`section.${title}`)}
          hint={hint === undefined ? undefined : t(`section.${hint}`)}
        >
          <dl className={classes.facts}>
            {shown.map((id, at) => {
              const fact = facts.get(id);
              if (!fact) return null;
              // The section's title already names this fact, so only its value is shown.
              if (at === 0 && id === title) return <TitledFact key={id} {...fact} />;
              return (
                <Fact key={id} isWide name={fact.name}>
                  {fact.value}
                </Fact>
              );
            })}
          </dl>
        </FormSection>
      ))}
    </Box>
  );
}

function TitledFact({ name, value }: NamedValue) {
  return (
    <div className={classes.titled}>
      <dt className="unseen">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type NamedValue = { readonly name: string; readonly value: ReactNode };

type Section = {
  readonly title: string;
  readonly hint?: string;
  /** Ids of the list's columns and of `texts`. */
  readonly shown: readonly string[];
};

const sections: Readonly<Record<CallKind, readonly Section[]>> = {
  centre: [
    {
      title: 'centre',
      hint: 'centreHint',
      shown: ['timeZone', 'line', 'members', 'patients', 'portfolio'],
    },
    { title: 'steering', hint: 'steeringHint', shown: ['preset'] },
  ],
  preset: [
    { title: 'script', hint: 'scriptHint', shown: ['script', 'centres', 'portfolio'] },
    { title: 'tries', hint: 'triesHint', shown: ['attempts', 'retry', 'outcomes'] },
    { title: 'hours', hint: 'hoursHint', shown: ['hours'] },
  ],
  member: [
    { title: 'person', shown: ['email', 'since', 'portfolio'] },
    { title: 'role', hint: 'roleHint', shown: ['centre', 'role'] },
  ],
  patient: [
    { title: 'patient', hint: 'patientHint', shown: ['phone', 'email', 'portfolio'] },
    {
      title: 'calling',
      hint: 'callingHint',
      shown: ['centre', 'attempts', 'lastCall', 'borrower', 'note'],
    },
  ],
};

type Texts<K extends CallKind> = (
  record: CallRecords[K],
  t: TFunction<'call-centres'>,
) => Readonly<Record<string, NamedValue>>;

/** Facts for which the list has no column. */
const texts: { readonly [K in CallKind]: Texts<K> } = {
  centre: () => ({}),
  preset: ({ script, outcomes }, t) => ({
    script: { name: t('field.script'), value: <WrittenText>{script}</WrittenText> },
    outcomes: {
      name: t('field.outcomes'),
      value: outcomes.map((outcome) => t(`outcome.${outcome}`)).join(' · '),
    },
  }),
  member: () => ({}),
  patient: ({ email, note }, t) => ({
    ...(email !== '' && {
      email: { name: t('field.email'), value: <EmailText email={email} /> },
    }),
    ...(note !== '' && {
      note: { name: t('field.note'), value: <WrittenText>{note}</WrittenText> },
    }),
  }),
};
