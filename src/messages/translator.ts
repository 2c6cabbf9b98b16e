/** Texts by key. One file for each language, ICU message syntax, formats built once and kept. */
import { IntlMessageFormat } from 'intl-messageformat';
import en from './en.json';

export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
type Format = (values: MessageValues | undefined) => string;

/** The languages that have texts. English is the source, and in the first script. */
export const languages = ['en', 'de', 'ja'] as const;
export type TextLanguage = (typeof languages)[number];
export type Language = TextLanguage | 'pseudo';
export type Parsed = ReturnType<NonNullable<typeof IntlMessageFormat.__parse>>;
/** A message, as text or parsed. */
export type Message = string | Parsed;
type Texts = Readonly<Record<string, Message>>;

/** What the syntax of messages consists of; most have none. */
export const syntax = /[{}']/;

export interface Translator {
  readonly language: Language;
  /** The locale of dates and numbers, which may be a region of the language or, for the pseudo-language, the person's own. */
  readonly locale: string;
  t(key: MessageKey, values?: MessageValues): string;
  /** Whether a text exists, for keys that contain codes of the service, which may add some. */
  has(key: string): key is MessageKey;
}

/** The renderer's build parses the messages, and leaves most of them to `addTexts`. */
const texts: Readonly<Record<TextLanguage, Partial<Record<string, Message>>>> = { en: { ...en }, de: {}, ja: {} };

/** Adds texts of a language that were loaded later. */
export function addTexts(language: TextLanguage, more: Texts): void {
  Object.assign(texts[language], more);
}

let pseudoMessage: ((message: Message) => Parsed) | null = null;

/** Adds what generates the pseudo-language. */
export function addPseudoLanguage(generate: (message: Message) => Parsed): void {
  pseudoMessage = generate;
}

/** Whether any text of the language is there. */
export function hasTexts(language: Language): boolean {
  return language === 'pseudo' ? pseudoMessage !== null : Object.keys(texts[language]).length > 0;
}

/** The pseudo-language is generated from English. */
function textLanguage(language: Language): TextLanguage {
  return language === 'pseudo' ? 'en' : language;
}

/** Creates the function that turns keys into texts of one language; where it has none, of English. */
export function createTranslator(language: Language, locale = 'en'): Translator {
  const formats = new Map<MessageKey, Format>();
  const formatOf = (key: MessageKey): Format => {
    const known = formats.get(key);
    if (known !== undefined) return known;
    const text = texts[textLanguage(language)][key] ?? texts.en[key];
    if (text === undefined) return () => key;
    const built = build(language, locale, text);
    formats.set(key, built);
    return built;
  };
  return {
    language,
    locale,
    t: (key, values) => formatOf(key)(values),
    has: (key): key is MessageKey => Object.hasOwn(texts.en, key),
  };
}

function build(language: Language, locale: string, text: Message): Format {
  // The first text with syntax makes the browser read its locales, which a start should not wait for.
  if (language !== 'pseudo' && typeof text === 'string' && !syntax.test(text)) return () => text;
  const message = language === 'pseudo' && pseudoMessage !== null ? pseudoMessage(text) : text;
  const format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  return (values) => String(format.format(values as Record<string, string> | undefined));
}

/** Returns the language to show: the chosen one, or the first one of the system's that has texts. `preferred` are locales, the best first. */
export function languageOf(chosen: 'system' | Language, preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  const bases = preferred.map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
  return bases.map((base) => languages.find((language) => language === base)).find((language) => language !== undefined) ?? 'en';
}

/** Returns the locale for dates and numbers: the first preferred one of the shown language, or any for the pseudo-language. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  if (language === 'pseudo') return preferred[0] ?? 'en';
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Creates the translator for a choice of language and the user's preferred locales, the best first. */
export function translatorFor(chosen: 'system' | Language, preferred: readonly string[]): Translator {
  const language = languageOf(chosen, preferred);
  return createTranslator(language, localeOf(language, preferred));
}

/** Returns the locale that the system has for this process, as a list. */
export function systemLocales(): readonly string[] {
  return [new Intl.DateTimeFormat().resolvedOptions().locale];
}
