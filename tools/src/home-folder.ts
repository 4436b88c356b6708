import { fileURLToPath } from 'node:url';

/** The checkout's folder, which is the same from `src` and from `dist`. */
export const homeFolder = fileURLToPath(new URL('../../', import.meta.url));
