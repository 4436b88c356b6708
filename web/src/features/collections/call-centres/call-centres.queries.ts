import type {
  CallInputs,
  CallKind,
  CallRecordCalls,
  CallRecords,
  ChangeCallDuty,
  ListCallDuties,
  ListCandidates,
  ListPatientConsents,
  RecordPatientConsent,
} from '@bursar/contracts/collections/call-centres';
import type {
  CallAgain,
  CallList,
  ListPatientCalls,
  LogCall,
  OfferCall,
  PutCallBack,
  ReadCallList,
} from '@bursar/contracts/collections/call-lists';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { CallCentreRole, CallDuty } from '@bursar/contracts/choices';
import type { Search } from '@bursar/contracts/reporting/search';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey, readAllPages } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';

export type CallQuestion = {
  readonly q?: string;
  readonly state?: 'current' | 'archived';
  readonly centreId?: string;
  readonly role?: CallCentreRole;
  readonly calls?: CallRecords['patient']['calls'];
};
type Page = { readonly after?: string; readonly limit?: number };

type KindCalls<K extends CallKind> = {
  readonly list: (
    query: CallQuestion & Page,
    signal: AbortSignal,
  ) => Promise<RecordPage<CallRecords[K]>>;
  readonly read: (id: string, signal: AbortSignal) => Promise<CallRecords[K]>;
  readonly create: (body: CallInputs[K] & { readonly id: string }) => Promise<CallRecords[K]>;
  readonly change: (id: string, body: ChangedRecord<K>) => Promise<CallRecords[K]>;
};

type RecordPage<Row> = {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly nextCursor: string | null;
};

/** The editable values of a record. */
export type RecordValues<K extends CallKind> = CallInputs[K] & { readonly isArchived: boolean };

/** A changed record with the version that the user saw. */
export type ChangedRecord<K extends CallKind> = RecordValues<K> & { readonly version: number };

type Calls = CallRecordCalls;

const kinds: { readonly [K in CallKind]: KindCalls<K> } = {
  centre: {
    list: (query, signal) =>
      callApi<Calls['centre']['list']>('GET /api/call-centres', { query, signal }),
    read: (centreId, signal) =>
      callApi<Calls['centre']['read']>('GET /api/call-centres/:centreId', {
        params: { centreId },
        signal,
      }),
    create: (body) => callApi<Calls['centre']['create']>('POST /api/call-centres', { body }),
    change: (centreId, body) =>
      callApi<Calls['centre']['change']>('PUT /api/call-centres/:centreId', {
        params: { centreId },
        body,
      }),
  },
  preset: {
    list: (query, signal) =>
      callApi<Calls['preset']['list']>('GET /api/call-centre-presets', { query, signal }),
    read: (presetId, signal) =>
      callApi<Calls['preset']['read']>('GET /api/call-centre-presets/:presetId', {
        params: { presetId },
        signal,
      }),
    create: (body) => callApi<Calls['preset']['create']>('POST /api/call-centre-presets', { body }),
    change: (presetId, body) =>
      callApi<Calls['preset']['change']>('PUT /api/call-centre-presets/:presetId', {
        params: { presetId },
        body,
      }),
  },
  member: {
    list: (query, signal) =>
      callApi<Calls['member']['list']>('GET /api/call-centre-members', { query, signal }),
    read: (memberId, signal) =>
      callApi<Calls['member']['read']>('GET /api/call-centre-members/:memberId', {
        params: { memberId },
        signal,
      }),
    create: (body) => callApi<Calls['member']['create']>('POST /api/call-centre-members', { body }),
    change: (memberId, body) =>
      callApi<Calls['member']['change']>('PUT /api/call-centre-members/:memberId', {
        params: { memberId },
        body,
      }),
  },
  patient: {
    list: (query, signal) =>
      callApi<Calls['patient']['list']>('GET /api/call-centre-patients', { query, signal }),
    read: (patientId, signal) =>
      callApi<Calls['patient']['read']>('GET /api/call-centre-patients/:patientId', {
        params: { patientId },
        signal,
      }),
    create: (body) =>
      callApi<Calls['patient']['create']>('POST /api/call-centre-patients', { body }),
    change: (patientId, body) =>
      callApi<Calls['patient']['change']>('PUT /api/call-centre-patients/:patientId', {
        params: { patientId },
        body,
      }),
  },
};

/** Records of a kind, sorted by name, in keyset pages. */
export function recordsQuery<K extends CallKind>(kind: K, question: CallQuestion) {
  return pagesByKey([...queryRoots.callCentres, kind, 'list', question], (from, signal) =>
    kinds[kind].list({ ...question, ...from }, signal),
  );
}

/** An option of a field; a centre comes with the user's duties in it. */
type Choice = {
  readonly id: string;
  readonly name: string;
  readonly duties?: readonly CallDuty[];
};

/** All records of a kind that are not archived, as options. */
export function currentRecordsQuery(kind: 'centre' | 'preset') {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, kind, 'all'],
    queryFn: ({ signal }) =>
      readAllPages<Choice>((from) => kinds[kind].list({ limit: 200, ...from }, signal)),
  });
}

/**
 * The duty that a user needs in a centre to change a record of each kind, or to create a member or
 * patient. Presets, and new centres, need the permission `manage-call-centres` instead.
 */
export const dutyOf = {
  centre: 'change-centre',
  preset: null,
  member: 'manage-members',
  patient: 'manage-patients',
} as const satisfies Record<CallKind, CallDuty | null>;

/**
 * Returns whether the user may change the record or, if none is given, create one in at least one
 * centre. Returns null while the user's duties in the centres are loading.
 */
export function useMayEdit(kind: CallKind, record?: CallRecords[CallKind]): boolean | null {
  const mayManage = useMay('manage-call-centres');
  const mayWork = useMay('work-call-centres');
  const isAdmin = useSession()?.role === 'admin';
  const duty = dutyOf[kind];
  const isByDuty = duty !== null && (kind !== 'centre' || record !== undefined);
  const ownDuties = record && 'duties' in record ? [record] : null;
  const isAsked = isByDuty && mayWork && ownDuties === null;
  const centres = useQuery({ ...currentRecordsQuery('centre'), enabled: isAsked });
  if (isAdmin) return false;
  if (!isByDuty) return mayManage;
  if (isAsked && centres.data === undefined) return null;
  const centreId = record && 'centreId' in record ? record.centreId : record?.id;
  return (
    mayWork &&
    (ownDuties ?? centres.data ?? []).some(
      ({ id, duties = [] }) => (centreId === undefined || id === centreId) && duties.includes(duty),
    )
  );
}

export function recordQuery<K extends CallKind>(kind: K, id: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, kind, 'one', id],
    queryFn: ({ signal }) => kinds[kind].read(id, signal),
  });
}

export function useCreateRecord<K extends CallKind>(kind: K) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInputs[K] & { readonly id: string }) => kinds[kind].create(body),
    onSettled: refresh,
  });
}

export function useChangeRecord<K extends CallKind>(kind: K, id: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ChangedRecord<K>) => kinds[kind].change(id, body),
    onSuccess: (record) => {
      queryClient.setQueryData<CallRecords[K]>(recordQuery(kind, id).queryKey, record);
      refresh();
    },
  });
}

export function candidatesQuery(q: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, 'candidates', q],
    queryFn: ({ signal }) =>
      callApi<ListCandidates>('GET /api/call-centre-candidates', { query: { q }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Borrowers in the user's scope, found by their own data or by the data of one of their loans. */
export function borrowersQuery(q: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, 'borrowers', q],
    queryFn: ({ signal }) => callApi<Search>('GET /api/search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

export function consentsQuery(patientId: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, 'patient', 'consents', patientId],
    queryFn: ({ signal }) =>
      callApi<ListPatientConsents>('GET /api/call-centre-patients/:patientId/consents', {
        params: { patientId },
        signal,
      }),
  });
}

export function useRecordConsent(patientId: string) {
  const refresh = useRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<RecordPatientConsent>['body']) =>
      callApi<RecordPatientConsent>('POST /api/call-centre-patients/:patientId/consents', {
        params: { patientId },
        body,
      }),
    onSettled: refresh,
  });
}

export function callsQuery(patientId: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, 'patient', 'calls', patientId],
    queryFn: ({ signal }) =>
      callApi<ListPatientCalls>('GET /api/call-centre-patients/:patientId/calls', {
        params: { patientId },
        signal,
      }),
  });
}

export function useCallAgain(patientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      callApi<CallAgain>('POST /api/call-centre-patients/:patientId/call-again', {
        params: { patientId },
      }),
    onSettled: refresh,
  });
}

export const dutiesQuery = queryOptions({
  queryKey: [...queryRoots.callCentres, 'duties'],
  queryFn: ({ signal }) => callApi<ListCallDuties>('GET /api/call-centre-duties', { signal }),
});

export function useChangeDuty() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (change: { role: CallCentreRole; duty: CallDuty; granted: boolean }) =>
      callApi<ChangeCallDuty>('PUT /api/call-centre-duties/:centreRole/:duty', {
        params: { centreRole: change.role, duty: change.duty },
        body: { granted: change.granted },
      }),
    onSettled: refresh,
  });
}

/**
 * The call list of a centre. Its due calls change as time passes, so it is refetched at the next
 * time that changes them, and at least every hour.
 */
export function callListQuery(centreId: string) {
  return queryOptions({
    queryKey: [...queryRoots.callCentres, 'centre', 'calls', centreId],
    queryFn: ({ signal }) =>
      callApi<ReadCallList>('GET /api/call-centres/:centreId/call-list', {
        params: { centreId },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data ? untilTurn(state.data) : false),
  });
}

const [SOONEST_MS, LATEST_MS] = [5_000, 3_600_000];

function untilTurn({ turnsAt, nextRetryAt, quietUntil, offer }: CallList): number {
  const moments = [turnsAt, nextRetryAt, quietUntil, offer?.offeredUntil ?? null]
    .flatMap((moment) => (moment === null ? [] : [Date.parse(moment) - Date.now()]))
    .filter((wait) => wait > 0);
  return Math.max(SOONEST_MS, Math.min(LATEST_MS, ...moments) + 500);
}

export function useOfferCall(centreId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi<OfferCall>('POST /api/call-centres/:centreId/next-call', { params: { centreId } }),
    onSuccess: (list) => queryClient.setQueryData(callListQuery(centreId).queryKey, list),
  });
}

export type NewCall = InputOf<LogCall>['body'];

export function useLogCall(patientId: string) {
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({ since, ...body }: NewCall & { readonly since: number }) =>
      callApi<LogCall>('POST /api/call-centre-patients/:patientId/calls', {
        params: { patientId },
        body: { ...body, secondsAgo: Math.max(0, Math.round((Date.now() - since) / 1000)) },
      }),
    onSettled: () => {
      refresh();
      // The call is also a contact attempt on the linked borrower’s loan.
      void queryClient.invalidateQueries({ queryKey: queryRoots.loans });
    },
  });
}

export function usePutCallBack(patientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      callApi<PutCallBack>('POST /api/call-centre-patients/:patientId/put-back', {
        params: { patientId },
      }),
    onSettled: refresh,
  });
}

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queryRoots.callCentres });
}
