/** Returns whether the identity provider sent the browser here with this query. */
export const isProviderAnswer = (query: string): boolean => new URLSearchParams(query).has('state');
