/** Schemas of sign-up by release (wire/endpoints 1.1 and 1.3, wire/newer 2.2). */
import { z } from 'zod';
import { catalog } from '#contract/service/index.ts';
import { earlyStrictEmail, url } from '#contract/service/models/fields.ts';
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { AcceptedInput, SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import type { Release } from '../releases/release';

const challengeFields = {
  bot_challenge_token: z.string().optional(),
  bot_challenge_phase: z.enum(['invisible', 'visible']).optional(),
  bot_challenge_unavailable: z.enum(['true', 'false']).optional(),
};

const { body: passwordSignUp } = catalog.auth.passwordSignUp.actors.none;
const { body: sendCode } = catalog.auth.sendSignInCode.actors.none;
const withChallenge = passwordSignUp.extend(challengeFields);

type BotChallenge = Pick<z.output<typeof withChallenge>, keyof typeof challengeFields>;
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

// The bot challenge of sign-ups (wire/newer 2.2, 2.8.78, wire/corrections 2.8.86: bot challenge).

/** The token that passes: the service has tokens checked by a provider, which the sandbox doesn't have. */
export const passingBotToken = 'sandbox-bot-challenge-passed';

const setting = 'refuses_bot_challenges';

/** Sets whether every challenge fails, also with the passing token. */
export function setRefusesBots(store: Store, refuses: boolean): void {
  writeSetting(store, setting, String(refuses));
}

/** Throws BOT_CHALLENGE_REQUIRED after an invisible challenge, BOT_CHALLENGE_FAILED after a visible one. Without a challenge, all pass. */
export function requireNoBot({ store, release }: SandboxContext, sent: BotChallenge): void {
  if (!release.has('bot-challenge')) return;
  const { bot_challenge_phase: phase, bot_challenge_token: token, bot_challenge_unavailable: unavailable } = sent;
  const passes = token === passingBotToken && readSetting(store, setting) !== 'true';
  if (phase === 'invisible' && !passes) throw knownError('BOT_CHALLENGE_REQUIRED');
  if (unavailable !== 'true' && (phase !== 'visible' || passes)) return;
  const message = 'The bot challenge could not be verified.';
  throw knownError('BOT_CHALLENGE_FAILED', { message }, { message });
}
