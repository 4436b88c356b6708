/**
 * The `meta` of a change whose failure is not reported, such as the removal of an empty draft after
 * the user has left it.
 */
export const quietly = { isQuiet: true };
