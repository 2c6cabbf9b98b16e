/** Texts by key. One file a language, ICU message syntax, formats built once and kept. */
import { IntlMessageFormat } from 'intl-messageformat';
import en from './en.json';
import { type Message, pseudoMessage, syntax } from './pseudo';

export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
type Format = (values: MessageValues | undefined) => string;
export type Language = 'en' | 'pseudo';

export interface Translator {
  readonly language: Language;
  /** The locale of dates and numbers, which may be a region of the language or, for the pseudo-language, the person's own. */
  readonly locale: string;
  t(key: MessageKey, values?: MessageValues): string;
  /** Whether a text is in the table, for keys made of codes that the service may extend. */
  has(key: string): key is MessageKey;
}

/** The renderer's build parses the messages, and leaves most of them to `addTexts`. */
const texts: Partial<Record<string, Message>> = { ...en };

/** Adds texts that were loaded later. */
export function addTexts(more: Readonly<Record<string, Message>>): void {
  Object.assign(texts, more);
}

/** Builds the function that turns keys into texts of one language. */
export function createTranslator(language: Language, locale = 'en'): Translator {
  const formats = new Map<MessageKey, Format>();
  const formatOf = (key: MessageKey): Format => {
    const known = formats.get(key);
    if (known !== undefined) return known;
    const text = texts[key];
    if (text === undefined) return () => key;
    const built = build(language, locale, text);
    formats.set(key, built);
    return built;
  };
  return {
    language,
    locale,
    t: (key, values) => formatOf(key)(values),
    has: (key): key is MessageKey => Object.hasOwn(texts, key),
  };
}

function build(language: Language, locale: string, text: Message): Format {
  // The first text with syntax makes the browser read its locales, which a start should not wait for.
  if (language !== 'pseudo' && typeof text === 'string' && !syntax.test(text)) return () => text;
  const message = language === 'pseudo' ? pseudoMessage(text) : text;
  const format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  return (values) => String(format.format(values as Record<string, string> | undefined));
}

/** The language to show for what was chosen and what the system prefers. English is all there is so far. */
export function languageOf(chosen: 'system' | Language): Language {
  return chosen === 'pseudo' ? 'pseudo' : 'en';
}

/** The locale for dates and numbers: the first of the person's that speaks the shown language, or any for the pseudo-language. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  if (language === 'pseudo') return preferred[0] ?? 'en';
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}
