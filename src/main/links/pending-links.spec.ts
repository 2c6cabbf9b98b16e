import { describe, expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { LinkSummary } from '#contract/bridge/links.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createTopic } from '../runtime/topics';
import { createPendingLinks } from './pending-links';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const other = code.replace('0', 'z');
const own = (route: string) => `http://localhost:47810/handler/${route}`;

const connection = (id: string, change: Partial<Connection> = {}): Connection => ({
  id,
  kind: 'project',
  name: id,
  baseUrl: 'https://api.example',
  projectId: 'p',
  environment: 'development',
  colour: null,
  handlerBase: '/handler',
  safety: 'normal',
  requirePresence: false,
  group: null,
  pinned: false,
  credentials: { client: true, server: false, admin: false, owner: null },
  release: null,
  features: null,
  ...change,
});

function setUp(known: Connection[] = [connection('c1'), connection('c2')]) {
  const pushes: unknown[] = [];
  const topic = createTopic<LinkSummary[]>('links.list', [], (push) => pushes.push(push));
  const connections = createTopic<Connection[]>('connections.list', known, () => undefined);
  let number = 0;
  const links = createPendingLinks({ topic, connections, newId: () => `l${++number}` });
  return { links, connections, shown: () => topic.get().value, pushes };
}

describe('which connection a link belongs to', () => {
  test.each<[string, Connection[], string | null, string[]]>([
    [own('sign-in'), [], null, []],
    [own('sign-in'), [connection('c1')], 'c1', ['c1']],
    [own('sign-in'), [connection('c1'), connection('c2')], null, ['c1', 'c2']],
    [own('sign-in?connection=c2'), [connection('c1'), connection('c2')], 'c2', ['c2']],
    [own('sign-in?connection=gone'), [connection('c1'), connection('c2')], null, ['c1', 'c2']],
    [own('sign-in'), [connection('c1'), connection('sandbox', { kind: 'sandbox' })], null, ['c1', 'sandbox']],
    ['https://app.example/handler/sign-in', [connection('c1'), connection('sandbox', { kind: 'sandbox' })], 'c1', ['c1']],
    ['https://app.example/auth/sign-in', [connection('c1'), connection('c2', { handlerBase: '/auth' })], 'c2', ['c2']],
    ['https://app.example/auth/sign-in?connection=c1', [connection('c1'), connection('c2', { handlerBase: '/auth' })], 'c1', ['c1']],
  ])('%s', (text, known, connectionId, fits) => {
    const { links, shown } = setUp(known);
    links.open({ text });
    expect(shown()).toMatchObject([{ connectionId, fits }]);
  });

  test.each<[string, string, string | null]>([
    ['a link that names none', own('sign-in'), 'c2'],
    ['a link that names another', own('sign-in?connection=c1'), 'c1'],
    ['a link that names a removed one', own('sign-in?connection=gone'), 'c2'],
    ['a link of its site', 'https://app.example/handler/sign-in', 'c2'],
    ['a link of a site of others', 'https://app.example/auth/sign-in', null],
    ['a code alone', code, 'c2'],
  ])('is the one on whose card it was pasted, if that fits: %s', (_what, text, connectionId) => {
    const { links, shown } = setUp([
      ...[connection('c1'), connection('c2', { kind: 'sandbox' })],
      ...[connection('c3', { handlerBase: '/auth' }), connection('c4', { handlerBase: '/auth' })],
    ]);
    links.open({ text, connectionId: 'c2' });
    expect(shown()).toMatchObject([{ connectionId }]);
  });

  test('must exist if a window names it', async () => {
    const { links } = setUp();
    expect(await reportOf((async () => links.open({ text: own('sign-in'), connectionId: 'c3' }))())).toEqual({
      code: 'unknown-connection',
    });
  });

  test('changes when connections are added and removed', () => {
    const { links, connections, shown, pushes } = setUp([]);
    links.open({ text: own('sign-in') });
    connections.set([connection('c1')]);
    links.publish();
    expect(shown()).toMatchObject([{ connectionId: 'c1' }]);
    const before = pushes.length;
    links.publish();
    expect(pushes).toHaveLength(before);
  });

  test('is required to use it', async () => {
    const { links } = setUp();
    const link = links.find(links.open({ text: own('sign-in') }));
    const asked = async (id?: string) => links.connectionOf(link, id);
    expect(await reportOf(asked())).toEqual({ code: 'bad-input', path: 'connectionId' });
    expect(await reportOf(asked('c3'))).toEqual({ code: 'unknown-connection' });
    expect(await asked('c2')).toBe('c2');
  });
});

describe('link summary', () => {
  test('contains no code and no URL that isn’t known to be trusted', () => {
    const { links, shown } = setUp();
    links.open({ text: own(`password-reset?code=${code}&after_auth_return_to=/teams`) });
    links.open({ text: `https://app.example/handler/sign-in?after_auth_return_to=${encodeURIComponent('https://app.example/x')}` });
    expect(shown()).toMatchObject([
      { kind: 'password-reset', host: null, afterAuthReturnTo: '/teams' },
      { kind: 'sign-in', host: 'app.example', afterAuthReturnTo: null },
    ]);
    expect(JSON.stringify(shown())).not.toContain(code.slice(0, 8));
  });

  test('contains the kind of a code if the caller names it', () => {
    const { links, shown } = setUp();
    links.open({ text: code });
    links.open({ text: other, as: 'team-invitation' });
    links.open({ text: own('sign-in'), as: 'team-invitation' });
    expect(shown().map(({ kind }) => kind)).toEqual(['code', 'team-invitation', 'sign-in']);
  });

  test('lists a link once when it is opened repeatedly', () => {
    const { links, shown } = setUp();
    const id = links.open({ text: own(`password-reset?code=${code}`) });
    expect(links.open({ text: `latchkey://handler/password-reset?code=${code}` })).toBe(id);
    expect(links.open({ text: own(`password-reset?code=${other}`) })).not.toBe(id);
    links.open({ text: own('sign-in') });
    links.open({ text: own('sign-in') });
    expect(shown()).toHaveLength(3);
  });

  test('contains the last twenty links', () => {
    const { links, shown } = setUp();
    for (let number = 10; number < 50; number += 1) links.openFromSystem(own(`password-reset?code=${number}${code.slice(2)}`));
    expect(shown()).toHaveLength(20);
    expect(shown()[0]?.id).toBe('l21');
  });

  test.each(['', 'javascript:alert(1)', 'latchkey://', own('password-reset?code=cut'), 'x'.repeat(100_000)])(
    'contains an unreadable link from outside: %j',
    (text) => {
      const { links, shown } = setUp();
      links.openFromSystem(text);
      links.openFromSystem(text);
      expect(shown()).toMatchObject([{ kind: 'unknown', connectionId: null, fits: ['c1', 'c2'] }]);
    },
  );
});

describe('using a link', () => {
  test('removes it only when it is done', async () => {
    const { links, shown } = setUp();
    const id = links.open({ text: own('sign-in') });
    expect(await links.accept(id, async () => ({ value: 1, isDone: false }))).toBe(1);
    const failing = links.accept(id, async () => {
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(shown()).toHaveLength(1);
    expect(await links.accept(id, async () => ({ value: 2, isDone: true }))).toBe(2);
    expect(shown()).toEqual([]);
    expect(await reportOf(links.accept(id, async () => ({ value: 3, isDone: true })))).toEqual({ code: 'link-gone' });
  });

  test('is possible for one caller at a time', async () => {
    const { links } = setUp();
    const id = links.open({ text: own('sign-in') });
    let end: () => void = () => undefined;
    const first = links.accept(id, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { value: 1, isDone: false };
    });
    expect(await reportOf(links.accept(id, async () => ({ value: 2, isDone: true })))).toEqual({ code: 'link-gone' });
    expect(await reportOf((async () => links.find(id))())).toEqual({ code: 'link-gone' });
    end();
    await first;
    expect(links.find(id).id).toBe(id);
  });

  test('is aborted when the link is dismissed in the meantime', async () => {
    const { links } = setUp();
    const [id, other] = [links.open({ text: own('sign-in') }), links.open({ text: own('sign-up') })];
    const aborted: boolean[] = [];
    await links.accept(id, async (_link, signal) => {
      for (const dismissed of [other, id]) {
        links.dismiss(dismissed);
        aborted.push(signal.aborted);
      }
      return { value: 1, isDone: false };
    });
    expect(aborted).toEqual([false, true]);
  });

  test('remembers how the link arrived last', () => {
    const { links } = setUp();
    const id = links.open({ text: own('sign-in') });
    expect(links.find(id).arrival).toBe('pasted');
    links.openFromSystem(own('sign-in'));
    expect(links.find(id).arrival).toBe('opened');
    links.open({ text: own('sign-in') });
    expect(links.find(id).arrival).toBe('pasted');
  });

  test('fails after the link was dismissed; dismissing it twice is no error', async () => {
    const { links, shown } = setUp();
    const id = links.open({ text: own('sign-in') });
    links.dismiss(id);
    links.dismiss(id);
    expect(shown()).toEqual([]);
    expect(await reportOf((async () => links.find(id))())).toEqual({ code: 'link-gone' });
  });
});
