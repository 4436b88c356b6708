import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change } from '@bursar/contracts/access/live-updates';
import { noteInput } from '../../lib/attendance.ts';
import { reportLine } from '../../lib/connection.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { emitTyping } from '../../lib/typing-events.ts';
import { type LineMessage, shareLine } from './share-line.ts';

/** Keeps every query of the page up to date until the returned function is called. */
export function startLiveUpdates(queryClient: QueryClient, accountId: string): () => void {
  const refresher = refreshQueries(queryClient);
  const checkSession = () =>
    void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);

  function onMessage({ name, change, typing }: LineMessage): void {
    if (name === 'change' && change) refresher.onChange(change);
    if (typing) emitTyping(typing);
    if (name === 'refetch') refresher.onGap();
    // The session query finds out whether the session has ended, and opens sign-in if so.
    if (name === 'ended' || name === 'refused') checkSession();
    reportLine(name !== 'down' && name !== 'refused');
  }

  const leaveLine = shareLine(accountId, onMessage);
  const forgetUse = noteUse(checkSession);
  return () => {
    forgetUse();
    leaveLine();
    refresher.stop();
    reportLine(true);
  };
}

const USE_EVERY_MS = 5 * 60_000;

/** Reports activity to the server: a user who fills in a long form makes no other call. */
function noteUse(report: () => void): () => void {
  let notifiedAt = Date.now();
  const note = () => {
    noteInput();
    if (Date.now() - notifiedAt < USE_EVERY_MS) return;
    notifiedAt = Date.now();
    report();
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) addEventListener(event, note, { passive: true });
  return () => {
    for (const event of events) removeEventListener(event, note);
  };
}

/** Changes come in bursts; those within this time are fetched together. */
const GATHER_MS = 150;
/** The minimum time between two refreshes of a page. */
const BREATH_MS = 2_000;

type Refresher = {
  readonly onChange: (change: Change) => void;
  /** Called when changes may have been missed; every query then counts as outdated. */
  readonly onGap: () => void;
  readonly stop: () => void;
};

/** Refetches the changed queries; a page in the background waits until it is shown. */
function refreshQueries(queryClient: QueryClient): Refresher {
  let changes: Change[] = [];
  let isAnything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;

  function ask(): void {
    timer = undefined;
    if (document.hidden || (changes.length === 0 && !isAnything)) return;
    const [happened, anything] = [changes, isAnything];
    changes = [];
    isAnything = false;
    askedAt = Date.now();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        anything || happened.some((change) => isAffected(queryKey, change)),
    });
  }
  function askSoon(): void {
    timer ??= setTimeout(ask, Math.max(GATHER_MS, askedAt + BREATH_MS - Date.now()));
  }
  document.addEventListener('visibilitychange', askSoon);
  return {
    onChange: (change) => {
      // A chat message must appear without the delay, and refetching chats is cheap.
      if (change.subject === 'chat') {
        void queryClient.invalidateQueries({ queryKey: chats });
        return;
      }
      changes.push(change);
      askSoon();
    },
    onGap: () => {
      isAnything = true;
      askSoon();
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askSoon);
    },
  };
}

const { approvals, loans, assignmentTargets, imports, income, dashboard, workQueue, staff, teams } =
  queryRoots;
const { notifications, profile, tags, savedViews, outbox, callCentres } = queryRoots;
const { collateral } = queryRoots;
const figures = [dashboard, queryRoots.finance, queryRoots.analytics, collateral];
const { calendar, invoices, kanbanBoards, colleagues, enquiries } = queryRoots;
const { tasks, personalNotes, externalContacts, chats } = queryRoots;
const permissions = ['permissions'];
const session = sessionQuery.queryKey;

/** The queries that show each subject. */
const shownBy: Readonly<Record<string, readonly QueryKey[]>> = {
  // A reversed payment no longer pays its invoice, and its bank file line shows that.
  loan: [
    loans,
    assignmentTargets,
    income,
    ...figures,
    workQueue,
    staff,
    teams,
    invoices,
    queryRoots.bankFiles,
  ],
  invoice: [invoices],
  'assignment-batch': [
    loans,
    assignmentTargets,
    ...figures,
    workQueue,
    staff,
    teams,
    notifications,
  ],
  'bank-file': [queryRoots.bankFiles],
  // Tapes bring borrowers, and take them away if they are undone.
  import: [
    imports,
    loans,
    assignmentTargets,
    ...figures,
    notifications,
    queryRoots.duplicates,
    queryRoots.search,
  ],
  account: [staff, teams, assignmentTargets, workQueue, profile, session, colleagues],
  team: [teams, staff, assignmentTargets, session],
  role: [permissions, session],
  session: [profile],
  notice: [notifications],
  approval: [approvals, loans, notifications],
  'borrower-import': [loans, queryRoots.duplicates, queryRoots.search],
  portfolio: [approvals, callCentres, invoices, queryRoots.products, queryRoots.applications],
  'call-centre': [callCentres],
  'call-preset': [callCentres],
  'call-member': [callCentres],
  patient: [callCentres],
  'message-template': [queryRoots.letters],
  'dunning-step': [queryRoots.letters],
  'message-batch': [queryRoots.letters],
  tag: [tags, loans],
  'saved-view': [savedViews],
  'view-queue': [workQueue],
  mail: [outbox],
  'digital-asset': [collateral],
  'calendar-event': [calendar],
  board: [kanbanBoards],
  'board-column': [kanbanBoards],
  'board-card': [kanbanBoards],
  'visitor-message': [enquiries],
  task: [tasks],
  memo: [personalNotes],
  acquaintance: [externalContacts],
  'internal-mail': [queryRoots.staffMail],
  'mail-label': [queryRoots.staffMail],
  chat: [chats],
  product: [queryRoots.products],
  application: [queryRoots.applications],
  closing: [queryRoots.finance, loans, workQueue],
};

/** The queries that every change affects: the audit trail shows every change. */
const everywhere: readonly QueryKey[] = [['audit']];

/**
 * Returns whether a query's answer may have changed. A change to one loan does not affect the pages
 * of other loans; an unknown subject may affect any query.
 */
export function isAffected(queryKey: QueryKey, { subject, loanId }: Change): boolean {
  if (loanId !== null && isOfAnotherLoan(queryKey, loanId)) return false;
  const roots = shownBy[subject];
  return !roots || [...roots, ...everywhere].some((root) => root[0] === queryKey[0]);
}

function isOfAnotherLoan([root, part, id]: QueryKey, loanId: string): boolean {
  return root === loans[0] && part === 'one' && id !== loanId;
}
