import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Returns the clause that says where keys are stored: the only text about it, so that no screen promises a keychain that isn't there. */
export function useKeyStorage(): string {
  const { t } = useMessages();
  return t(`ui.key-storage.${useTopic('lock.state').secrets}`);
}
