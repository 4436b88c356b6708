import { createContext } from 'react';

/** The element in the heading's row in which a chart shows its buttons; null if it has none. */
export const ToolsPlace = createContext<HTMLElement | null>(null);
