import { z } from 'zod';
import { namedRef, uuid, version } from './values.ts';

/** A title must contain a character other than a space. */
export const titleText = z.string().max(200).regex(/\S/);

/**
 * Shared records are visible to the portfolio's staff, or to administrators if one made it. Others
 * are visible to their maker only.
 */
export const isShared = z.boolean();

/** The fields that every record of a working app has. */
export const recordFacts = {
  id: uuid,
  version,
  madeBy: namedRef,
  /** Whether the reader may stop sharing it or remove it. */
  mayRemove: z.boolean(),
};

/** The answer to creating or changing a record. */
export const recordAnswer = z.object({ id: uuid, version });
