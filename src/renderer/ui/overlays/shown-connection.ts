import { createContext } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';

/** The connection whose screen is shown. Dialogs about its environment have its own color, like the top bar. */
export const ShownConnection = createContext<Connection | undefined>(undefined);
