/** A row and a part of a screen that can't be drawn, and leave the rest as it is. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

const unreadable = 8.6e15;
const userOf = (n: number, display_name: string, last_active_at_millis: number) => ({
  ...sampleUser,
  id: `7d2f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  display_name,
  primary_email: `${display_name.toLowerCase().replace(' ', '.')}@analytical.example`,
  primary_email_auth_enabled: true,
  last_active_at_millis,
  server_metadata: null,
});
const names = ['Grace Hopper', 'Ada Lovelace', 'Charles Babbage', 'Mary Somerville', 'Annie Easley'];
const items = names.map((name, at) => userOf(at, name, at === 1 ? unreadable : sampleUser.signed_up_at_millis));
const ok = (value: object): Reply => ({ ok: true, value });
const replies = {
  'service.users.list': ok({ items, is_paginated: true, pagination: { next_cursor: null } }),
  'service.users.read': ok(items[1] ?? {}),
};

/** Opens the users in a page in which one time can't be written. */
async function openUsers(context: SceneContext, search = ''): Promise<void> {
  await goWith(context, '/', replies);
  await context.screens.page.evaluate((millis) => {
    const original = Date.prototype.toISOString;
    Date.prototype.toISOString = function toISOString() {
      if (this.getTime() === millis) throw new Error('No such time');
      return original.call(this);
    };
  }, unreadable);
  await goOn(context, `/c/sandbox/users${search}`);
}

export const failureScenes: readonly Scene[] = [
  {
    name: 'users, a failed row',
    show: async (context) => {
      await openUsers(context);
      await context.screens.users.getByText('This row couldn’t be shown').waitFor();
    },
  },
  {
    name: 'users, a failed part',
    show: async (context) => {
      await openUsers(context, `?panel=${items[1]?.id}`);
      await context.screens.page.getByText('This part couldn’t be shown').waitFor();
    },
  },
];
