import { createContext, useContext } from 'react';
import { now } from './now';

/** The clock of the service whose data is shown. */
const Ahead = createContext(0);

/** Sets by how many milliseconds the clock of the service is ahead of this computer's, for the parts of the window that show its data. */
export const ServiceClockProvider = Ahead.Provider;

/** Returns by how many milliseconds the service's clock is ahead. */
export function useAhead(): number {
  return useContext(Ahead);
}

/** Returns a function that returns the current time by the service's clock. Times of the service are compared with it. */
export function useServiceNow(): () => number {
  const ahead = useAhead();
  return () => now() + ahead;
}
