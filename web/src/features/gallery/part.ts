import type { ComponentType } from 'react';

/**
 * A part of the kit as the gallery documents it. Its words lie in the section's namespace under the
 * part's name, the last segment of its address: `about`, `use`, `other`, `examples.<Name>.title` and
 * `.note`, `properties.<name>`.
 */
export type Part = {
  /** The variants and states, by the names of their functions in the part's own file. */
  readonly examples: Readonly<Record<string, ComponentType>>;
  /** The components that are shown, with the properties worth knowing. */
  readonly components: readonly Documented[];
  /** What the keyboard does, by its sentence among `gallery:keys`. */
  readonly keyboard: readonly { readonly keys: readonly string[]; readonly does: string }[];
};

type Documented = { readonly name: string; readonly properties: readonly Property[] };
type Property<Name extends string = string> = {
  readonly name: Name;
  /** As TypeScript writes it. */
  readonly type: string;
  /** What holds where it is not given; one that has to be given has none. */
  readonly standard?: string;
};

/** Names the properties of a component that are worth knowing; one that it does not have is an error. */
export function documented<Props>(
  name: string,
  properties: readonly Property<keyof Props & string>[],
): Documented {
  return { name, properties };
}
