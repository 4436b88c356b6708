/** The largest logo, in points. A browser shrinks larger pictures. */
export const logoSize = { width: 480, height: 160 } as const;
