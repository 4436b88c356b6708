import {
  changeAcquaintance,
  createAcquaintance,
  listAcquaintances,
  removeAcquaintance,
} from '@bursar/contracts/office/acquaintances';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { acquaintances, columnsOf, listAcquaintanceRows } from './acquaintances.store.ts';

export function bindAcquaintanceRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listAcquaintances, async ({ query, session: { scope } }) =>
    succeed(await listAcquaintanceRows(database, scope, query)),
  );

  bindEndpoint(platform, createAcquaintance, ({ body: { id, ...person }, context }) =>
    createRecord(database, acquaintances, { id, columns: columnsOf(person), context }),
  );

  bindEndpoint(platform, changeAcquaintance, ({ params, body, context }) => {
    const { version, ...person } = body;
    return changeRecord(database, acquaintances, {
      id: params.acquaintanceId,
      version,
      columns: columnsOf(person),
      context,
    });
  });

  bindEndpoint(platform, removeAcquaintance, ({ params, context }) =>
    removeRecord(database, acquaintances, { id: params.acquaintanceId, context }),
  );
}
