import { useState } from 'react';

/** Returns whether a condition is true, or was true before. */
export function useLatch(condition: boolean): boolean {
  const [wasTrue, setTrue] = useState(condition);
  if (condition && !wasTrue) setTrue(true);
  return wasTrue || condition;
}
