import type { CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { timeZoneText } from '../../../ui/format/time-zone-text.ts';
import { SPARE_PORTFOLIO, type Column } from '../../../ui/table/columns.ts';
import { callStateText, callStateTones, durationText, hoursText } from './call-text.ts';

type Translate = TFunction<'call-centres'>;
type Made<K extends CallKind> = readonly (Omit<Column<CallRecords[K]>, 'header'> & {
  /**
   * The place of the column on the card of narrow screens: `line` is below the name, `end` is at
   * the end of a line. A column without it is not on the card.
   */
  readonly onCard?: 'line' | 'end';
  /** The column's text on the card, if it differs from the cell. */
  readonly cardText?: (row: CallRecords[K]) => ReactNode;
})[];

/** The addresses of each kind's list and forms. */
export const recordPaths = {
  centre: {
    list: paths.callCentres,
    create: paths.createCallCentre,
    edit: paths.editCallCentre,
    open: paths.callCentre,
  },
  preset: {
    list: paths.callPresets,
    create: paths.createCallPreset,
    edit: paths.editCallPreset,
    open: paths.editCallPreset,
  },
  member: {
    list: paths.callMembers,
    create: paths.createCallMember,
    edit: paths.editCallMember,
    open: paths.editCallMember,
  },
  patient: {
    list: paths.patients,
    create: paths.createPatient,
    edit: paths.editPatient,
    open: paths.editPatient,
  },
} as const;

const none = '–';
const name = { id: 'name', main: true, width: 184, grow: 2 } as const;
const figure = { align: 'end', width: 96, grow: 0 } as const;

/** The columns of each kind's list, in order. */
export const recordColumns: {
  readonly [K in CallKind]: (t: Translate, format: Formatters) => Made<K>;
} = {
  centre: (t, format) => [
    { ...name, cell: (row) => <bdi>{row.name}</bdi> },
    { id: 'preset', cell: (row) => <bdi>{row.presetName}</bdi>, width: 168, onCard: 'line' },
    {
      id: 'timeZone',
      cell: (row) => <bdi dir="ltr">{timeZoneText(row.timeZone, new Date())}</bdi>,
      width: 184,
      onCard: 'line',
      spare: 2,
    },
    { id: 'line', cell: (row) => phone(row.phone), width: 144, spare: 1 },
    {
      ...figure,
      id: 'members',
      cell: (row) => <Count value={row.members} />,
      onCard: 'end',
      cardText: ({ members: count }) => t('member.count', { count, figure: format.count(count) }),
    },
    {
      ...figure,
      id: 'patients',
      cell: (row) => <Count value={row.patients} />,
      onCard: 'end',
      cardText: ({ patients: count }) => t('patient.count', { count, figure: format.count(count) }),
    },
    portfolio(),
  ],
  preset: (t, format) => [
    { ...name, grow: 1, cell: (row) => <bdi>{row.name}</bdi> },
    {
      id: 'hours',
      cell: (row) => hoursText(t, format, row),
      width: 240,
      // Three groups of days fit on one line.
      grow: 6,
      widest: 440,
      wraps: true,
      onCard: 'line',
    },
    { ...figure, id: 'attempts', cell: (row) => <Count value={row.attempts} /> },
    {
      id: 'retry',
      cell: (row) => durationText(t, format, row.retryMinutes),
      width: 128,
      grow: 0,
      onCard: 'end',
      cardText: ({ retryMinutes }) =>
        t('preset.retryAfter', { duration: durationText(t, format, retryMinutes) }),
    },
    { ...figure, id: 'centres', cell: (row) => <Count value={row.centres} />, spare: 1 },
    portfolio(),
  ],
  member: (t) => [
    { ...name, cell: (row) => <bdi>{row.name}</bdi> },
    { id: 'email', cell: (row) => <EmailText email={row.email} />, width: 208 },
    { id: 'centre', cell: (row) => <bdi>{row.centreName}</bdi>, width: 168, onCard: 'line' },
    {
      id: 'role',
      cell: (row) => t(`role.${row.role}`),
      width: 128,
      grow: 0,
      onCard: 'line',
      spare: 1,
    },
    {
      id: 'since',
      cell: (row) => <InstantText at={row.createdAt} style="medium" />,
      width: 128,
      grow: 0,
      spare: 2,
    },
    portfolio(),
  ],
  patient: (t) => [
    { ...name, cell: (row) => <bdi>{row.name}</bdi> },
    { id: 'phone', cell: (row) => phone(row.phone), width: 152, onCard: 'end' },
    { id: 'calls', cell: (row) => callState(t, row), width: 168, onCard: 'line' },
    {
      id: 'centre',
      cell: (row) => <bdi>{row.centreName}</bdi>,
      width: 160,
      onCard: 'line',
      spare: 1,
    },
    {
      id: 'consent',
      cell: (row) => consent(t, row),
      width: 184,
      onCard: 'end',
      cardText: (row) => consent(t, row, 'card'),
    },
    { ...figure, id: 'attempts', cell: (row) => <Count value={row.attempts} />, spare: 3 },
    {
      id: 'lastCall',
      cell: ({ lastCalledAt: at }) => (at ? <InstantText at={at} style="ago" /> : none),
      width: 128,
      grow: 0,
      spare: 2,
    },
    {
      id: 'borrower',
      cell: (row) => <bdi>{row.borrowerName ?? none}</bdi>,
      width: 144,
      spare: 4,
    },
    portfolio(),
  ],
};

function portfolio() {
  return {
    id: 'portfolio',
    cell: (row: { readonly portfolio: { readonly name: string } }) => (
      <bdi>{row.portfolio.name}</bdi>
    ),
    width: 152,
    hidden: true,
    spare: SPARE_PORTFOLIO,
  };
}

function phone(value: string): ReactNode {
  return value === '' ? none : <PhoneText number={value} />;
}

function callState(t: Translate, patient: CallRecords['patient']): ReactNode {
  const tone = callStateTones[patient.calls];
  return <StatusBadge tone={tone}>{callStateText(t, patient)}</StatusBadge>;
}

/**
 * Shows the consent. Only a withdrawn consent is a badge with a dot, because the state of the calls
 * has a dot in the same row. A card has no head that names the consent, so the text does.
 */
function consent(
  t: Translate,
  { consent: state, consentOn }: CallRecords['patient'],
  place: 'column' | 'card' = 'column',
): ReactNode {
  const key = state ?? 'none';
  const text = place === 'card' ? t(`consent.card.${key}`) : t(`consent.${key}`);
  if (state === null) return text;
  return (
    <>
      {state === 'given' ? text : <StatusBadge tone="late">{text}</StatusBadge>}{' '}
      {consentOn && <DayText day={consentOn} style="short" />}
    </>
  );
}
