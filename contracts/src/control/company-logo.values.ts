/** The maximum size of the logo, in pixels. The browser shrinks larger pictures. */
export const logoSize = { width: 480, height: 160 } as const;
