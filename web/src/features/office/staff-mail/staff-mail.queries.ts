import type { MailFolder } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeMailLabel,
  CreateMailLabel,
  DiscardMailDraft,
  EraseMailThreads,
  ListAddressees,
  ListStaffMail,
  ListMailLabels,
  MailInputs,
  MarkMailThreads,
  ReadMailDraft,
  ReadMailThread,
  RemoveMailLabel,
  SaveMailDraft,
  SendStaffMail,
} from '@bursar/contracts/office/staff-mail';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { quietly } from '../../../lib/quietly.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

const root = queryRoots.staffMail;

export type MailQuestion = {
  readonly folder: MailFolder;
  readonly q?: string | undefined;
  readonly labelId?: string | undefined;
};

export const mailListQuery = (asked: MailQuestion) =>
  pagesByKey([...root, 'list', asked], (from, signal) =>
    callApi<ListStaffMail>('GET /api/internal-mails', { query: { ...asked, ...from }, signal }),
  );

export const mailLabelsQuery = queryOptions({
  queryKey: [...root, 'labels'],
  queryFn: ({ signal }) => callApi<ListMailLabels>('GET /api/internal-mail-labels', { signal }),
});

export const addresseesQuery = queryOptions({
  queryKey: [...root, 'addressees'],
  queryFn: ({ signal }) =>
    callApi<ListAddressees>('GET /api/internal-mails/addressees', { signal }),
});

export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: [...root, 'thread', threadId],
    queryFn: ({ signal }) =>
      callApi<ReadMailThread>('GET /api/internal-mail-threads/:threadId', {
        params: { threadId },
        signal,
      }),
  });

/**
 * Read once, when the composer opens: from then on, the text typed here is newer than the server's.
 */
export const draftQuery = (internalMailId: string) =>
  queryOptions({
    queryKey: ['internal-mail-draft', internalMailId],
    queryFn: ({ signal }) =>
      callApi<ReadMailDraft>('GET /api/internal-mails/:internalMailId/draft', {
        params: { internalMailId },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
  });

function useMailMutation<Sent, Answer>(
  mutationFn: (sent: Sent) => Promise<Answer>,
  onAnswer: (answer: Answer) => void = () => undefined,
  meta = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    meta,
    onSuccess: onAnswer,
    onSettled: () => queryClient.invalidateQueries({ queryKey: root }),
  });
}

export type WrittenMail = MailInputs & { readonly id: string };

/** Saves a draft. `onSaved` is called even if the user has left the page before the answer. */
export const useSaveDraft = (
  onSaved?: (saved: AnswerOf<SaveMailDraft>) => void,
  meta?: Record<string, unknown>,
) =>
  useMailMutation(
    ({ id, ...body }: WrittenMail) =>
      callApi<SaveMailDraft>('PUT /api/internal-mails/:internalMailId/draft', {
        params: { internalMailId: id },
        body,
      }),
    onSaved,
    meta,
  );

export const useSendMail = () =>
  useMailMutation(({ id, ...body }: WrittenMail) =>
    callApi<SendStaffMail>('POST /api/internal-mails/:internalMailId/send', {
      params: { internalMailId: id },
      body,
    }),
  );

const discardDraft = (internalMailId: string) =>
  callApi<DiscardMailDraft>('POST /api/internal-mails/:internalMailId/discard', {
    params: { internalMailId },
  });

export const useDiscardDraft = () => useMailMutation(discardDraft);

/**
 * Discards an empty draft that the user has left. A failure is not reported: the draft only remains
 * in the list of drafts.
 */
export const useDiscardEmptyDraft = () => useMailMutation(discardDraft, undefined, quietly);

export type Marks = Omit<InputOf<MarkMailThreads>['body'], 'threadIds'>;

export const useMarkMails = () =>
  useMailMutation((body: InputOf<MarkMailThreads>['body']) =>
    callApi<MarkMailThreads>('POST /api/internal-mails/mark', { body }),
  );

export const useEraseMails = () =>
  useMailMutation((threadIds: string[] | null) =>
    callApi<EraseMailThreads>('POST /api/internal-mails/erase', { body: { threadIds } }),
  );

export type SavedLabel = InputOf<CreateMailLabel>['body'] & { readonly version: number | null };

export const useSaveLabel = () =>
  useMailMutation(({ id, version, ...label }: SavedLabel) =>
    version === null
      ? callApi<CreateMailLabel>('POST /api/internal-mail-labels', { body: { ...label, id } })
      : callApi<ChangeMailLabel>('PUT /api/internal-mail-labels/:labelId', {
          params: { labelId: id },
          body: { ...label, version },
        }),
  );

export const useRemoveLabel = () =>
  useMailMutation((labelId: string) =>
    callApi<RemoveMailLabel>('POST /api/internal-mail-labels/:labelId/remove', {
      params: { labelId },
    }),
  );

/** The address from which the browser downloads an attachment directly. */
export const attachmentAddress = (attachmentId: string): string =>
  `/api/internal-mail-attachments/${attachmentId}/content`;
