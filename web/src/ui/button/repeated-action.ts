import { createContext } from 'react';

/** True in an empty state, which shows the primary action of its page in place of the header. */
export const IsRepeatedAction = createContext(false);
