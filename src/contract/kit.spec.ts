import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from './kit';

const read = { access: 'server', response: z.object({}) } as const;

test('defaults follow from the method', () => {
  const row = endpoint({ method: 'DELETE', path: '/things/{id}', invalidates: [], actors: { project: read } });
  expect([row.effect, row.idempotent, row.offered]).toEqual(['destroy', true, true]);
});

test('an unknown field of an endpoint or of a variant is a type error', () => {
  const rows = [
    // @ts-expect-error: the field is `destroyedBy`.
    endpoint({ method: 'PATCH', path: '/things', invalidates: [], destroyedFrom: ['revoked'], actors: { project: read } }),
    // @ts-expect-error: the field is `bodyType`.
    endpoint({ method: 'POST', path: '/things', invalidates: [], actors: { project: { ...read, bodyKind: 'form' } } }),
    // @ts-expect-error: there is no such actor.
    endpoint({ method: 'GET', path: '/things', actors: { owner: read } }),
  ];
  expect(rows.map(({ effect }) => effect)).toEqual(['write', 'write', 'read']);
});

test('a write without the reads that it makes stale, or a read with some, is a type error', () => {
  const rows = [
    // @ts-expect-error: a write requires `invalidates`.
    endpoint({ method: 'PATCH', path: '/things', actors: { project: read } }),
    // @ts-expect-error: a read makes nothing stale.
    endpoint({ method: 'GET', path: '/things', invalidates: [], actors: { project: read } }),
  ];
  expect(rows.map(({ effect }) => effect)).toEqual(['write', 'read']);
});
