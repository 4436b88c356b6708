import type { InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangePassword,
  ChangePhoto,
  ChangeProfile,
  EndOtherSessions,
  EndSession,
  ListSessions,
  Profile,
  ReadProfile,
  RemovePhoto,
} from '@bursar/contracts/profile';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { sessionQuery } from '../../lib/session-query.ts';

export const profileQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'own'],
  queryFn: ({ signal }) => callApi<ReadProfile>('GET /api/profile', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'sessions'],
  queryFn: ({ signal }) => callApi<ListSessions>('GET /api/profile/sessions', { signal }),
});

export function useChangeProfile() {
  const keepProfile = useKeepProfile();
  return useMutation({
    mutationFn: (change: InputOf<ChangeProfile>['body']) =>
      callApi<ChangeProfile>('PUT /api/profile', { body: change }),
    onSuccess: keepProfile,
  });
}

export function useChangePhoto() {
  const keepProfile = useKeepProfile();
  return useMutation({
    mutationFn: (photo: Blob) => callApi<ChangePhoto>('POST /api/profile/photo', { file: photo }),
    onSuccess: keepProfile,
  });
}

export function useRemovePhoto() {
  const keepProfile = useKeepProfile();
  return useMutation({
    mutationFn: () => callApi<RemovePhoto>('POST /api/profile/photo/remove'),
    onSuccess: keepProfile,
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: InputOf<ChangePassword>['body']) =>
      callApi<ChangePassword>('POST /api/profile/password', { body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends one session of the reader’s or, without an id, all but the one that asks. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? callApi<EndOtherSessions>('POST /api/profile/sessions/end-others')
        : callApi<EndSession>('POST /api/profile/sessions/:sessionId/end', {
            params: { sessionId },
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Keeps the answer as what is known; name and photo also stand in the header and in lists. */
function useKeepProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => {
    queryClient.setQueryData(profileQuery.queryKey, profile);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: queryRoots.staff });
  };
}
