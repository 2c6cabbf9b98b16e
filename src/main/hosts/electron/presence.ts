/** The system's check that its user is present, as far as Electron offers one: Touch ID. */
import { systemPreferences } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { PresenceCheck } from '../../ports/ports';
import { plainText } from '../../runtime/plain-text';

/** The members that only macOS has. */
type TouchId = Partial<Pick<typeof systemPreferences, 'canPromptTouchID' | 'promptTouchID'>>;

/** Creates the port. Null on systems for which Electron has no prompt. */
export function createPresenceCheck(translator: () => Translator): PresenceCheck | null {
  const { canPromptTouchID, promptTouchID }: TouchId = systemPreferences;
  if (canPromptTouchID === undefined || promptTouchID === undefined) return null;
  return {
    isAvailable: () => canPromptTouchID.call(systemPreferences),
    async verify({ effect, connection }) {
      const reason = translator().t(`host.presence.${effect}`, { connection: plainText(connection) });
      // The system doesn't say whether the user canceled or wasn't recognized.
      return promptTouchID.call(systemPreferences, reason).then(
        () => true,
        () => false,
      );
    },
  };
}
