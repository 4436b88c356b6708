import type { z } from 'zod';

/** Picks the fields of a wider value, such as a record, that the endpoint takes as its body. */
export const bodyOf = ({ body }: { readonly body: z.ZodObject }, value: object): object =>
  body.parse(value);
