/** How many accounts one call changes: beyond it a browser asks for fewer to be picked. */
export const accountsAtOnceMax = 500;
