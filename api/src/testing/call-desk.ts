import { uuidv7 } from 'uuidv7';
import type { TestAnswer, TestClient } from './test-app.ts';
import { weekOf } from './week-of.ts';

export type CallDesk = { readonly centreId: string; readonly presetId: string };

type Seats = { readonly manager: TestClient; readonly callers: readonly { readonly id: string }[] };
type Steering = { readonly wishes: object; readonly timeZone: string };

/** Creates a manager's call centre with its preset and callers. */
export async function openCallDesk(
  { manager, callers }: Seats,
  { wishes, timeZone }: Steering,
): Promise<CallDesk> {
  const [centreId, presetId] = [uuidv7(), uuidv7()];
  const preset = {
    id: presetId,
    name: presetId,
    script: 'Good morning.',
    attempts: 2,
    retryMinutes: 60,
    hours: weekOf('09:00', '17:00'),
    outcomes: ['answered', 'no-response', 'refused'],
    ...wishes,
  };
  expectDone(await manager.post('/api/call-centre-presets', preset));
  const centre = { id: centreId, name: centreId, timeZone, presetId };
  expectDone(await manager.post('/api/call-centres', centre));
  for (const { id: accountId } of callers) {
    const member = { id: uuidv7(), centreId, accountId, role: 'caller' };
    expectDone(await manager.post('/api/call-centre-members', member));
  }
  return { centreId, presetId };
}

/** Records or withdraws a patient's consent to calls. */
export async function recordCallConsent(
  manager: TestClient,
  patientId: string,
  state: 'given' | 'withdrawn',
): Promise<void> {
  const consent = { id: uuidv7(), state, means: 'spoken', agreedOn: '2026-03-01' };
  expectDone(await manager.post(`/api/call-centre-patients/${patientId}/consents`, consent));
}

/** Creates a patient with consent; returns the id. */
export async function admitPatient(
  manager: TestClient,
  { centreId }: CallDesk,
  wishes: object,
): Promise<string> {
  const patient = { id: uuidv7(), centreId, phone: '+1 415 555 2671', ...wishes };
  expectDone(await manager.post('/api/call-centre-patients', patient));
  await recordCallConsent(manager, patient.id, 'given');
  return patient.id;
}

/** Requests the next call; returns the patient's name, or null if there is no call. */
export async function nextCall(client: TestClient, { centreId }: CallDesk): Promise<string | null> {
  const { body } = await client.post(`/api/call-centres/${centreId}/next-call`);
  return body.offer?.name ?? null;
}

export const logCall = (client: TestClient, patientId: string, wishes: object = {}) =>
  client.post(`/api/call-centre-patients/${patientId}/calls`, {
    id: uuidv7(),
    outcome: 'no-response',
    ...wishes,
  });

function expectDone({ status, body }: TestAnswer): void {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
}
