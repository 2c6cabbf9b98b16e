import { useCallback } from 'react';
import type { KeyEndings, KeySet } from '#contract/service/models/api-key-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { keysOfSet } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';

/** Returns the name of a key set: its description, which may be empty, or the last characters of a key. */
export function keySetName({ t }: Translator, set: KeyEndings & Pick<KeySet, 'description'>): string {
  if (visibleText(set.description) !== '') return set.description;
  const lastFour = keysOfSet(set).at(-1)?.lastFour;
  return lastFour === undefined ? t('project-keys.unnamed') : t('api-keys.unnamed', { lastFour });
}

/** Returns a function that names a key set. */
export function useKeySetName(): (set: KeySet) => string {
  const messages = useMessages();
  return useCallback((set) => keySetName(messages, set), [messages]);
}
