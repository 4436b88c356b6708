import { addDays, calendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Opening = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

const spanOf = (opensAt: string, closesAt: string) => ({ opensAt, closesAt });
const weekOf = (opensAt: string, closesAt: string) =>
  Array.from({ length: 5 }, () => spanOf(opensAt, closesAt));

const presets = [
  {
    name: 'Payment plan follow-up',
    script:
      'Good morning, this is Harbour Lending on behalf of your clinic. Am I speaking with the patient?\n\nI am calling about the payment plan for your treatment. Do you have two minutes?\n\n1. Confirm the date of birth before anything is said about the plan.\n2. Ask whether the last instalment went through.\n3. Offer another day of the month if money is short.\n\nThank you for your time. You can reach us at any moment under the number that I called from.',
    attempts: 3,
    retry_minutes: 240,
    hours: [...weekOf('08:00', '21:00'), spanOf('09:00', '18:00'), spanOf('10:00', '18:00')],
    outcomes: ['answered', 'no-response', 'paid', 'refused', 'unreachable'],
  },
  {
    name: 'Welcome call',
    script:
      'Welcome to Harbour Lending. Your clinic has arranged a payment plan with us.\n\nI would like to go through the first instalment with you and answer your questions.',
    attempts: 5,
    retry_minutes: 1_440,
    hours: [...weekOf('09:00', '17:00'), null, null],
    outcomes: ['answered', 'no-response', 'unreachable'],
  },
];

const centres = [
  { name: 'Patient desk', time_zone: 'UTC', phone: '+12125550142', preset: 0 },
  { name: 'West coast desk', time_zone: 'America/Los_Angeles', phone: '+14155550179', preset: 1 },
];

const members = [
  { mailbox: 'agent', centre: 0, role: 'caller' },
  { mailbox: 'jonas.weber', centre: 0, role: 'lead' },
  { mailbox: 'team', centre: 0, role: 'supervisor' },
  { mailbox: 'priya.raman', centre: 1, role: 'caller' },
  { mailbox: 'agent', centre: 1, role: 'lead' },
];

/** Patients with their consent and last call; `daysAgo` counts back from today. */
const patients = [
  { name: 'Rosa Aguilar', centre: 0, isLinked: true },
  { name: 'Henry Whitfield', centre: 0, isLinked: true },
  { name: 'Maryam Haddad', centre: 0, language: 'ae', note: 'Prefers Arabic.' },
  { name: 'Oliver Brandt', centre: 0, call: { outcome: 'no-response', daysAgo: 1 } },
  { name: 'Grace Adeyemi', centre: 0, call: { outcome: 'answered', daysAgo: 2 } },
  { name: 'Samuel Ortega', centre: 0, consent: 'withdrawn' },
  { name: 'Ines Laurent', centre: 0, consent: null },
  { name: 'Peter Novak', centre: 0, isLinked: true, note: 'Hard of hearing: speak slowly.' },
  { name: 'Yusuf Saleh', centre: 1, language: 'ae' },
  { name: 'Linda Kowalski', centre: 1 },
  { name: 'Daniel Moreau', centre: 1, call: { outcome: 'unreachable', daysAgo: 3 } },
  { name: 'Amelia Wong', centre: 1, consent: null },
] as const satisfies readonly DemoPatient[];

type DemoPatient = {
  readonly name: string;
  readonly centre: 0 | 1;
  readonly isLinked?: true;
  readonly language?: 'ae';
  readonly note?: string;
  /** If absent, consent is given. */
  readonly consent?: 'withdrawn' | null;
  readonly call?: { readonly outcome: string; readonly daysAgo: number };
};

export async function addDemoCallCentres(
  transaction: Transaction,
  { people: { portfolioId, managerId }, random, today }: Opening,
): Promise<void> {
  const at = daysBefore(today, 20);
  const made = () => ({
    portfolio_id: portfolioId,
    id: random.uuid(at),
    created_by: managerId,
    created_at: at.toISOString(),
  });
  const accounts = await transaction<{ id: string; email: string }[]>`
    select id, email from accounts where portfolio_id = ${portfolioId}`;
  const idOf = (mailbox: string) =>
    accounts.find((one) => one.email.startsWith(`${mailbox}@`))?.id ?? managerId;
  const presetRows = presets.map((preset) => ({ ...made(), ...preset }));
  const centreRows = centres.map(({ preset, ...centre }) => ({
    ...made(),
    ...centre,
    preset_id: presetRows[preset]?.id ?? '',
  }));
  const centreId = (centre: number) => centreRows[centre]?.id ?? '';
  const memberRows = members.map(({ mailbox, centre, role }) => ({
    ...made(),
    centre_id: centreId(centre),
    account_id: idOf(mailbox),
    role,
  }));
  await transaction`insert into call_centre_presets ${transaction(presetRows)}`;
  await transaction`insert into call_centres ${transaction(centreRows)}`;
  await transaction`insert into call_centre_members ${transaction(memberRows)}`;
  const caller = idOf('agent');
  const borrowers = await transaction<{ id: string }[]>`
    select distinct loan.borrower_id as id from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId} and state.agent_id = ${caller}
      and state.status = 'active'
    order by loan.borrower_id limit ${patients.length}`;
  const admitted = patients.map((patient: DemoPatient, nth) => ({
    patient,
    row: {
      ...made(),
      centre_id: centreId(patient.centre),
      name: patient.name,
      phone: `+1212555${String(1_200 + nth * 37)}`,
      email: `${patient.name.toLowerCase().replace(' ', '.')}@mail.example`,
      language: patient.language ?? 'en',
      note: patient.note ?? '',
      borrower_id: patient.isLinked ? (borrowers[nth]?.id ?? null) : null,
      ...roundOf(patient, today),
    },
  }));
  await transaction`insert into call_centre_patients ${transaction(admitted.map(({ row }) => row))}`;
  const by = { portfolio_id: portfolioId, recorded_by: caller };
  const consents = admitted.flatMap(({ patient, row }) => {
    const consentOf = (state: string, daysAgo: number) => ({
      ...by,
      id: random.uuid(daysBefore(today, daysAgo)),
      patient_id: row.id,
      state,
      means: state === 'given' ? 'written' : 'spoken',
      agreed_on: daysBefore(today, daysAgo).toISOString().slice(0, 10),
      recorded_at: daysBefore(today, daysAgo).toISOString(),
    });
    if (patient.consent === null) return [];
    return [consentOf('given', 19), ...(patient.consent ? [consentOf(patient.consent, 3)] : [])];
  });
  await transaction`insert into call_centre_consents ${transaction(consents)}`;
  const calls = admitted.flatMap(({ patient: { call, centre }, row }) => {
    if (!call) return [];
    const calledAt = daysBefore(today, call.daysAgo).toISOString();
    return [
      {
        portfolio_id: portfolioId,
        id: random.uuid(daysBefore(today, call.daysAgo)),
        centre_id: centreId(centre),
        patient_id: row.id,
        attempt: 1,
        outcome: call.outcome,
        note: '',
        called_at: calledAt,
        logged_by: caller,
        logged_at: calledAt,
      },
    ];
  });
  await transaction`insert into call_centre_calls ${transaction(calls)}`;
}

function roundOf({ call }: DemoPatient, today: string) {
  if (!call) return { attempts: 0, last_called_at: null, finished_at: null };
  const calledAt = daysBefore(today, call.daysAgo).toISOString();
  return {
    attempts: 1,
    last_called_at: calledAt,
    finished_at: call.outcome === 'answered' ? calledAt : null,
  };
}

function daysBefore(today: string, days: number): Date {
  return momentOf(addDays(calendarDate(today), -days), 11);
}
