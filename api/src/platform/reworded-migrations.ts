type Digests = {
  /** Of the whole text as it landed, which databases have recorded. */
  readonly text: string;
  /** Of its code without comments. */
  readonly statements: string;
};

/** Migrations whose comments were reworded after they landed, with digests of the first texts. */
export const reworded: ReadonlyMap<string, Digests> = new Map([]);
