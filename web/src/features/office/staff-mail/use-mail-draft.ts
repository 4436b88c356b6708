import { documentBytesMax, documentTypes } from '@bursar/contracts/records/document-types';
import type {
  MailAddressee,
  MailAttachment,
  MailDraft,
  UploadAttachment,
} from '@bursar/contracts/office/staff-mail';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { quietly } from '../../../lib/quietly.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { refuseFile } from '../../../ui/file/refuse-file.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  draftQuery,
  useDiscardEmptyDraft,
  useSaveDraft,
  useSendMail,
  type WrittenMail,
} from './staff-mail.queries.ts';

export type DraftValues = {
  /** `person:<id>` or `team:<id>`. */
  readonly to: readonly string[];
  /** `person:<id>` or `team:<id>`. */
  readonly cc: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
};

const PAUSE_MS = 800;
/** Delay before a failed save is retried, for example while there is no connection. */
const RETRY_MS = 5_000;

/**
 * A message being written: saved on the server when the user pauses, and sent with its latest
 * values.
 */
export function useMailDraft(draft: MailDraft) {
  const [values, setValues] = useState<DraftValues>(() => valuesOf(draft));
  const [unsaved, setUnsaved] = useState<DraftValues | null>(null);
  // The composer itself shows that a save failed and repeats the save.
  const saving = useSaveDraft(undefined, quietly);
  const sending = useSendMail();
  const latest = useRef(values);
  const isDone = useRef(false);
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  const { mutateAsync, isError } = saving;
  const save = useCallback(
    (body: ReturnType<typeof bodyOf>) => {
      const saved = mutateAsync(body);
      underWay.current = Promise.allSettled([underWay.current, saved]);
      return saved;
    },
    [mutateAsync],
  );

  const resumeSaving = () => {
    isDone.current = false;
    setUnsaved({ ...latest.current });
  };
  const change = (changes: Partial<DraftValues>) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    setUnsaved(latest.current);
  };
  useEffect(() => {
    if (!unsaved) return undefined;
    const saveNow = async () => {
      if (isDone.current) return;
      await save(bodyOf(draft.id, unsaved));
      setUnsaved((now) => (now === unsaved ? null : now));
    };
    const timer = setTimeout(
      () => void saveNow().catch(() => undefined),
      isError ? RETRY_MS : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [unsaved, save, draft.id, isError]);
  // The last changes are saved when the user opens another page of the application.
  const pending = useRef(unsaved);
  useEffect(() => {
    pending.current = unsaved;
  }, [unsaved]);
  useEffect(
    () => () => {
      if (pending.current && !isDone.current) {
        void save(bodyOf(draft.id, pending.current)).catch((cause: unknown) =>
          notify.error(failureSentence(cause)),
        );
      }
    },
    [save, draft.id],
  );

  return {
    values,
    change,
    /** Adds to the latest values, because several files may arrive between two renders. */
    attach: (file: MailAttachment) =>
      change({ attachments: [...latest.current.attachments, file] }),
    state: isError && unsaved ? 'failed' : unsaved || saving.isPending ? 'saving' : 'saved',
    sending,
    send: async () => {
      // The server refuses to save a draft after its message was sent: the pending save completes
      // first, and no other save follows.
      isDone.current = true;
      try {
        await underWay.current;
        const sent = await sending.mutateAsync(bodyOf(draft.id, latest.current));
        return { recipients: sent.recipients, threadId: sent.threadId };
      } catch (cause) {
        resumeSaving();
        throw cause;
      }
    },
    /**
     * Ends saving; returns false if the message was already sent or discarded. A running save
     * completes first: it would otherwise create a discarded draft again.
     */
    finishSaving: async (): Promise<boolean> => {
      const wasOpen = !isDone.current;
      isDone.current = true;
      await underWay.current;
      return wasOpen;
    },
    /**
     * Saves the latest values and all later changes again; called if the draft could not be
     * discarded.
     */
    resumeSaving,
  } as const;
}

function valuesOf({ to, cc, subject, html, attachments }: MailDraft): DraftValues {
  const picked = ({ kind, id }: MailAddressee) => `${kind}:${id}`;
  return { to: to.map(picked), cc: cc.map(picked), subject, html, attachments };
}

type Written = Pick<DraftValues, 'subject' | 'html'> & {
  readonly [list in 'to' | 'cc' | 'attachments']: readonly unknown[];
};

/**
 * Returns whether the message has no text, no attachment and, unless it is an answer, no recipients
 * and no subject. An answer gets recipients and subject from its conversation.
 */
export function isUntouched(mail: Written, isAnswer: boolean): boolean {
  const { to, cc, subject, html, attachments } = mail;
  // Spaces and empty lines do not count as text.
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  if (text.trim() !== '' || attachments.length > 0) return false;
  return isAnswer || (to.length + cc.length === 0 && subject.trim() === '');
}

/**
 * Builds the request without the message that it answers: the server linked the draft to its
 * conversation when the draft was created.
 */
function bodyOf(id: string, { to, cc, subject, html, attachments }: DraftValues) {
  const idsOf = (picked: readonly string[], kind: 'person' | 'team') =>
    picked.flatMap((one) => (one.startsWith(`${kind}:`) ? [one.slice(kind.length + 1)] : []));
  return {
    id,
    answersId: null,
    accountIds: idsOf(to, 'person'),
    teamIds: idsOf(to, 'team'),
    ccAccountIds: idsOf(cc, 'person'),
    ccTeamIds: idsOf(cc, 'team'),
    subject,
    html,
    attachmentIds: attachments.map((file) => file.id),
  };
}

/** Calls `run` once, with the latest props, when its component is removed for good. */
export function useOnLeave(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // In development, React removes and recreates effects: that is not leaving.
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => latest.current());
    };
  }, []);
}

type DraftInProgress = {
  readonly mail: WrittenMail;
  readonly isSaved: boolean;
  /** True if the user left the page before the draft opened. */
  readonly isLeft: boolean;
};

/**
 * Starts one message at a time as a draft. Once the draft opens, the composer manages it. If the
 * user leaves before the draft opens, the draft is discarded as soon as the server has it, unless
 * it has content.
 */
export function useBeginMail(isOpen: (id: string) => boolean) {
  const { mutate: discard } = useDiscardEmptyDraft();
  const inProgress = useRef<DraftInProgress | null>(null);
  const note = (change: Partial<DraftInProgress>) => {
    inProgress.current = inProgress.current && { ...inProgress.current, ...change };
    if (!inProgress.current?.isSaved || !inProgress.current.isLeft) return;
    const { id, accountIds, teamIds, ccAccountIds, ccTeamIds, attachmentIds, ...mail } =
      inProgress.current.mail;
    const [to, cc] = [
      [...accountIds, ...teamIds],
      [...ccAccountIds, ...ccTeamIds],
    ];
    const isAnswer = mail.answersId !== null;
    if (isUntouched({ ...mail, to, cc, attachments: attachmentIds }, isAnswer)) discard(id);
  };
  const saving = useSaveDraft(({ id }) => {
    const mail = inProgress.current?.mail;
    if (mail) note({ isSaved: true, mail: { ...mail, id } });
  });
  useEffect(() => {
    if (inProgress.current && isOpen(inProgress.current.mail.id)) inProgress.current = null;
  });
  useOnLeave(() => note({ isLeft: true }));
  // A retry sends the same id, because the server may have the draft although no answer arrived.
  const unanswered = useRef(new Map<string, string>());
  return {
    isBusy: saving.isPending,
    /** A second press before the next render starts no second message. */
    begin: (mail: Omit<WrittenMail, 'id'>, onStarted?: (id: string) => void) => {
      if (inProgress.current) return;
      const content = JSON.stringify(mail);
      const id = unanswered.current.get(content) ?? uuidv7();
      unanswered.current.set(content, id);
      inProgress.current = { mail: { ...mail, id }, isSaved: false, isLeft: false };
      saving.mutate(inProgress.current.mail, {
        onSuccess: (saved) => {
          unanswered.current.delete(content);
          onStarted?.(saved.id);
        },
        onError: (cause) => {
          inProgress.current = null;
          notify.error(failureSentence(cause));
        },
      });
    },
  };
}

/**
 * Discards a draft that the user leaves before it has loaded, unless it has content. The composer
 * discards all other empty drafts, but it has not opened for this one.
 */
export function useLeaveUnread(draftId: string, isUnread: boolean): void {
  const queryClient = useQueryClient();
  const { mutate: discard } = useDiscardEmptyDraft();
  useOnLeave(() => {
    if (!isUnread) return;
    queryClient.fetchQuery(draftQuery(draftId)).then(
      (draft) => isUntouched(draft, false) && discard(draftId),
      // The draft stays in its folder and is discarded when it is opened and left again.
      () => undefined,
    );
  });
}

export type Uploading = {
  readonly id: string;
  readonly file: File;
  readonly bytesSent: number;
  readonly failure: Error | ReturnType<typeof refuseFile>;
};

/** Uploads the attachments of a message being written. */
export function useAttachmentUploads(onAttached: (file: MailAttachment) => void) {
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const stopping = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopping.current = controller;
    return () => controller.abort();
  }, []);
  const note = (id: string, changes: Partial<Uploading> | null) =>
    setUploads((all) =>
      all.flatMap((one) => (one.id !== id ? [one] : changes ? [{ ...one, ...changes }] : [])),
    );
  const start = async (file: File) => {
    const id = uuidv7();
    const limits = { endings: Object.keys(documentTypes), largestBytes: documentBytesMax };
    const failure = refuseFile(file, limits);
    setUploads((all) => [...all, { id, file, bytesSent: 0, failure }]);
    if (failure) return;
    try {
      const attached = await uploadFile<UploadAttachment>('POST /api/internal-mail-attachments', {
        query: { id, fileName: file.name },
        file,
        onProgress: (bytesSent) => note(id, { bytesSent }),
        signal: stopping.current.signal,
      });
      note(id, null);
      onAttached(attached);
    } catch (cause) {
      note(id, { failure: cause instanceof Error ? cause : new Error(String(cause)) });
    }
  };
  return {
    uploads,
    isBusy: uploads.some(({ failure }) => failure === null),
    add: (files: Iterable<File>) => {
      for (const file of files) void start(file);
    },
    drop: (id: string) => note(id, null),
  };
}
