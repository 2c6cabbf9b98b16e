import { expect, test } from 'vitest';
import '#messages/all-texts.ts';
import { createTranslator } from '#messages/translator.ts';
import { htmlOfText, languageOfUser, noticeEmail } from './notice-email';

const none = { client_metadata: null, client_read_only_metadata: null, server_metadata: null };

test.each([
  ['nothing is stored', none, undefined],
  ['a locale is stored', { ...none, client_metadata: { locale: 'de-AT' } }, 'de'],
  ['a language is stored for the server', { ...none, server_metadata: { language: 'ja_JP' } }, 'ja'],
  ['there is no text in it', { ...none, client_metadata: { lang: 'fr' } }, undefined],
  ['it isn’t a text', { ...none, client_metadata: { locale: 7, lang: ['de'] } }, undefined],
  ['the metadata is a list', { ...none, client_metadata: ['locale'] }, undefined],
  ['the field is inherited', { ...none, client_metadata: Object.create({ locale: 'de' }) as never }, undefined],
])('the language of a user where %s', (_what, user, expected) => {
  expect(languageOfUser(user)).toBe(expected);
});

test.each(['en', 'de', 'ja'] as const)('the email in %s names the project and the time, and not the reason', (language) => {
  const facts = { name: 'Alan', project: 'Engines', now: Date.UTC(2026, 10, 20, 12), durationMillis: 900_000 };
  const { subject, text } = noticeEmail(createTranslator(language, language), facts);
  expect(subject).toContain('Engines');
  expect(text).toMatch(/Alan[\s\S]*Engines[\s\S]*2026[\s\S]*15/);
  expect(noticeEmail(createTranslator(language, language), { ...facts, name: null }).text).not.toContain('none');
});

test('a text becomes paragraphs, in which nothing is markup', () => {
  expect(htmlOfText('Hello <b>,\n\nline\nnext & last\n\n\n')).toBe('<p>Hello &lt;b&gt;,</p><p>line<br>next &amp; last</p>');
});
