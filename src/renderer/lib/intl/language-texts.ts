/** The texts of other languages than English, each loaded when it is first shown. */
import { addPseudoLanguage, addTexts, hasTexts, type Language } from '#messages/translator.ts';

const readers = {
  de: () => import('#messages/de.json'),
  ja: () => import('#messages/ja.json'),
} as const;

/** Loads the texts of a language. Rejects if they can't be loaded; until they are, texts are English. */
export async function loadLanguage(language: Language): Promise<void> {
  if (hasTexts(language)) return;
  if (language === 'pseudo') addPseudoLanguage((await import('#messages/pseudo.ts')).pseudoMessage);
  else if (language !== 'en') addTexts(language, (await readers[language]()).default);
}
