import { expect, it } from 'vitest';
import ja from '#messages/ja.json';
import { addTexts, createTranslator } from '#messages/translator.ts';
import { aroundSlot, slot } from './message-slot';

addTexts('ja', ja);

it.each([
  ['en', ['', ' vs. previous 7 days']],
  ['ja', ['その前の7日間との比較：', '']],
] as const)('leaves the place of an element to the language: %s', (language, texts) => {
  expect(aroundSlot(createTranslator(language).t('overview.change', { change: slot }))).toEqual(texts);
});

it.each([
  ['', ['', '']],
  ['No slot', ['No slot', '']],
  [slot, ['', '']],
])('splits %j', (message, texts) => {
  expect(aroundSlot(message)).toEqual(texts);
});
