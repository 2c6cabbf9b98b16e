import { expect, it } from 'vitest';
import { deletionBarrier } from './deletion-barrier';

const base = { id: 'c', kind: 'project', baseUrl: 'https://auth.example', projectId: 'p', safety: 'normal' } as const;
const internal = { ...base, id: 'internal', projectId: 'internal' };
const readOnly = { ...base, safety: 'read-only' } as const;

it.each<[string, Parameters<typeof deletionBarrier>, ReturnType<typeof deletionBarrier>]>([
  ['no other connection', ['p', internal, [internal]], null],
  ['a connection to the project', ['p', internal, [internal, base]], null],
  ['a list that is read-only', ['p', { ...internal, safety: 'read-only' }, []], 'read-only'],
  ['a read-only connection to the project', ['p', internal, [base, readOnly]], 'read-only'],
  ['one with another form of the server’s URL', ['p', internal, [{ ...readOnly, baseUrl: 'https://auth.example:443/' }]], 'read-only'],
  ['a read-only connection to another project', ['p', internal, [{ ...readOnly, projectId: 'q' }]], null],
  ['a read-only connection to another server', ['p', internal, [{ ...readOnly, baseUrl: 'https://other.example' }]], null],
  ['the sandbox’s demo project', ['p', internal, [{ ...readOnly, kind: 'sandbox' }]], 'sandbox'],
])('%s', (_, call, expected) => {
  expect(deletionBarrier(...call)).toBe(expected);
});
