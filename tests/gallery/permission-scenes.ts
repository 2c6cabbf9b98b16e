/** The account's permissions in every state. */
import type { Reply } from '#contract/errors.ts';
import { goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/account/permissions';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const refused: Reply = { ok: false, error: { code: 'known-error', known: 'INSUFFICIENT_ACCESS_TYPE', status: 401 } };
const none: Reply = { ok: true, value: { items: [], is_paginated: false } };

async function show(stage: Stage, replies: Parameters<typeof goWith>[2]): Promise<void> {
  await goWith(stage, path, replies);
  await stage.screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(4).waitFor();
}

export const permissionScenes: readonly Scene[] = [
  { name: 'permissions', show: (stage) => show(stage, {}) },
  {
    name: 'permissions, unknown chain',
    show: async (stage) => {
      await show(stage, { 'service.permissions.teamDefinitions': refused, 'service.permissions.projectDefinitions': refused });
      await stage.screens.page.getByText('Couldn’t load how permissions are inherited').waitFor();
    },
  },
  {
    name: 'permissions, no match',
    show: async (stage) => {
      await show(stage, {});
      await stage.screens.page.getByRole('searchbox', { name: 'Search by permission or team' }).fill('nothing like it');
      await stage.screens.page.getByRole('heading', { name: 'No permissions match your search' }).waitFor();
    },
  },
  {
    name: 'permissions, none',
    show: async (stage) => {
      await goWith(stage, path, { 'service.permissions.inTeams': none, 'service.permissions.inProject': none });
      await stage.screens.page.getByRole('heading', { name: 'No permissions', exact: true }).waitFor();
    },
  },
  {
    name: 'permissions, loading',
    show: async (stage) => {
      await goWith(stage, path, { 'service.permissions.inTeams': 'never' });
      await placeholder(stage);
    },
  },
  {
    name: 'permissions, failed',
    show: async (stage) => {
      await goWith(stage, path, { 'service.permissions.inTeams': lost });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
];
