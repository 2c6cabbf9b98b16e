import { describe, expect, it } from 'vitest';
import { addTexts, createTranslator, hasTexts, languageOf, localeOf } from './translator';

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
  it('falls back to English, and takes texts that are added later', () => {
    const english = createTranslator('en').t('ui.cancel');
    const translator = createTranslator('ja');
    expect([hasTexts('en'), hasTexts('pseudo'), hasTexts('ja')]).toEqual([true, true, false]);
    expect(translator.t('ui.cancel')).toBe(english);
    addTexts('ja', { 'ui.cancel': 'キャンセル' });
    expect(hasTexts('ja')).toBe(true);
    expect(createTranslator('ja').t('ui.cancel')).toBe('キャンセル');
    expect(createTranslator('en').t('ui.cancel')).toBe(english);
  });
});
