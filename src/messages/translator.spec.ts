import { describe, expect, it } from 'vitest';
import { addTexts, createTranslator, hasTexts, languageOf, localeOf, type MessageKey, translatorFor } from './translator';

describe('the language', () => {
  it.each([
    ['system', ['de-AT', 'en'], 'de'],
    ['system', ['ja'], 'ja'],
    ['system', ['fr-FR', 'ja-JP', 'de'], 'ja'],
    ['system', ['DE_ch'], 'de'],
    ['system', ['fr-FR', 'it'], 'en'],
    ['system', ['den'], 'en'],
    ['system', [''], 'en'],
    ['system', [], 'en'],
    ['en', ['de-DE'], 'en'],
    ['ja', ['de-DE'], 'ja'],
    ['pseudo', ['de-DE'], 'pseudo'],
  ] as const)('chosen as %s, with %j preferred, is %s', (chosen, preferred, language) => {
    expect(languageOf(chosen, preferred)).toBe(language);
  });

  it('has dates and numbers as its first preferred region has them', () => {
    expect(localeOf('de', ['en-GB', 'de-CH', 'de'])).toBe('de-CH');
    expect(localeOf('de', ['en-GB'])).toBe('de');
    expect(localeOf('pseudo', ['ar'])).toBe('ar');
  });
});

describe('a translator', () => {
  it('for the system’s language has the region that is preferred for it', () => {
    expect(translatorFor('system', ['fr-FR', 'de-CH', 'en-GB'])).toMatchObject({ language: 'de', locale: 'de-CH' });
    expect(translatorFor('en', ['fr-FR', 'de-CH', 'en-GB'])).toMatchObject({ language: 'en', locale: 'en-GB' });
  });

  it('falls back to English, and takes texts that are added later', () => {
    // No real key: other specs of the same process have loaded all texts.
    const key = 'translator-spec.only' as MessageKey;
    expect(createTranslator('ja').t(key)).toBe(key);
    addTexts('en', { [key]: 'Cancel' });
    const translator = createTranslator('ja');
    expect(translator.t(key)).toBe('Cancel');
    addTexts('ja', { [key]: 'キャンセル' });
    expect(createTranslator('ja').t(key)).toBe('キャンセル');
    expect(createTranslator('de').t(key)).toBe('Cancel');
    expect([hasTexts('en'), hasTexts('ja')]).toEqual([true, true]);
  });
});
