import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';

/**
 * Returns the features of a connection's service as they were known when the screen was opened. Those that are detected later add entries to
 * the navigation with the next screen: until then, they would push away what the user may be about to press.
 */
export function useSettledFeatures({ id, features }: Connection): Connection['features'] {
  const { pathname } = useLocation();
  const place = `${id} ${pathname}`;
  const [settled, settle] = useState({ place, features });
  if (settled.place === place) return settled.features;
  settle({ place, features });
  return features;
}
