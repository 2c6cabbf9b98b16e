/** The server and project that an operation started with. */
import type { Target } from '../remote/send';

/**
 * Returns the target of a connection's calls, whose responses update the known server time. Throws `connection-changed` when the connection
 * no longer points to the destination.
 */
export type ResolveTarget = (connectionId: string, destination?: string | null) => Promise<Target>;

/** Identifies the server and project that a connection points to now; null for one that was removed. */
export type DestinationOf = (connectionId: string) => string | null;

/** A connection, and the server and project that it pointed to when the user started. */
export interface PinnedConnection {
  readonly connectionId: string;
  readonly destination: string | null;
}

/**
 * Returns the connection with `destination`, or with where it points to now. Call it before the first `await`, because the user's input is
 * for the server that the connection points to now.
 */
export function pinConnection(
  { destinationOf }: { readonly destinationOf: DestinationOf },
  { connectionId, destination }: { readonly connectionId: string; readonly destination?: string | null },
): PinnedConnection {
  return { connectionId, destination: destination ?? destinationOf(connectionId) };
}
