import { z } from 'zod';
import { namedRef, uuid, version } from './values.ts';

/** A title of at least one sign. */
export const titleText = z.string().max(200).regex(/\S/);

/** Shared among the people of the portfolio, an administrator's among administrators; else its maker's alone. */
export const isShared = z.boolean();

/** What every record of a working app tells of itself. */
export const recordFacts = {
  id: uuid,
  version,
  madeBy: namedRef,
  /** Whether the reader may take it back to themselves or remove it. */
  mayRemove: z.boolean(),
};

/** What making or changing one answers. */
export const recordAnswer = z.object({ id: uuid, version });
