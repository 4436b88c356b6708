import type { ComponentType } from 'react';

/**
 * A documented part of the kit. Its translations are in the section's namespace, under the last
 * segment of the part's address: `examples.<Name>.title` and `.note`. Texts inside the examples are
 * in `gallery-samples`, which all pages share.
 */
export type Part = {
  /** The variants and states, by the names of their functions in the part's file. */
  readonly examples: Readonly<Record<string, ComponentType>>;
  /** Pictures of what an example opens, by the example's name; they are shown below it. */
  readonly stills?: Readonly<Record<string, ComponentType>>;
  /**
   * The examples whose picture is a panel that hangs from the example itself: from its start, from
   * its end, or from a field that is as wide as the panel.
   */
  readonly hangs?: Readonly<Record<string, Hang>>;
  /** For small examples, which are two in a row: the names of those that need the whole row. */
  readonly wide?: readonly string[];
  /** The shown components with their important properties. */
  readonly components: readonly Documented[];
  /** The keys in the notation of `Keys`; `does` is a key in `gallery:keys`. */
  readonly keyboard: readonly { readonly keys: readonly string[]; readonly does: string }[];
};

export type Hang = 'start' | 'end' | 'field';

export type Documented = {
  readonly name: string;
  readonly kind: 'properties' | 'methods';
  readonly properties: readonly Property[];
};

export type Property<Name extends string = string> = {
  readonly name: Name;
  readonly type: string;
  /**
   * The default value in the product, which may differ from that of a library; `–` if there is none,
   * and undefined for a required property.
   */
  readonly standard?: string;
};

/** Lists a component's important properties; TypeScript reports one that does not exist. */
export function documented<Props>(
  name: string,
  properties: readonly Property<keyof Props & string>[],
  kind: Documented['kind'] = 'properties',
): Documented {
  return { name, kind, properties };
}
