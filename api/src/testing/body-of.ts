import type { z } from 'zod';

/** The part of a wider value, such as a record that was read, that the endpoint takes as its body. */
export const bodyOf = ({ body }: { readonly body: z.ZodObject }, value: object): object =>
  body.parse(value);
