import { createContext } from 'react';

/** True in an empty state, which repeats the action of its page's header as a secondary one. */
export const IsRepeatedAction = createContext(false);
