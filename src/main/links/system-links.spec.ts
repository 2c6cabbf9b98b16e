import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTopic } from '../runtime/topics';
import { createSystemLinks, deepLinkVerbs } from './browser-links';
import { createPendingLinks } from './pending-links';

const code = 'a'.repeat(45);

function setUp(isAwaited: boolean | null = null) {
  const pushed = () => undefined;
  const topic = createTopic('links.list', [], pushed);
  const pendingLinks = createPendingLinks({ topic, connections: createTopic('connections.list', [], pushed), newId: () => 'id' });
  const notices: string[] = [];
  const selfTest = { receive: () => (isAwaited === null ? null : { isAwaited }) };
  const open = createSystemLinks({ pendingLinks, selfTest, notices: { add: ({ kind }) => void notices.push(kind) } });
  return { open, notices, kinds: () => topic.get().value.map(({ kind }) => kind) };
}

describe('a link from the system', () => {
  test.each([
    ['latchkey://sign-up', 'sign-up'],
    ['latchkey://handler/sign-out', 'sign-out'],
    ['latchkey://localhost/handler/account-settings', 'account-settings'],
    [`latchkey://magic-link-callback?code=${code}`, 'magic-link'],
    [`LATCHKEY://handler/team-invitation?code=${code}`, 'team-invitation'],
    ['latchkey://handler', 'home'],
    ['latchkey://c/internal/users', 'screen'],
  ])('%s waits for the user', (link, kind) => {
    const { open, notices, kinds } = setUp();
    open(link);
    expect([kinds(), notices]).toEqual([[kind], []]);
  });

  test.each([
    'latchkey://run?command=rm',
    'latchkey://handler/delete-user?id=1',
    'latchkey://handler/sign-up/../sign-out',
    'latchkey://settings',
    'latchkey://c/sandbox/edit',
    'latchkey://c/sandbox/sign-in?next=/users',
    'latchkey://constructor',
    'latchkey://magic-link-callback',
    'latchkey://magic-link-callback?code=short',
    'latchkey:sign-up',
    'latchkey:///sign-up',
    'latchkey://user:password@sign-up',
    'latchkey://sign-up:8080',
    `latchkey://sign-up?x=${'x'.repeat(5000)}`,
    'latchkey://',
    'latchkey://%',
  ])('%.60s is refused with a notice', (link) => {
    const { open, notices, kinds } = setUp();
    open(link);
    expect([kinds(), notices]).toEqual([[], ['link-refused']]);
  });

  test('of a test does nothing, and one that nothing waits for is refused', () => {
    const [awaited, other] = [setUp(true), setUp(false)];
    awaited.open('latchkey://self-test/1');
    other.open('latchkey://self-test/1');
    expect([awaited.notices, awaited.kinds(), other.notices, other.kinds()]).toEqual([[], [], ['link-refused'], []]);
  });
});

test('the documentation describes each verb, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/links.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `latchkey:\/\/([\w-]*)[^`]*` \|/gm)].map(([, verb]) => verb);
  expect(rows.sort()).toEqual([...deepLinkVerbs].sort());
});
