import { readWorkbookPart } from '../read-workbook-part.ts';
import type { Wish } from './arbitrary-values.ts';
import { marks, type Caller, type FuzzWorld, type Mark } from './fuzz-world.ts';
import type { Answered, SentCall } from './send-call.ts';

type IdsOfTables = ReadonlyMap<string, readonly string[]>;

/**
 * Knows which portfolio owns each row: it provides ids for calls, and finds foreign data in
 * answers.
 */
export type RowOwners = {
  /** Reads the rows again, because calls have created new ones. */
  refresh(): Promise<void>;
  readonly idFor: (caller: Caller, wish: Wish) => string;
  noteCursor(answer: Answered): void;
  /** Describes the first foreign data found in an answer; returns null if there is none. */
  foreignIn(caller: Caller, exchange: { sent: SentCall; answer: Answered }): Promise<string | null>;
};

const nobodys = '0190163d-8694-739b-aea5-966c26f8ad91';

export async function openRowOwners(world: Pick<FuzzWorld, 'idsOf'>): Promise<RowOwners> {
  const owned = new Map<Mark, IdsOfTables>();
  const everything = new Map<Mark, ReadonlySet<string>>();
  const claimed = new Set<string>();
  const madeUp = new Set<string>();
  const cursors: string[] = [];

  async function refresh() {
    for (const mark of marks) {
      const ids = await world.idsOf(mark);
      owned.set(mark, ids);
      everything.set(mark, new Set([...ids.values()].flat()));
    }
  }

  function idFor({ mark }: Caller, { kind, whose, nth }: Wish): string {
    if (kind === 'cursor') return cursors[nth % cursors.length] ?? 'none';
    const own = mark ?? marks[nth % 2] ?? marks[0];
    const of = whose === 'own' ? own : otherThan(own);
    const ids = owned.get(of)?.get(tableOf(kind)) ?? [...(everything.get(of) ?? [])];
    const id = ids[nth % ids.length] ?? nobodys;
    // The id is stored as sent, so from now on it also belongs to the caller's portfolio.
    if (storedAsSent.has(kind)) {
      for (const owner of mark === null ? marks : [mark]) claimed.add(`${owner} ${id}`);
    }
    return id;
  }

  function noteCursor({ body, headers }: Answered): void {
    if (!String(headers['content-type']).includes('json')) return;
    const [, cursor] = /"nextCursor":"([^"]+)"/.exec(body.toString()) ?? [];
    if (cursor !== undefined && cursors.length < 500) cursors.push(cursor);
  }

  /**
   * Notes sent ids that have no row yet. A row with such an id is no leak, because two portfolios
   * may generate the same id.
   */
  function noteMadeUp(asked: string): void {
    for (const id of asked.match(uuids) ?? []) {
      if (!marks.some((mark) => everything.get(mark)?.has(id))) madeUp.add(id);
    }
  }

  async function foreignIn(
    { mark }: Caller,
    { sent, answer }: { sent: SentCall; answer: Answered },
  ): Promise<string | null> {
    const asked = `${sent.address} ${sent.body?.toString('latin1') ?? ''}`.toLowerCase();
    noteMadeUp(asked);
    // Administrators see all portfolios, and unauthenticated callers only data about themselves.
    if (mark === null) return null;
    const body = (await textOf(answer)).toLowerCase();
    const other = otherThan(mark);
    if (body.includes(other) && !asked.includes(other)) return `tells of ${other}`;
    const ids = [...new Set(body.match(uuids))].filter(
      (id) => !asked.includes(id) && !madeUp.has(id),
    );
    if (!ids.some((id) => everything.get(other)?.has(id))) return null;
    // Clients generate ids, so two portfolios may have rows with the same id.
    await refresh();
    const isOwn = (id: string) => everything.get(mark)?.has(id) || claimed.has(`${mark} ${id}`);
    const foreign = ids.find((id) => everything.get(other)?.has(id) && !isOwn(id));
    if (foreign === undefined) return null;
    const at = body.indexOf(foreign);
    return `tells an id of ${other}: …${body.slice(Math.max(0, at - 300), at + 60)}…`;
  }

  await refresh();
  return { refresh, idFor, noteCursor, foreignIn };
}

/** Fields whose ids are stored in the sender's portfolio, even if they exist elsewhere. */
const storedAsSent: ReadonlySet<string> = new Set(['id', 'batchId', 'confirmedDuplicateOf']);

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const otherThan = (mark: Mark): Mark => (mark === marks[0] ? marks[1] : marks[0]);

async function textOf({ headers, body, status }: Answered): Promise<string> {
  const isWorkbook = String(headers['content-type']).includes('spreadsheetml');
  if (status !== 200 || !isWorkbook) return body.toString('latin1');
  const parts = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'];
  const texts = await Promise.all(parts.map((part) => readWorkbookPart(body, part)));
  return texts.join('\n');
}

/** Returns the table whose ids a parameter or field takes, or `any` if the name is not known. */
function tableOf(name: string): string {
  const noun = name
    .replace(/^except/, '')
    .replace(/s$/, '')
    .toLowerCase();
  return tables[noun] ?? 'any';
}

const tables: Readonly<Record<string, string>> = {
  loanid: 'loans',
  borrowerid: 'borrowers',
  partyid: 'loan_parties',
  mergedborrowerid: 'borrowers',
  accountid: 'accounts',
  agentid: 'accounts',
  toagentid: 'accounts',
  actorid: 'accounts',
  standinid: 'accounts',
  mention: 'accounts',
  teamid: 'teams',
  target: 'accounts',
  identitydocumentid: 'borrower_identity_documents',
  importid: 'imports',
  bankfileid: 'bank_files',
  banklineid: 'bank_file_lines',
  productid: 'products',
  productversionid: 'product_versions',
  applicationid: 'loan_applications',
  tagid: 'tags',
  puton: 'tags',
  takeoff: 'tags',
  batchid: 'assignment_batches',
  approvalid: 'approvals',
  documentid: 'documents',
  noteid: 'loan_notes',
  paymentid: 'payments',
  handoverid: 'absence_covers',
  mailid: 'outbox',
  internalmailid: 'staff_mails',
  answersid: 'staff_mails',
  threadid: 'staff_mail_threads',
  labelid: 'staff_mail_labels',
  addlabelid: 'staff_mail_labels',
  removelabelid: 'staff_mail_labels',
  attachmentid: 'staff_mail_files',
  messageid: 'enquiries',
  sessionid: 'sessions',
  viewid: 'saved_views',
  invoiceid: 'invoices',
  receiptid: 'invoice_receipts',
  eventid: 'calendar_events',
  boardid: 'kanban_boards',
  taskid: 'tasks',
  memoid: 'personal_notes',
  chatid: 'chats',
  chatmessageid: 'chat_messages',
  acquaintanceid: 'external_contacts',
  columnid: 'kanban_columns',
  cardid: 'kanban_cards',
  afterid: 'kanban_cards',
  assigneeid: 'accounts',
  noticeid: 'notifications',
  presetid: 'call_centre_presets',
  centreid: 'call_centres',
  memberid: 'call_centre_members',
  patientid: 'call_centre_patients',
  assetid: 'digital_assets',
  priceid: 'asset_prices',
  collateralid: 'collateral_events',
  versionid: 'product_versions',
  portfolioid: 'portfolios',
  portfolio: 'portfolios',
};
