import { describe, expect, it } from 'vitest';
import { pseudoMessage } from './pseudo';
import { addPseudoLanguage, createTranslator, hasTexts, localeOf } from './translator';

addPseudoLanguage(pseudoMessage);
const { t } = createTranslator('pseudo');

describe('the pseudo-language', () => {
  it('is there once what generates it was loaded', () => {
    expect(hasTexts('pseudo')).toBe(true);
  });

  it('brackets and accents a text and makes it about a third longer', () => {
    const text = t('ui.retry');
    expect(text).toMatch(/^\[.*\]$/);
    expect(text).not.toContain('Retry');
    expect(text.length).toBeGreaterThanOrEqual('Retry'.length * 1.3);
  });

  it('leaves what is filled in as it is', () => {
    expect(t('ui.type-to-confirm', { text: 'ada@analytical.example' })).toContain('ada@analytical.example');
  });

  it('keeps the rules of plurals', () => {
    const one = t('shell.notices.count', { count: 1 });
    const many = t('shell.notices.count', { count: 5 });
    expect(one).toContain('1');
    expect(many).toContain('5');
    expect(many.replace('5', '1')).not.toBe(one);
  });
});

describe('the locale of dates and numbers', () => {
  it('is the first of the person’s that speaks the language', () => {
    expect(localeOf('en', ['de-DE', 'en-GB', 'en'])).toBe('en-GB');
    expect(localeOf('en', ['de-DE'])).toBe('en');
    expect(localeOf('en', ['enm'])).toBe('en');
  });

  it('is the person’s own for the pseudo-language', () => {
    expect(localeOf('pseudo', ['ja-JP'])).toBe('ja-JP');
  });
});
