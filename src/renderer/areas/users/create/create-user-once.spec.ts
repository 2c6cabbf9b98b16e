import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { createUserOnce, type NewUser } from './create-user-once';

const stored = (id: string, email: string | null, name: string | null = null) =>
  ({ id, primary_email: email, display_name: name }) as ServerUser;
const old = stored('old', 'old@example.com');
const wanted: NewUser = { primary_email: 'New@example.com', display_name: 'New' };
const created = stored('new', 'new@example.com', 'New');

function setUp(lists: readonly (readonly ServerUser[])[], results: readonly (ServerUser | Error)[]) {
  const [reads, sends] = [[...lists], [...results]];
  const newest = vi.fn(async (_limit: number) => reads.shift() ?? []);
  const send = vi.fn(async (_user: NewUser) => {
    const result = sends.shift();
    if (result === undefined || result instanceof Error) throw result;
    return result;
  });
  return { create: createUserOnce({ newest, send }), newest, send };
}

const lost = () => fail('connection-lost');

describe('a user', () => {
  it('is created with one request', async () => {
    const { create, send } = setUp([[old]], [created]);
    expect(await create(wanted)).toBe(created);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is found after its response was lost', async () => {
    const { create, send } = setUp([[old], [created, old]], [lost()]);
    expect(await create(wanted)).toBe(created);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is looked for again before it is sent again', async () => {
    const { create, send } = setUp([[old], [old], [created, old]], [lost()]);
    await expect(create(wanted)).rejects.toThrow();
    expect(await create(wanted)).toBe(created);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is sent again once it is certain that it was not created', async () => {
    const { create, send } = setUp([[old], [old], [old]], [lost(), created]);
    await expect(create(wanted)).rejects.toThrow();
    expect(await create(wanted)).toBe(created);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is not mistaken for one that existed before', async () => {
    const twin = stored('twin', 'new@example.com', 'New');
    const { create } = setUp([[twin], [twin, old]], [lost()]);
    await expect(create(wanted)).rejects.toThrow();
  });

  it('is not looked for after the service refused it', async () => {
    const { create, newest } = setUp([[old]], [fail('service-error', { status: 409, known: 'USER_EMAIL_ALREADY_EXISTS' })]);
    await expect(create(wanted)).rejects.toThrow();
    expect(newest).toHaveBeenCalledTimes(1);
  });
});
