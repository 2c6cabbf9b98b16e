import { expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createGoLinks, goLinkMillis, goPath } from './go-links';

function setUp() {
  const clock = createFakeClock();
  let count = 0;
  const links = createGoLinks(() => {
    count += 1;
    return `id${count}`;
  }, clock);
  /** Returns the ID of a new link. */
  const add = (target: string) => links.add(target).slice(goPath.length);
  return { clock, links, add };
}

test('a link contains nothing of its target and redirects once', () => {
  const { links } = setUp();
  expect(links.add('https://x.example/?token=secret#part')).toBe('/latchkey/go/id1');
  expect([links.take('id1'), links.take('id1')]).toEqual(['https://x.example/?token=secret#part', null]);
});

test('a link expires', async () => {
  const { clock, links, add } = setUp();
  const [early, late] = [add('https://x.example/early'), add('https://x.example/late')];
  await clock.advance(goLinkMillis - 1);
  expect(links.take(early)).toBe('https://x.example/early');
  await clock.advance(1);
  expect(links.take(late)).toBeNull();
});

test('an expired link is removed together with its timer', async () => {
  const { clock, links, add } = setUp();
  links.take(add('https://x.example/used'));
  for (let count = 0; count < 65; count += 1) add('https://x.example/');
  expect(clock.waiting).toBe(64);
  await clock.advance(goLinkMillis);
  expect(clock.waiting).toBe(0);
  const tasks: (() => void)[] = [];
  const after = (_delay: number, task: () => void) => {
    tasks.push(task);
    return () => undefined;
  };
  const kept = createGoLinks(() => 'id', { monotonic: () => 0, after });
  kept.add('https://x.example/');
  for (const run of tasks) run();
  expect(kept.take('id')).toBeNull();
});

test('a change of the system date doesn’t change when a link expires', async () => {
  const { clock, links, add } = setUp();
  const [one, other] = [add('https://x.example/1'), add('https://x.example/2')];
  clock.setDate(0);
  expect(links.take(one)).toBe('https://x.example/1');
  await clock.advance(goLinkMillis);
  clock.setDate(0);
  expect(links.take(other)).toBeNull();
});

test.each(['', 'id2', 'ID1', 'id1/', 'id1?x', '__proto__', 'constructor'])('there is no link %j', (id) => {
  const { links, add } = setUp();
  add('https://x.example/');
  expect(links.take(id)).toBeNull();
});

test('the oldest unused links are removed when there are too many', () => {
  const { links, add } = setUp();
  const all = Array.from({ length: 65 }, (_none, at) => add(`https://x.example/${at}`));
  expect([links.take(all[0] ?? ''), links.take(all[1] ?? ''), links.take(all[64] ?? '')]).toEqual([
    null,
    'https://x.example/1',
    'https://x.example/64',
  ]);
});

test('a target is encoded for a header', () => {
  const { links, add } = setUp();
  expect(links.take(add('https://x.example/ü\r\nx: y'))).toBe('https://x.example/%C3%BCx:%20y');
  expect(() => add('no address')).toThrow(TypeError);
});
