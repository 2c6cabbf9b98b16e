/** The server and project that an operation started with. */
import type { Target } from '../../remote/send';

/**
 * Returns the target of a connection's calls, whose responses update the known server time. Throws `connection-changed` when the connection
 * no longer points to the destination.
 */
export type ResolveTarget = (connectionId: string, destination?: string | null) => Promise<Target>;

/** A connection, and the server and project that it pointed to when the user started. */
export interface Place {
  readonly connectionId: string;
  readonly destination: string | null;
}
