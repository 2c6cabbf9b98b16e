import type { Colour, Environment } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';

/** The colors that a user can choose, in the order of the rainbow. */
export const colours = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'gray'] as const satisfies readonly Colour[];

/** Returns the connection's own color, else the environment's, for lines, edges and dots. */
export function colourOf({ colour, environment }: { colour?: Colour | null; environment: Environment }): string {
  return colour ? `var(--colour-${colour})` : `var(--env-${environment})`;
}

/** A connection's colour; the sandbox has the app's own until one is chosen. */
export function connectionColour({ kind, colour, environment }: Pick<Connection, 'kind' | 'colour' | 'environment'>): string {
  return kind === 'sandbox' && colour === null ? 'var(--accent)' : colourOf({ colour, environment });
}
