import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient, type Wire } from './client';
import { type Client, call } from './definitions';
import { AppError, type Reply } from './errors';

const contract = { notes: { add: call(z.strictObject({ text: z.string() }), z.strictObject({ id: z.string() })) } };

describe('the client', () => {
  const wireThat = (answer: (name: string, input: unknown) => Reply): Wire => ({
    call: async (name, input) => answer(name, input),
    on: () => () => undefined,
  });

  test('calls by the way it is reached and returns the value', async () => {
    const asked: unknown[] = [];
    const wire = wireThat((name, input) => {
      asked.push([name, input]);
      return { ok: true, value: { id: '1' } };
    });
    expect(await createClient<Client<typeof contract>>(wire).notes.add({ text: 'hi' })).toEqual({ id: '1' });
    await createClient<Client<typeof contract>>(wire, 'service.').notes.add({ text: 'ho' });
    expect(asked).toEqual([
      ['notes.add', { text: 'hi' }],
      ['service.notes.add', { text: 'ho' }],
    ]);
  });

  test('throws a failed reply as an AppError', async () => {
    const client = createClient<Client<typeof contract>>(
      wireThat(() => ({ ok: false, error: { code: 'known-error', known: 'USER_NOT_FOUND' } })),
    );
    const thrown = await client.notes.add({ text: 'hi' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(AppError);
    expect((thrown as AppError).report).toEqual({ code: 'known-error', known: 'USER_NOT_FOUND' });
  });

  test('hands out the same group each time', () => {
    const client = createClient<Client<typeof contract>>(wireThat(() => ({ ok: true, value: null })));
    expect(client.notes).toBe(client.notes);
  });
});
