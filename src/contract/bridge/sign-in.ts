/** Signing in. What a person types goes in once; what comes back is the next step, never a token. */
import { z } from 'zod';
import { call } from '../kit';

const connectionId = z.string().max(64);
const email = z.string().max(320);
const password = z.string().max(1024);

export const signInStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('signed-in'), accountId: z.string(), isNewUser: z.boolean() }),
]);
export type SignInStep = z.output<typeof signInStep>;

export const signIn = {
  withPassword: call(z.strictObject({ connectionId, email, password }), signInStep),
  /** The password's length is checked before anything is sent; too short or too long is a `bad-input` at `password`. */
  signUp: call(z.strictObject({ connectionId, email, password }), signInStep),
};
