import type { Consent, ListBorrowerHistory } from '@bursar/contracts/records/borrowers';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { IdentityDocumentEvent } from '@bursar/contracts/records/identity-documents';
import type { Queryable } from '../../../platform/database.ts';
import type { BorrowerKey } from './borrowers.store.ts';

type History = AnswerOf<ListBorrowerHistory>['events'];

/**
 * Returns the latest 100 audit events of the borrower and of records merged into it, with the names
 * of changed fields.
 */
export async function listHistory(
  sql: Queryable,
  { portfolioId, borrowerId }: BorrowerKey,
): Promise<History> {
  const rows = await sql<HistoryRow[]>`
    select event.id, event.at, actor.name as by, event.event,
      case when event.event = 'change-borrower'
        then array(select jsonb_object_keys(event.after)) else '{}' end as changed,
      event.after->>'channel' as channel, event.after->>'state' as state,
      event.after->>'means' as means, event.after->>'mergedRecord' as merged_record,
      event.after->>'reason' as reason, event.after->>'kind' as kind, event.after->>'number' as number
    from audit_events event
    join accounts actor on actor.id = event.actor_id
    where event.portfolio_id = ${portfolioId} and event.subject = 'borrower'
      and event.subject_id in (
        select ${borrowerId}::uuid union all
        select id from borrowers where portfolio_id = ${portfolioId} and merged_into = ${borrowerId})
      -- A merge writes an event on both records. The event on the merged record is left out.
      and (event.event <> 'merge-borrowers' or event.after ? 'mergedRecord')
    order by event.at desc, event.id desc limit 100`;
  return rows.map(({ id, at, by, event, changed, ...details }) => ({
    id,
    at,
    by,
    changed,
    consent: event === 'record-consent' ? consentOf(details) : null,
    merge:
      event === 'merge-borrowers'
        ? { name: details.mergedRecord ?? '', reason: details.reason ?? '' }
        : null,
    identityDocument: documentOf(event, details),
  }));
}

type ConsentDetails = Pick<Consent, 'channel' | 'state' | 'means'>;
const consentOf = ({ channel, state, means }: ConsentDetails): ConsentDetails => ({
  channel,
  state,
  means,
});

type DocumentDetails = Pick<IdentityDocumentEvent, 'kind' | 'number'>;
const documentOf = (
  event: string,
  { kind, number }: DocumentDetails,
): IdentityDocumentEvent | null => {
  const did = whatWasDone[event];
  return did === undefined ? null : { did, kind, number };
};

const whatWasDone: Readonly<Record<string, IdentityDocumentEvent['did']>> = {
  'add-identity-document': 'added',
  'verify-identity-document': 'verified',
  'end-identity-document': 'ended',
};

type HistoryRow = Omit<History[number], 'consent' | 'merge' | 'identityDocument'> &
  ConsentDetails &
  DocumentDetails & {
    readonly event: string;
    readonly mergedRecord: string | null;
    readonly reason: string | null;
  };
