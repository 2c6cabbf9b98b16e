/** Permission definitions in every state. */
import type { Reply } from '#contract/errors.ts';
import { go, goWith, placeholder, type Scene, type SceneContext } from './scene';
import { selectRows } from './select-rows';

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

const first = ({ screens: { page } }: SceneContext) => page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(1).waitFor();

async function edit(context: SceneContext, view: 'table' | 'graph'): Promise<void> {
  const { permissionPanel: panel } = context.screens;
  await go(context, `${path}?panel=people_manager&view=${view}`);
  await panel.getByRole('checkbox', { name: 'support', exact: true }).click();
  await panel.getByRole('checkbox', { name: '$remove_members', exact: true }).click();
  await panel.getByRole('button', { name: 'Show affected users' }).click();
  await panel.getByRole('region', { name: 'Affected users' }).getByRole('listitem').first().waitFor();
}

export const definitionScenes: readonly Scene[] = [
  {
    name: 'permission definitions',
    show: async (context) => {
      await go(context, path);
      await first(context);
    },
  },
  { name: 'permission definitions, editing', show: (context) => edit(context, 'table') },
  {
    name: 'permission definitions, graph',
    show: (context) => edit(context, 'graph'),
  },
  {
    name: 'permission definitions, deleting',
    show: async (context) => {
      const { page, permissionPanel: panel, dialog } = context.screens;
      await go(context, `${path}?panel=support`);
      await panel.getByRole('button', { name: 'Actions for support' }).click();
      await page.getByRole('menuitem', { name: 'Delete permission' }).click();
      await dialog.getByRole('button', { name: 'Show affected users' }).click();
      await dialog.getByRole('region', { name: 'Affected users' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'permission definitions, creating',
    show: async (context) => {
      await go(context, path);
      await context.screens.page.getByRole('button', { name: 'Create permission' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Create permission' }).click();
      await context.screens.dialog.getByText('Enter an ID').waitFor();
    },
  },
  {
    name: 'permission definitions, in a circle',
    show: async (context) => {
      await goWith(context, `${path}?view=graph`, { 'service.permissions.teamDefinitions': circular });
      await context.screens.page.getByText('Some permissions contain each other').waitFor();
      // The graph's code is loaded on demand.
      await context.screens.page.getByRole('button', { name: /^author/ }).waitFor();
    },
  },
  {
    name: 'permission definitions, none',
    show: async (context) => {
      await goWith(context, `${path}?tab=project`, { 'service.permissions.projectDefinitions': none });
      await context.screens.page.getByRole('heading', { name: 'No permissions', exact: true }).waitFor();
    },
  },
  {
    name: 'permission definitions, selected',
    show: async (context) => {
      await goWith(context, path, {});
      await selectRows(context, [0, 1]);
    },
  },
  {
    name: 'permission definitions, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.permissions.teamDefinitions': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'permission definitions, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.permissions.teamDefinitions': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'permission definitions, gone',
    show: async (context) => {
      await goWith(context, `${path}?panel=no_such_permission`, {});
      await context.screens.page.getByRole('heading', { name: 'Permission not found' }).waitFor();
    },
  },
  {
    name: 'default permissions',
    show: async (context) => {
      await go(context, `${path}?tab=defaults`);
      await context.screens.page.getByRole('region', { name: 'Team members' }).waitFor();
    },
  },
];
