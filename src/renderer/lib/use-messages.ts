import { createContext, useContext } from 'react';
import { createTranslator, type Translator } from '../../messages/translator';

/** Carries the translator; English where nothing provides one. */
export const MessagesContext = createContext<Translator>(createTranslator('en'));

/** Texts by key, and the locale for dates and numbers. */
export function useMessages(): Translator {
  return useContext(MessagesContext);
}
