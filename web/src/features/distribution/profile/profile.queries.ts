import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChooseNotifications,
  ListNotificationChoices,
} from '@bursar/contracts/access/notification-choices';
import type {
  ChangePassword,
  ChangePhoto,
  ChangeProfile,
  EndOtherSessions,
  EndSession,
  ListSecurityEvents,
  ListSessions,
  Profile,
  ReadProfile,
  RemovePhoto,
  SeeSecurityEvents,
} from '@bursar/contracts/distribution/profile';
import type {
  BeginSecondFactor,
  ConfirmSecondFactor,
  ReadSecondFactor,
  RenewRecoveryCodes,
  SwitchOffSecondFactor,
} from '@bursar/contracts/access/second-factor';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { sessionQuery } from '../../../lib/session-query.ts';

export const profileQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'own'],
  queryFn: ({ signal }) => callApi<ReadProfile>('GET /api/profile', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'sessions'],
  queryFn: ({ signal }) => callApi<ListSessions>('GET /api/profile/sessions', { signal }),
});

export type SecurityEvent = AnswerOf<ListSecurityEvents>['events'][number];

export const securityEventsQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'security-events'],
  queryFn: ({ signal }) =>
    callApi<ListSecurityEvents>('GET /api/profile/security-events', { signal }),
});

export function useSeeSecurityEvents() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<SeeSecurityEvents>('POST /api/profile/security-events/seen'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: securityEventsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

export function useChangeProfile() {
  const cacheProfile = useCacheProfile();
  return useMutation({
    mutationFn: (change: InputOf<ChangeProfile>['body']) =>
      callApi<ChangeProfile>('PUT /api/profile', { body: change }),
    onSuccess: cacheProfile,
  });
}

export function useChangePhoto() {
  const cacheProfile = useCacheProfile();
  return useMutation({
    mutationFn: (photo: Blob) => callApi<ChangePhoto>('POST /api/profile/photo', { file: photo }),
    onSuccess: cacheProfile,
  });
}

export function useRemovePhoto() {
  const cacheProfile = useCacheProfile();
  return useMutation({
    mutationFn: () => callApi<RemovePhoto>('POST /api/profile/photo/remove'),
    onSuccess: cacheProfile,
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

/** Ends one of the user's sessions or, without an id, all but the current one. */
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

/** Stores the answer in the cache and refetches the header and lists, which show name and photo. */
function useCacheProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => {
    queryClient.setQueryData(profileQuery.queryKey, profile);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: queryRoots.staff });
  };
}

export type SecondFactorState = AnswerOf<ReadSecondFactor>;
export type FactorSecret = AnswerOf<BeginSecondFactor>;

export const secondFactorQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'second-factor'],
  queryFn: ({ signal }) => callApi<ReadSecondFactor>('GET /api/profile/second-factor', { signal }),
});

export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      callApi<BeginSecondFactor>('POST /api/profile/second-factor/begin', { body }),
  });
}

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (body: { code: string }) =>
      callApi<ConfirmSecondFactor>('POST /api/profile/second-factor/confirm', { body }),
    onSuccess: useFactorChanged(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      callApi<RenewRecoveryCodes>('POST /api/profile/second-factor/recovery-codes', { body }),
    onSuccess: useFactorChanged(),
  });
}

export function useSwitchOffSecondFactor() {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      callApi<SwitchOffSecondFactor>('POST /api/profile/second-factor/switch-off', { body }),
    onSuccess: useFactorChanged(),
  });
}

function useFactorChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

export type NotificationChoice = AnswerOf<ListNotificationChoices>['choices'][number];

export const notificationChoicesQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'notification-choices'],
  queryFn: ({ signal }) =>
    callApi<ListNotificationChoices>('GET /api/profile/notice-choices', { signal }),
});

/** Applies a switch at once and then refetches the choices, which reverts a refused switch. */
export function useChooseNotifications() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationChoicesQuery;
  return useMutation({
    mutationFn: ({ event, ...choice }: NotificationChoice) =>
      callApi<ChooseNotifications>('PUT /api/profile/notice-choices/:event', {
        params: { event },
        body: choice,
      }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            choices: known.choices.map((one) => (one.event === choice.event ? choice : one)),
          },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
