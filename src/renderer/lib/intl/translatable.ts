import type { MessageKey, Translator } from '#messages/translator.ts';

/** A text that is kept while the language can change: its key, or a function that writes it in a language. */
export type Translatable = MessageKey | ((messages: Translator) => string);

/** Returns a kept text in the language of the translator. */
export function translated(messages: Translator, text: Translatable): string {
  return typeof text === 'string' ? messages.t(text) : text(messages);
}
