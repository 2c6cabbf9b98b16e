/** The targets of connections, which depend on the table of screens. Features get them from the frame, because only the shell imports the table. */
import { createContext, useContext } from 'react';
import type { TargetScreen } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { MessageKey } from '#messages/translator.ts';

/** A screen that can be chosen as a target. */
interface TargetChoice<S extends TargetScreen> {
  readonly screen: S;
  readonly title: MessageKey;
}

export interface TargetPaths {
  /**
   * Returns the path at which a connection opens for the first time in this window: its home, else its first screen, which is the list of
   * users for a connection that was just created and isn't known yet.
   */
  first(connectionId: string): string;
  /** Returns where the user of an account continues who has just switched to it, signed in, or signed up; by default at the profile. */
  signedIn(connectionId: string, moment: 'home' | 'afterSignIn' | 'afterSignUp'): string;
  /** Returns where to go from a screen of an account after it was signed out or deleted; after all were, if no ID is passed. */
  signedOut(connectionId: string, accountId?: string): string;
  /** Returns those of the screens that the connection's project and service have, with their titles. */
  choices<S extends TargetScreen>(connection: Connection, of: readonly S[]): readonly TargetChoice<S>[];
}

const Targets = createContext<TargetPaths | null>(null);

/** Provides the paths to the screens of a window. */
export const TargetPathsProvider = Targets.Provider;

/** Returns the paths of the connections' targets. */
export function useTargetPaths(): TargetPaths {
  const targets = useContext(Targets);
  if (targets === null) throw new Error('The targets of connections are known only inside the frame.');
  return targets;
}
