/** The bot challenge of sign-ups (wire/newer 2.2, 2.8.78, wire/corrections 2.8.86: bot challenge). */
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import type { BotChallenge } from './sign-up-input';

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
