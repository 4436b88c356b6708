import { z } from 'zod';
import { namedRef, uuid, version } from './values.ts';

/** A title must contain a character that is not white space. */
export const titleText = z.string().max(200).regex(/\S/);

/**
 * Shared records are visible to the portfolio's staff, or to all administrators if an administrator
 * created them. Other records are visible only to their creator.
 */
export const isShared = z.boolean();

/** Fields that the server adds to calendar events, boards, personal notes and contacts. */
export const recordFacts = {
  id: uuid,
  version,
  madeBy: namedRef,
  /** Whether the reader may unshare or remove the record. */
  mayRemove: z.boolean(),
};

/** The answer to creating or changing a record. */
export const recordAnswer = z.object({ id: uuid, version });
