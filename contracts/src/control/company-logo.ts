import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { logoSize } from './company-logo.values.ts';

/** The browser shrinks pictures to a PNG. Larger files are refused. */
export const logoLimits = { bytes: 128 * 1024, ...logoSize } as const;

export const readLogo = endpoint({
  key: 'GET /api/company/logo',
  summary: 'Get the company’s logo as PNG, also before sign-in. Without one, an empty picture.',
  access: 'public',
  /** A number that changes with the logo, so that the browser requests it again. */
  query: z.object({ shown: z.int().min(0).optional() }),
  answer: z.string(),
  answerType: 'image/png',
  failures: [],
});

const state = z.object({ hasLogo: z.boolean() });

export const changeLogo = endpoint({
  key: 'POST /api/company/logo',
  summary: 'Set the company’s logo: a PNG of at most 128 KB and 480 by 160 pixels.',
  access: 'manage-company',
  streamedBody: 'application/octet-stream',
  answer: state,
  failures: ['not_found', 'body_too_large', 'logo_not_png'],
});
export type ChangeLogo = typeof changeLogo;

export const removeLogo = endpoint({
  key: 'POST /api/company/logo/remove',
  summary: 'Remove the company’s logo.',
  access: 'manage-company',
  answer: state,
  failures: ['not_found'],
});
export type RemoveLogo = typeof removeLogo;
