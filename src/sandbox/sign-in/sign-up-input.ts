/** Schemas of sign-up by release (wire/endpoints 1.1 and 1.3, wire/newer 2.2). */
import { z } from 'zod';
import { catalog } from '#contract/service/index.ts';
import { earlyStrictEmail, url } from '#contract/service/models/fields.ts';
import type { AcceptedInput } from '../http/context';
import type { Release } from '../releases/release';

const challengeFields = {
  bot_challenge_token: z.string().optional(),
  bot_challenge_phase: z.enum(['invisible', 'visible']).optional(),
  bot_challenge_unavailable: z.enum(['true', 'false']).optional(),
};

const { body: passwordSignUp } = catalog.auth.passwordSignUp.actors.none;
const { body: sendCode } = catalog.auth.sendSignInCode.actors.none;
const withChallenge = passwordSignUp.extend(challengeFields);

export type BotChallenge = Pick<z.output<typeof withChallenge>, keyof typeof challengeFields>;
export type PasswordSignUp = Omit<z.output<typeof withChallenge>, 'verification_callback_url'> & {
  readonly verification_callback_url?: string | undefined;
};
export type CodeRequest = z.output<typeof sendCode> & BotChallenge;

/** The earliest releases accept more emails. */
const emailOf = (release: Release) => (release.has('no-empty-email-parts') ? {} : { email: earlyStrictEmail });

const ofAll = (body: z.ZodType): AcceptedInput => ({ client: { body }, server: { body } });

/** The URL is optional from 2.8.48 on. */
export function signUpInput(release: Release): AcceptedInput {
  return ofAll(
    passwordSignUp.extend({
      ...emailOf(release),
      ...(release.has('optional-sign-up-url') ? { verification_callback_url: url.optional() } : {}),
      ...(release.has('bot-challenge') ? challengeFields : {}),
    }),
  );
}

export function codeInput(release: Release): AcceptedInput {
  return ofAll(sendCode.extend({ ...emailOf(release), ...(release.has('bot-challenge') ? challengeFields : {}) }));
}
