import type { CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { callStateText } from './call-text.ts';

type RecordSubtitleProps<K extends CallKind> = {
  readonly kind: K;
  readonly record: CallRecords[K];
};

/** Facts about a record that its form does not show. */
export function RecordSubtitle<K extends CallKind>({ kind, record }: RecordSubtitleProps<K>) {
  const { t } = useTranslation('call-centres');
  return subtitles[kind](record, t, useFormat());
}

type Subtitle<K extends CallKind> = (
  record: CallRecords[K],
  t: TFunction<'call-centres'>,
  format: Formatters,
) => ReactNode;

const subtitles: { readonly [K in CallKind]: Subtitle<K> } = {
  centre: ({ patients, members }, t, format) => (
    <>
      {t('patient.count', { count: patients, figure: format.count(patients) })} ·{' '}
      {t('member.count', { count: members, figure: format.count(members) })}
    </>
  ),
  preset: ({ centres: count }, t, format) =>
    t('preset.usedBy', { count, figure: format.count(count) }),
  member: ({ email, createdAt }, t) => (
    <>
      <EmailText email={email} /> · {t('column.since')}{' '}
      <InstantText at={createdAt} style="medium" />
    </>
  ),
  patient: (patient, t) => (
    <>
      {callStateText(t, patient)}
      {patient.lastCalledAt && (
        <>
          {' · '}
          {t('column.lastCall')} <InstantText at={patient.lastCalledAt} style="ago" />
        </>
      )}
    </>
  ),
};
