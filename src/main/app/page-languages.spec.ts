/** The pages of the callback server in each language. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import '#messages/all-texts.ts';
import de from '#messages/de.json';
import en from '#messages/en.json';
import ja from '#messages/ja.json';
import { createTranslator } from '#messages/translator.ts';
import { createConfirmPages } from '../callback/confirm-pages';
import { type PageKind, plainPage } from '../callback/page-text';
import { createPasskeyPages } from '../callback/passkey-pages';
import { loginConfirmation } from '../links/approve-login';

const tables = { en, de, ja };
type Key = keyof typeof en & keyof typeof de & keyof typeof ja;

const host = 'localhost:47810';
const origin = `http://${host}`;
const random = seededRandom();
const newId = () => Buffer.from(random(16)).toString('hex');

function request(method: string, headers: Readonly<Record<string, string>> = {}, body = ''): IncomingMessage {
  const own = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', ...headers };
  return Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), { method, headers: own }) as unknown as IncomingMessage;
}

const plainTexts: readonly (readonly [PageKind, Key, Key])[] = [
  ['locked', 'handler.locked.title', 'handler.locked.text'],
  ['link', 'handler.back.title', 'handler.link.text'],
  ['callback', 'handler.back.title', 'handler.callback.text'],
  ['failed', 'handler.back.title', 'handler.failed.text'],
  ['ignored', 'handler.ignored.title', 'handler.ignored.text'],
  ['incomplete', 'handler.incomplete.title', 'handler.incomplete.text'],
  ['expired', 'handler.expired.title', 'handler.expired.text'],
  ['refused', 'handler.refused.title', 'handler.refused.text'],
];
const passkeyParts: readonly Key[] = [
  'handler.passkey.cancelled',
  'handler.passkey.done',
  'handler.passkey.lost',
  'handler.passkey.unsupported',
];

describe.each(['en', 'de', 'ja'] as const)('in %s', (language) => {
  const translator = createTranslator(language);
  const textOf = (key: Key) => tables[language][key];
  const expectPage = (body: string | undefined, title: string, texts: readonly string[]) => {
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
    for (const text of texts) expect(body).toContain(`>${text}<`);
  };

  test.each(plainTexts)('the plain page %s', (kind, title, text) => {
    expectPage(plainPage(kind, translator).body, textOf(title), [textOf(text)]);
  });

  test.each(['create', 'get'] as const)('the passkey page to %s', async (kind) => {
    const pages = createPasskeyPages(newId, () => translator);
    const asked = { kind, options: {}, account: 'Ada', accept: () => true };
    const path = pages.offer(asked, new AbortController().signal).replace('/latchkey/', '');
    const page = await pages.answer(request('GET'), path, origin);
    const title = textOf(`handler.passkey.${kind}.title`).replace('{account}', 'Ada');
    const texts = [`handler.passkey.${kind}.text`, `handler.passkey.${kind}`, ...passkeyParts] as const;
    expectPage(page?.body, title, texts.map(textOf));
  });

  test.each([
    ['approve', 'approved'],
    ['cancel', 'canceled'],
  ] as const)('the confirmation, after its button to %s, and once it has ended', async (decision, outcome) => {
    const pages = createConfirmPages(newId, () => translator);
    const login = {
      project: 'Engines',
      baseUrl: 'http://x.test',
      account: sampleAccount,
      link: { host: null, arrival: 'pasted' },
    } as const;
    const offered = pages.offer(loginConfirmation(translator, login), new AbortController().signal);
    const path = offered.path.replace('/latchkey/', '');
    const question = await pages.answer(request('GET'), path, origin);
    const texts = ['confirm.login.account', 'link.cli.shares', 'link.cli.unknown', 'link.cli.approve', 'ui.cancel'] as const;
    expectPage(question?.body, textOf('confirm.login.title'), texts.map(textOf));
    const token = /name="token" value="(\w+)"/.exec(question?.body ?? '')?.[1];
    const form = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await pages.answer(request('POST', form, `token=${token}&decision=${decision}`), path, origin);
    expectPage(answer?.body, textOf(`handler.confirm.${outcome}.title`), [textOf(`handler.confirm.${outcome}.text`)]);
    const ended = await pages.answer(request('GET'), path, origin);
    expectPage(ended?.body, textOf('handler.confirm.ended.title'), [textOf('handler.confirm.ended.text')]);
  });
});
