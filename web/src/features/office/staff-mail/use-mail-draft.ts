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
import { uploadFile } from '../../../lib/upload-file.ts';
import { refuseFile } from '../../../ui/file/refuse-file.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  draftQuery,
  useDiscardDraft,
  useSaveDraft,
  useSendMail,
  type WrittenMail,
} from './staff-mail.queries.ts';

export type DraftValues = {
  /** `person:<id>` or `team:<id>`. */
  readonly to: readonly string[];
  /** Written alike. */
  readonly cc: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
};

const PAUSE_MS = 800;
/** After a failure, such as without a connection, it is tried again by itself. */
const RETRY_MS = 5_000;

/** A mail that is being written: kept on the server as the typing pauses, and sent as it stands. */
export function useMailDraft(draft: MailDraft) {
  const [values, setValues] = useState<DraftValues>(() => valuesOf(draft));
  const [unsaved, setUnsaved] = useState<DraftValues | null>(null);
  const saving = useSaveDraft();
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

  const change = (changes: Partial<DraftValues>) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    setUnsaved(latest.current);
  };
  useEffect(() => {
    if (!unsaved) return undefined;
    const keep = async () => {
      if (isDone.current) return;
      await save(bodyOf(draft.id, unsaved));
      setUnsaved((now) => (now === unsaved ? null : now));
    };
    const timer = setTimeout(
      () => void keep().catch(() => undefined),
      isError ? RETRY_MS : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [unsaved, save, draft.id, isError]);
  // What was typed last goes along when the page is left within the application.
  const pending = useRef(unsaved);
  useEffect(() => {
    pending.current = unsaved;
  }, [unsaved]);
  useEffect(
    () => () => {
      if (pending.current && !isDone.current) {
        void save(bodyOf(draft.id, pending.current)).catch(() => undefined);
      }
    },
    [save, draft.id],
  );

  return {
    values,
    change,
    /** Several files may arrive between two drawings of the form. */
    attach: (file: MailAttachment) =>
      change({ attachments: [...latest.current.attachments, file] }),
    state: isError && unsaved ? 'failed' : unsaved || saving.isPending ? 'saving' : 'saved',
    sending,
    send: async () => {
      // A draft that is kept after its mail has gone is refused: the last one first, and no further.
      isDone.current = true;
      try {
        await underWay.current;
        const sent = await sending.mutateAsync(bodyOf(draft.id, latest.current));
        return { recipients: sent.recipients, threadId: sent.threadId };
      } catch (cause) {
        isDone.current = false;
        setUnsaved({ ...latest.current });
        throw cause;
      }
    },
    /**
     * Nothing more of it is kept; answers false where it was sent or thrown away already. What is on
     * its way arrives first: it would make a draft that is thrown away anew.
     */
    finishSaving: async (): Promise<boolean> => {
      const wasOpen = !isDone.current;
      isDone.current = true;
      await underWay.current;
      return wasOpen;
    },
  } as const;
}

function valuesOf({ to, cc, subject, html, attachments }: MailDraft): DraftValues {
  const picked = ({ kind, id }: MailAddressee) => `${kind}:${id}`;
  return { to: to.map(picked), cc: cc.map(picked), subject, html, attachments };
}

type Written = Pick<DraftValues, 'subject' | 'html'> & {
  readonly [list in 'to' | 'cc' | 'attachments']: readonly unknown[];
};

/** Names nobody, says nothing and carries no file. Readers and subject of an answer are its conversation's. */
export function isUntouched(mail: Written, isAnswer: boolean): boolean {
  const { to, cc, subject, html, attachments } = mail;
  // Spaces and empty lines are no words.
  const words = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  if (words.trim() !== '' || attachments.length > 0) return false;
  return isAnswer || (to.length + cc.length === 0 && subject.trim() === '');
}

/** A draft knows its conversation since it was begun. */
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

/** Runs once its component is left for good, as it was drawn last. */
export function useOnLeave(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // React takes effects back and makes them anew in development: that is not leaving.
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => latest.current());
    };
  }, []);
}

type DraftInProgress = {
  readonly mail: WrittenMail;
  readonly isSaved: boolean;
  /** Its page was left before it opened. */
  readonly isLeft: boolean;
};

/**
 * Begins one mail at a time as a draft. The composer sees to it from when it is open; what is left
 * before that is thrown away as soon as the server has it, unless it says something already.
 */
export function useBeginMail(isOpen: (id: string) => boolean) {
  const { mutate: discard } = useDiscardDraft();
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
  // Another attempt repeats the id, because the server may have the mail although no answer came.
  const unanswered = useRef(new Map<string, string>());
  return {
    isBusy: saving.isPending,
    /** A key that is pressed again before anything is drawn begins no second one. */
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

/** A draft that is left before it was read never came to the composer, which sees to the others. */
export function useLeaveUnread(draftId: string, isUnread: boolean): void {
  const queryClient = useQueryClient();
  const { mutate: discard } = useDiscardDraft();
  useOnLeave(() => {
    if (!isUnread) return;
    queryClient.fetchQuery(draftQuery(draftId)).then(
      (draft) => isUntouched(draft, false) && discard(draftId),
      // It stays among the drafts, and goes when it is opened and left again.
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

/** Sends files along with a mail that is being written, each under one id however often it is tried. */
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
