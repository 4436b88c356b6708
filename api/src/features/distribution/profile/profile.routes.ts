import {
  changePassword as changePasswordContract,
  changePhoto as changePhotoContract,
  changeProfile as changeProfileContract,
  endOtherSessions as endOthersContract,
  endSession as endSessionContract,
  listSecurityEvents,
  listSessions,
  readPhoto,
  readProfile,
  removePhoto as removePhotoContract,
  seeSecurityEvents,
} from '@bursar/contracts/distribution/profile';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { changePassword } from './change-password.ts';
import { changePhoto, removePhoto } from './change-photo.ts';
import { changeProfile } from './change-profile.ts';
import { endOtherSessions, endSession, listOpenSessions } from './open-sessions.ts';
import { listOpenings, markOpeningsSeen } from '../../access/accounts/account-openings.store.ts';
import { ownAccountOf } from '../../access/accounts/own-account.ts';
import { findPhoto, findProfile } from './profile.store.ts';

export function bindProfileRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readProfile, async ({ session }) =>
    succeed(await findProfile(database, session.account.id)),
  );

  bindEndpoint(platform, changeProfileContract, (call) =>
    changeProfile(database, call.body, ownAccountOf(call)),
  );

  bindEndpoint(platform, changePasswordContract, (call) =>
    changePassword(database, call.body, ownAccountOf(call)),
  );

  bindEndpoint(platform, changePhotoContract, (call) =>
    changePhoto(database, uploadOf(call.request), ownAccountOf(call)),
  );

  bindEndpoint(platform, removePhotoContract, (call) => removePhoto(database, ownAccountOf(call)));

  bindEndpoint(platform, readPhoto, async ({ params, session: { scope }, reply }) => {
    const photo = await findPhoto(database, { scope, ...params });
    if (!photo) return refuse('not_found');
    // The photo's address contains its change time, so it can be cached; `private` prevents sharing
    // it with other users.
    reply.header('cache-control', 'private, max-age=300');
    return succeed(photo);
  });

  bindEndpoint(platform, listSessions, async (call) =>
    succeed({ sessions: await listOpenSessions(database, ownAccountOf(call)) }),
  );

  bindEndpoint(platform, listSecurityEvents, async ({ session: { account } }) =>
    succeed({ events: [...(await listOpenings(database, account.id))] }),
  );

  bindEndpoint(platform, seeSecurityEvents, async ({ session: { account }, context: { now } }) =>
    succeed({ seen: await markOpeningsSeen(database, { accountId: account.id, now }) }),
  );

  bindEndpoint(platform, endSessionContract, (call) =>
    endSession(database, call.params.sessionId, ownAccountOf(call)),
  );

  bindEndpoint(platform, endOthersContract, (call) =>
    endOtherSessions(database, ownAccountOf(call)),
  );
}
