import {
  changeExternalContact,
  createExternalContact,
  listExternalContacts,
  removeExternalContact,
} from '@bursar/contracts/office/external-contacts';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { externalContacts, columnsOf, listExternalContactRows } from './external-contacts.store.ts';

export function bindExternalContactRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listExternalContacts, async ({ query, session: { scope } }) =>
    succeed(await listExternalContactRows(database, scope, query)),
  );

  bindEndpoint(platform, createExternalContact, ({ body: { id, ...person }, context }) =>
    createRecord(database, externalContacts, { id, columns: columnsOf(person), context }),
  );

  bindEndpoint(platform, changeExternalContact, ({ params, body, context }) => {
    const { version, ...person } = body;
    return changeRecord(database, externalContacts, {
      id: params.acquaintanceId,
      version,
      columns: columnsOf(person),
      context,
    });
  });

  bindEndpoint(platform, removeExternalContact, ({ params, context }) =>
    removeRecord(database, externalContacts, { id: params.acquaintanceId, context }),
  );
}
