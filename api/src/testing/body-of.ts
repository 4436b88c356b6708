import type { z } from 'zod';

/** Picks the fields of the endpoint's body from a wider value, such as a record. */
export const bodyOf = ({ body }: { readonly body: z.ZodObject }, value: object): object =>
  body.parse(value);
