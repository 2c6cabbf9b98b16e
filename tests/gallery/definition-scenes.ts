/** Permission definitions in every state. */
import type { Reply } from '#contract/errors.ts';
import { go, goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/permissions';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const none: Reply = { ok: true, value: { items: [], is_paginated: false } };
const circular: Reply = {
  ok: true,
  value: {
    items: [
      { id: 'author', description: 'Writes', contained_permission_ids: ['reviewer'] },
      { id: 'editor', contained_permission_ids: ['author'] },
      { id: 'reviewer', contained_permission_ids: ['editor'] },
    ],
    is_paginated: false,
  },
};

const first = ({ screens: { page } }: Stage) => page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(1).waitFor();

async function edit(stage: Stage, view: 'table' | 'graph'): Promise<void> {
  const { permissionPanel: panel } = stage.screens;
  await go(stage, `${path}?panel=people_manager&view=${view}`);
  await panel.getByRole('checkbox', { name: 'support', exact: true }).click();
  await panel.getByRole('checkbox', { name: '$remove_members', exact: true }).click();
  await panel.getByRole('button', { name: 'Show affected users' }).click();
  await panel.getByRole('region', { name: 'Affected users' }).getByRole('listitem').first().waitFor();
}

export const definitionScenes: readonly Scene[] = [
  {
    name: 'permission definitions',
    show: async (stage) => {
      await go(stage, path);
      await first(stage);
    },
  },
  { name: 'permission definitions, editing', show: (stage) => edit(stage, 'table') },
  {
    name: 'permission definitions, graph',
    show: (stage) => edit(stage, 'graph'),
  },
  {
    name: 'permission definitions, deleting',
    show: async (stage) => {
      const { page, permissionPanel: panel, dialog } = stage.screens;
      await go(stage, `${path}?panel=support`);
      await panel.getByRole('button', { name: 'Actions for support' }).click();
      await page.getByRole('menuitem', { name: 'Delete permission' }).click();
      await dialog.getByRole('button', { name: 'Show affected users' }).click();
      await dialog.getByRole('region', { name: 'Affected users' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'permission definitions, creating',
    show: async (stage) => {
      await go(stage, path);
      await stage.screens.page.getByRole('button', { name: 'Create permission' }).click();
      await stage.screens.dialog.getByRole('button', { name: 'Create permission' }).click();
      await stage.screens.dialog.getByText('Enter an ID').waitFor();
    },
  },
  {
    name: 'permission definitions, in a circle',
    show: async (stage) => {
      await goWith(stage, `${path}?view=graph`, { 'service.permissions.teamDefinitions': circular });
      await stage.screens.page.getByText('Some permissions contain each other').waitFor();
      // The graph's code is loaded on demand.
      await stage.screens.page.getByRole('button', { name: /^author/ }).waitFor();
    },
  },
  {
    name: 'permission definitions, none',
    show: async (stage) => {
      await goWith(stage, `${path}?tab=project`, { 'service.permissions.projectDefinitions': none });
      await stage.screens.page.getByRole('heading', { name: 'No permissions', exact: true }).waitFor();
    },
  },
  {
    name: 'permission definitions, loading',
    show: async (stage) => {
      await goWith(stage, path, { 'service.permissions.teamDefinitions': 'never' });
      await placeholder(stage);
    },
  },
  {
    name: 'permission definitions, failed',
    show: async (stage) => {
      await goWith(stage, path, { 'service.permissions.teamDefinitions': lost });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'permission definitions, gone',
    show: async (stage) => {
      await goWith(stage, `${path}?panel=no_such_permission`, {});
      await stage.screens.page.getByRole('heading', { name: 'Permission not found' }).waitFor();
    },
  },
  {
    name: 'default permissions',
    show: async (stage) => {
      await go(stage, `${path}?tab=defaults`);
      await stage.screens.page.getByRole('region', { name: 'Team members' }).waitFor();
    },
  },
];
