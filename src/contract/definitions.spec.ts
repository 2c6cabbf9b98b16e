import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { bridge } from './bridge/index';
import { topicInitials, topicNames } from './bridge/topic-initials';
import { type Client, call, type EventName, type EventValue, endpoint, event, type Handlers, type TopicName, topic } from './definitions';

const read = { access: 'server', response: z.object({}) } as const;
const journal = { none: 'check' } as const;

test('defaults follow from the method', () => {
  const removal = endpoint({ method: 'DELETE', path: '/things/{id}', invalidates: [], journal, actors: { project: read } });
  expect([removal.effect, removal.idempotent, removal.offered]).toEqual(['destroy', true, true]);
});

test('an unknown field of an endpoint or of a variant is a type error', () => {
  const endpoints = [
    // @ts-expect-error: the field is `destroyedBy`.
    endpoint({ method: 'PATCH', path: '/things', invalidates: [], journal, destroyedFrom: ['revoked'], actors: { project: read } }),
    // @ts-expect-error: the field is `bodyType`.
    endpoint({ method: 'POST', path: '/things', invalidates: [], journal, actors: { project: { ...read, bodyKind: 'form' } } }),
    // @ts-expect-error: there is no such actor.
    endpoint({ method: 'GET', path: '/things', actors: { owner: read } }),
  ];
  expect(endpoints.map(({ effect }) => effect)).toEqual(['write', 'write', 'read']);
});

const contract = {
  notes: { list: topic(z.array(z.string())), add: call(z.string(), z.null()), added: event(z.string()) },
  clock: { state: topic(z.strictObject({ hour: z.int() })) },
};
type Notes = typeof contract;

test('a topic has a name, a value, and a read, and no handler', () => {
  expectTypeOf<TopicName<Notes>>().toEqualTypeOf<'notes.list' | 'clock.state'>();
  expectTypeOf<EventName<Notes>>().toEqualTypeOf<'notes.list' | 'notes.added' | 'clock.state'>();
  expectTypeOf<EventValue<Notes, 'clock.state'>>().toEqualTypeOf<{ hour: number }>();
  expectTypeOf<Client<Notes>['notes']['list']>().returns.resolves.toEqualTypeOf<{ revision: number; value: string[] }>();
  expectTypeOf<keyof Handlers<Notes, null>>().toEqualTypeOf<'notes'>();
  expectTypeOf<keyof Handlers<Notes, null>['notes']>().toEqualTypeOf<'add'>();
});

test('a topic without an initial value, with one that isn’t its own, or of another name is a type error', () => {
  type Initials = { readonly [N in TopicName<Notes>]: EventValue<Notes, N> };
  const initials: Initials[] = [
    { 'notes.list': [], 'clock.state': { hour: 0 } },
    // @ts-expect-error: `clock.state` is missing.
    { 'notes.list': [] },
    // @ts-expect-error: it is an object.
    { 'notes.list': [], 'clock.state': 0 },
    // @ts-expect-error: `notes.added` is an event.
    { 'notes.list': [], 'clock.state': { hour: 0 }, 'notes.added': '' },
  ];
  expect(initials).toHaveLength(4);
});

test('the initial values are those of the bridge’s topics, each of which they fit', () => {
  const topics = Object.entries(bridge).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, entry]) => (entry.kind === 'topic' ? [{ path: `${group}.${name}`, entry }] : [])),
  );
  expect(topicNames.toSorted()).toEqual(topics.map(({ path }) => path).toSorted());
  for (const { path, entry } of topics) expect(entry.value.safeParse(topicInitials[path as keyof typeof topicInitials]).success).toBe(true);
});

test('a write without the reads that it makes stale, or a read with some, is a type error', () => {
  const endpoints = [
    // @ts-expect-error: a write requires `invalidates`.
    endpoint({ method: 'PATCH', path: '/things', journal, actors: { project: read } }),
    // @ts-expect-error: a read makes nothing stale.
    endpoint({ method: 'GET', path: '/things', invalidates: [], actors: { project: read } }),
  ];
  expect(endpoints.map(({ effect }) => effect)).toEqual(['write', 'read']);
});

test('a write without what the journal records, a misspelled rule, or a read with one is a type error', () => {
  const write = { method: 'PATCH', path: '/things', invalidates: [], actors: { project: read } } as const;
  const endpoints = [
    // @ts-expect-error: a write requires `journal`.
    endpoint(write),
    // @ts-expect-error: so does one that windows don't make.
    endpoint({ method: 'POST', path: '/things', offered: false, actors: { project: read } }),
    // @ts-expect-error: there is no such reason.
    endpoint({ ...write, journal: { none: 'boring' } }),
    // @ts-expect-error: a write that is recorded says how it is undone.
    endpoint({ ...write, journal: { subject: { kind: 'user' }, before: null } }),
    // @ts-expect-error: there is no such kind.
    endpoint({ ...write, journal: { subject: { kind: 'person' }, before: null, undo: { restore: true } } }),
    // @ts-expect-error: a read is not recorded.
    endpoint({ method: 'GET', path: '/things', journal, actors: { project: read } }),
  ];
  expect(endpoints.map(({ effect }) => effect)).toEqual(['write', 'write', 'write', 'write', 'write', 'read']);
});
