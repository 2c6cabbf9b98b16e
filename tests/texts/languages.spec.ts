/** Every language has every text, with the same values in it. */
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it, test } from 'vitest';
import de from '#messages/de.json';
import en from '#messages/en.json';
import ja from '#messages/ja.json';
import { languages } from '#messages/translator.ts';

type Texts = Readonly<Record<string, string>>;
type Parsed = ReturnType<NonNullable<typeof IntlMessageFormat.__parse>>;

const tables: Readonly<Record<(typeof languages)[number], Texts>> = { en, de, ja };

/** Terms that another one replaces, by language. */
const replacedTerms: Readonly<Record<string, RegExp>> = {
  de: /\b(du|dein\p{Ll}*|dir|dich)\b/iu,
  ja: /2FA|ウェブ|をチェック|チェック(し|さ|で)|(ユーザ|サーバ|ブラウザ|フォルダ|コンピュータ)(?!ー)/,
};

const parse = (text: string): Parsed => IntlMessageFormat.__parse?.(text, { ignoreTag: true }) ?? [];

/** Lists the values in a text with their formats, and the arms of each choice. */
function valuesIn(elements: Parsed): string[] {
  const found = elements.flatMap((element) => {
    if (element.type === 0 || element.type === 7) return [];
    if (!('options' in element)) return [`${element.type} ${element.value} ${'style' in element ? JSON.stringify(element.style) : ''}`];
    const inner = Object.values(element.options).flatMap((option) => valuesIn(option.value));
    // Languages have different plural forms, but the same choices.
    return [`${element.type} ${element.value} ${element.type === 5 ? Object.keys(element.options).sort().join() : ''}`, ...inner];
  });
  return [...new Set(found)].sort();
}

/** Lists the forms of plurals that the language doesn't have. */
function wrongForms(language: string, elements: Parsed): string[] {
  return elements.flatMap((element) => {
    if (!('options' in element)) return [];
    const inner = Object.values(element.options).flatMap((option) => wrongForms(language, option.value));
    if (element.type !== 6) return inner;
    const { pluralCategories } = new Intl.PluralRules(language, { type: element.pluralType ?? 'cardinal' }).resolvedOptions();
    const own = Object.keys(element.options).filter((form) => !form.startsWith('='));
    return [...inner, ...own.filter((form) => !pluralCategories.includes(form as Intl.LDMLPluralRule))];
  });
}

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = tables[language];
  const entries = Object.entries(en as Texts).map(([key, text]) => [key, text, texts[key] ?? ''] as const);

  it('has every text, and no other', () => {
    expect(Object.keys(texts).filter((key) => !Object.hasOwn(en, key))).toEqual([]);
    expect(Object.keys(en).filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
  });

  it('has the same values in each text', () => {
    const different = entries.filter(([, text, own]) => valuesIn(parse(own)).join() !== valuesIn(parse(text)).join());
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('has the plural forms of the language', () => {
    expect(entries.flatMap(([key, , own]) => wrongForms(language, parse(own)).map((form) => `${key}: ${form}`))).toEqual([]);
  });

  it('has no text that was left in English', () => {
    // Single words may be the same in both, and names are.
    const words = (text: string) => text.replace(/\{[^{}]*\}/g, ' ');
    const left = entries.filter(([, text, own]) => own === text && /\p{L}{3,} +\p{L}{3,}/u.test(words(text)));
    expect(left.map(([key]) => key)).toEqual([]);
  });

  it('has one term for each meaning', () => {
    const replaced = replacedTerms[language];
    const words = entries.filter(([key]) => !key.endsWith('.keywords'));
    expect(words.filter(([, , own]) => replaced?.test(own)).map(([key]) => key)).toEqual([]);
  });

  it('ends sentences, and progress, as English does', () => {
    const ends = (text: string) => (/…$/.test(text) ? '…' : /[.。]$/.test(text) ? '.' : /[?？]$/.test(text) ? '?' : '');
    const different = entries.filter(([, text, own]) => !/[{}]/.test(text) && ends(own) !== ends(text));
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('quotes the same names in titles and questions as English', () => {
    const quoted = (text: string) => [...text.matchAll(/[“„「]\{(\w+)\}/g)].map(([, name]) => name).sort();
    const titles = entries.filter(([key, text]) => key.endsWith('.title') || text.endsWith('?'));
    expect(titles.filter(([, text, own]) => quoted(own).join() !== quoted(text).join()).map(([key]) => key)).toEqual([]);
  });

  it('uses no ASCII quotation marks around its own words', () => {
    expect(entries.filter(([, text, own]) => /"/.test(own) && !/"/.test(text)).map(([key]) => key)).toEqual([]);
  });
});

test('Japanese texts keep words together that browsers take apart', () => {
  // Chromium breaks lines between phrases, but takes these words for two. A label of one phrase stays on its line.
  const apart = Object.entries(ja).filter(
    ([key, text]) => !key.endsWith('.keywords') && text.length > 14 && /方[法式]|ステータス\{/.test(text),
  );
  expect(apart.map(([key]) => key)).toEqual([]);
});
