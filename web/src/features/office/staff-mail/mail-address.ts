import { mailFolders, type MailFolder } from '@bursar/contracts/choices';
import { useSearchParams } from 'react-router';

/** The open part of the mailbox, as the address stores it. */
export type MailAddress = {
  readonly folder: MailFolder;
  readonly q: string | undefined;
  readonly labelId: string | undefined;
  readonly threadId: string | undefined;
  /** The new message that is being written. */
  readonly draftId: string | undefined;
};

export function useMailAddress() {
  const [search, setSearch] = useSearchParams();
  const read = (name: string) => search.get(name) ?? undefined;
  const address: MailAddress = {
    folder: mailFolders.find((folder) => folder === search.get('folder')) ?? 'inbox',
    q: read('q'),
    labelId: read('label'),
    threadId: read('thread'),
    draftId: read('draft'),
  };
  return {
    address,
    /** Opens a part of the mailbox; the back button returns to the previous part. */
    go: (changes: Partial<MailAddress>, how: { replace?: boolean } = {}) =>
      setSearch(searchOf({ ...address, ...changes }), { preventScrollReset: true, ...how }),
    /** The address of a part of the mailbox, for a link. */
    to: (changes: Partial<MailAddress>) => `?${searchOf({ ...address, ...changes }).toString()}`,
  };
}

export type MailPlaceInApp = ReturnType<typeof useMailAddress>;

function searchOf({ folder, q, labelId, threadId, draftId }: MailAddress): URLSearchParams {
  const parts = { folder, q, label: labelId, thread: threadId, draft: draftId };
  const entries = Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(entries);
}
