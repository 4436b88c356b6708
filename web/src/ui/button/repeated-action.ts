import { createContext } from 'react';

/** True in an empty state, which does not repeat the primary action of its page's header. */
export const IsRepeatedAction = createContext(false);
