import type { EndProviderSession } from '@bursar/contracts/access/single-sign-on';
import { callApi } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { beginSignOut, forgetSession } from '../../lib/session.ts';

/** Signs out here and at the identity provider; a failed call must not hinder signing out here. */
export async function leaveByProvider(): Promise<void> {
  beginSignOut();
  const ended = callApi<EndProviderSession>('POST /api/session/end');
  const address = await ended.then((answer) => answer.address).catch(() => null);
  forgetSession();
  location.assign(address ?? paths.signIn);
}
