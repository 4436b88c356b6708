/** Maximum number of accounts per call. Clients ask the user to select fewer. */
export const accountsAtOnceMax = 500;
