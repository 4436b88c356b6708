import {
  changeLogo as changeLogoContract,
  readLogo,
  removeLogo as removeLogoContract,
} from '@bursar/contracts/control/company-logo';
import { changeCompany as changeContract, readCompany } from '@bursar/contracts/control/company';
import { findLogo } from '../../../platform/company-logo.store.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import { changeCompany } from './change-company.ts';
import { changeLogo, removeLogo } from './change-logo.ts';
import { findCompany } from './company.store.ts';

export function bindCompanyRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readCompany, async () => succeed(await findCompany(database)));

  bindEndpoint(platform, changeContract, ({ body, context }) =>
    changeCompany(database, body, context),
  );

  bindEndpoint(platform, readLogo, async ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return succeed((await findLogo(database)) ?? emptyPicture);
  });

  bindEndpoint(platform, changeLogoContract, ({ request, context }) =>
    changeLogo(database, uploadOf(request), context),
  );

  bindEndpoint(platform, removeLogoContract, ({ context }) => removeLogo(database, context));
}

/**
 * A picture of one transparent point, sent if there is no logo, because a missing picture would be
 * an error in the browser's console.
 */
const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
);
