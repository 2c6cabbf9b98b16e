import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { settle } from '#tests/support/fake-clock.ts';
import type { HostConfirmation } from '../ports/ports';
import { createConfirmPages } from './confirm-pages';

type Headers = Readonly<Record<string, string | undefined>>;

const origin = 'http://localhost:47810';
const host = 'localhost:47810';
const path = `confirm/${'1'.repeat(32)}`;
const token = '2'.repeat(32);
const navigation = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
const own = { ...navigation, 'sec-fetch-site': 'same-origin', origin, 'content-type': 'application/x-www-form-urlencoded' };
const approval = `token=${token}&decision=approve`;
const confirmation: HostConfirmation = {
  title: 'Approve <b>?',
  facts: [{ label: 'Project', value: '"><script>alert(1)</script>' }],
  consequences: ['It shares <i>this</i> session.'],
  confirmLabel: 'Approve sign-in',
  cancelLabel: 'Cancel',
};

function request(method: string, headers: Headers, body = ''): IncomingMessage {
  return Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), { method, headers }) as unknown as IncomingMessage;
}

function setUp() {
  let number = 0;
  const newId = () => String(++number).repeat(32);
  const pages = createConfirmPages(newId, () => createTranslator('en'));
  const abort = new AbortController();
  const offered = pages.offer(confirmation, abort.signal);
  const decisions: boolean[] = [];
  void offered.decision.then((decision) => decisions.push(decision));
  const get = (headers: Headers = navigation, at = path) => pages.answer(request('GET', headers), at, origin);
  const post = (body = approval, headers: Headers = own, at = path) => pages.answer(request('POST', headers, body), at, origin);
  const decided = async () => {
    await settle();
    return decisions;
  };
  return { pages, abort, offered, get, post, decided };
}

describe('the page', () => {
  test('shows what is confirmed as text, without scripts, and is never framed', async () => {
    const { get, offered } = setUp();
    expect(offered.path).toBe(`/latchkey/${path}`);
    const page = await get();
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      },
    });
    expect(page?.body).toContain('Approve &lt;b&gt;?');
    expect(page?.body).toContain('<dt>Project</dt><dd><bdi>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</bdi></dd>');
    expect(page?.body).toContain('It shares &lt;i&gt;this&lt;/i&gt; session.');
    expect(page?.body).not.toMatch(/<(script|i|b)>/);
  });

  test('has Cancel as the default: the first button, with the focus', async () => {
    const buttons = (await setUp().get())?.body.match(/<button[^>]*>[^<]*/g);
    expect(buttons).toEqual([
      '<button name="decision" value="cancel" autofocus>Cancel',
      '<button name="decision" value="approve" class="plain">Approve sign-in',
    ]);
  });

  test('can be opened again without deciding', async () => {
    const { get, decided } = setUp();
    expect((await get())?.body).toBe((await get())?.body);
    expect(await decided()).toEqual([]);
  });

  test.each<[string, Headers]>([
    ['a frame', { ...navigation, 'sec-fetch-dest': 'iframe' }],
    ['a script of a page', { ...navigation, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a page of another port', { ...navigation, 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { ...navigation, 'sec-fetch-site': 'cross-site' }],
    ['a browser that loads ahead', { ...navigation, 'sec-purpose': 'prefetch' }],
    ['another name of this machine', { ...navigation, host: '127.0.0.1:47810' }],
    ['another port', { ...navigation, host: 'localhost:1' }],
  ])('is not shown to %s', async (_what, headers) => {
    expect(await setUp().get(headers)).toBeNull();
  });

  test.each([
    'confirm',
    'confirm/',
    'confirm/short',
    `confirm/${'1'.repeat(32)}/x`,
    `confirm/${'.'.repeat(32)}`,
    `passkey/${'1'.repeat(32)}`,
  ])('does not exist at %s', async (at) => {
    expect(await setUp().get(navigation, at)).toBeNull();
  });

  test('reports an unknown confirmation as ended', async () => {
    expect(await setUp().get(navigation, `confirm/${'0'.repeat(32)}`)).toMatchObject({ status: 410 });
  });
});

describe('a decision', () => {
  test.each([
    ['approve', true, 'Approved'],
    ['cancel', false, 'Canceled'],
  ])('%s counts once', async (decision, isApproved, title) => {
    const { post, get, decided } = setUp();
    const page = await post(`token=${token}&decision=${decision}`);
    expect([page?.status, page?.body.includes(`<h1>${title}</h1>`)]).toEqual([200, true]);
    expect([(await post(approval))?.status, (await get())?.status]).toEqual([410, 410]);
    expect(await decided()).toEqual([isApproved]);
  });

  test('counts once when two come at the same time', async () => {
    const { post, decided } = setUp();
    const statuses = (await Promise.all([post(approval), post(`token=${token}&decision=cancel`)])).map((page) => page?.status);
    expect(statuses.sort()).toEqual([200, 410]);
    expect(await decided()).toHaveLength(1);
  });

  test('does not count after the confirmation was withdrawn', async () => {
    const { post, abort, decided } = setUp();
    abort.abort();
    expect((await post())?.status).toBe(410);
    expect(await decided()).toEqual([]);
  });

  test.each<[string, string, Headers]>([
    ['without a token', 'decision=approve', own],
    ['with an empty token', 'token=&decision=approve', own],
    ['with another token', `token=${'3'.repeat(32)}&decision=approve`, own],
    ['with the address as its token', `token=${'1'.repeat(32)}&decision=approve`, own],
    ['with a longer token', `token=${token}2&decision=approve`, own],
    ['with a token of other characters', `token=${'é'.repeat(16)}&decision=approve`, own],
    ['without a decision', `token=${token}`, own],
    ['with another decision', `token=${token}&decision=yes`, own],
    ['with two decisions', `token=${token}&decision=cancel&decision=approve`, own],
    ['with a field more', `${approval}&x=1`, own],
    ['that is too long', `${approval}${' '.repeat(1024)}`, own],
    ['of another page', approval, { ...own, origin: 'https://evil.example' }],
    ['of a page of another port', approval, { ...own, origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }],
    ['of a page of another name of this machine', approval, { ...own, origin: 'http://127.0.0.1:47810' }],
    ['of a page without an origin', approval, { ...own, origin: 'null' }],
    ['of no page', approval, { ...own, origin: undefined }],
    ['of a script', approval, { ...own, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['of another site, according to the browser', approval, { ...own, 'sec-fetch-site': 'cross-site' }],
    ['as plain text', approval, { ...own, 'content-type': 'text/plain' }],
    ['as JSON', JSON.stringify({ token, decision: 'approve' }), { ...own, 'content-type': 'application/json' }],
    ['to another name of this machine', approval, { ...own, host: '127.0.0.1:47810', origin: 'http://127.0.0.1:47810' }],
  ])('%s is refused and decides nothing', async (_what, body, headers) => {
    const { post, get, decided } = setUp();
    expect(await post(body, headers)).toBeNull();
    expect((await get())?.status).toBe(200);
    expect(await decided()).toEqual([]);
  });

  test.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])('by %s is refused', async (method) => {
    const { pages, decided } = setUp();
    expect(await pages.answer(request(method, own, approval), path, origin)).toBeNull();
    expect(await decided()).toEqual([]);
  });

  test('to another confirmation’s page is refused', async () => {
    const { pages, post, decided } = setUp();
    const other = pages.offer(confirmation, new AbortController().signal);
    expect(await post(approval, own, other.path.slice('/latchkey/'.length))).toBeNull();
    expect(await decided()).toEqual([]);
  });
});
