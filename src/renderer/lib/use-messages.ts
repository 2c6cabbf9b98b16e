import { createContext, useContext } from 'react';
import { createTranslator, type Translator } from '#messages/translator.ts';

/** Carries the translator; English where nothing provides one. */
export const MessagesContext = createContext<Translator>(createTranslator('en'));

/** Carries the translator of texts that are stored: in privacy mode, the other one conceals. */
export const StoredMessagesContext = createContext<Translator>(createTranslator('en'));

/** Texts that aren't only shown: they contain every value as it is. */
export function useStoredMessages(): Translator {
  return useContext(StoredMessagesContext);
}

/** Texts by key, and the locale for dates and numbers. */
export function useMessages(): Translator {
  return useContext(MessagesContext);
}
