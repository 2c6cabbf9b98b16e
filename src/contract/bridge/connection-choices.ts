/** Options of a connection that the user chooses from a list. */
import { z } from 'zod';
import { type WatchKind, watchKinds } from '../watch/rules';

/** What the watch looks for at a connection, where that differs from the choice for the whole app. */
export const watchRules = z.strictObject(
  Object.fromEntries(watchKinds.map((kind) => [kind, z.boolean().optional()])) as Record<WatchKind, z.ZodOptional<z.ZodBoolean>>,
);

export const environment = z.enum(['development', 'staging', 'production']);
export const colour = z.enum(['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'gray']);
export type Environment = z.output<typeof environment>;
export type Colour = z.output<typeof colour>;

/**
 * Screens that a connection can open at, by their names in the windows' table of screens: those that show data of the project or of an
 * account. Files contain the names, so a renamed screen keeps its name here.
 */
export const targetScreens = [
  'overview',
  'users',
  'teams',
  'permissions',
  'signInMethods',
  'domains',
  'email',
  'projectKeys',
  'keyCheck',
  'webhooks',
  'projectSettings',
  'profile',
  'signInSettings',
  'sessions',
  'connectedAccounts',
  'apiKeys',
  'ownPermissions',
  'invitationsForMe',
  'notifications',
  'createTeam',
  'projects',
  'compare',
  'imports',
] as const;
const dataScreen = z.enum(targetScreens);

/** The screens that the user chose for moments of a connection. An absent one of the others is `home`; an absent `home` is the default. */
export const connectionTargets = z.strictObject({
  /** When the connection is opened, or another account of it becomes the current one. */
  home: dataScreen.optional(),
  afterSignIn: dataScreen.optional(),
  afterSignUp: dataScreen.optional(),
  /** Also the sign-in card. */
  afterSignOut: z.enum([...targetScreens, 'signIn']).optional(),
});
export type ConnectionTargets = z.output<typeof connectionTargets>;
export type TargetMoment = keyof ConnectionTargets;
export type TargetScreen = NonNullable<ConnectionTargets[TargetMoment]>;

/** The moments of {@link connectionTargets}, in the order of the form. */
export const targetMoments = ['home', 'afterSignIn', 'afterSignUp', 'afterSignOut'] as const satisfies readonly TargetMoment[];
