/** Finding users with the index: search, filters, views, and the states of the index. */

import { defaultSettings } from '#contract/setting-rows.ts';
import { indexReplies } from './sample-index';
import { goWith, type Scene, type SceneContext } from './scene';

const users = '/c/sandbox/users';
const filter = encodeURIComponent('method:google,github verified:no server.plan="team"');
const found = `${users}?q=ma&filter=${filter}&sort=last-active%3Adesc`;

async function show(context: SceneContext, own: Parameters<typeof indexReplies>[0] = {}, path = found): Promise<void> {
  await goWith(context, path, indexReplies(own));
  await context.screens.page.getByRole('button', { name: /Index menu/ }).waitFor();
}

export const userIndexScenes: readonly Scene[] = [
  {
    name: 'find users',
    show: async (context) => {
      await show(context, { state: 'updating', progress: 0.62 });
      await context.screens
        .userRow(/Hamilton/)
        .first()
        .waitFor();
      await context.screens.search.focus();
    },
  },
  {
    name: 'find users, or and not',
    show: async (context) => {
      const text = '(country:DE or not active:<=90d) not has:client.beta signed-up:>=2026-01-31 not (verified:no or restricted:yes)';
      await show(context, { total: 16 }, `${users}?filter=${encodeURIComponent(text)}`);
    },
  },
  {
    name: 'find users, filter menu',
    closes: true,
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: 'Filter', exact: true }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Metadata' }).waitFor();
    },
  },
  {
    name: 'find users, filter of methods',
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: /Edit filter Sign-in method/ }).click();
      await context.screens.dialog.getByRole('checkbox', { name: 'Google' }).waitFor();
    },
  },
  {
    name: 'find users, filter with mistakes',
    show: async (context) => {
      await show(context);
      const { page, dialog } = context.screens;
      await page.getByRole('button', { name: /Edit filter server.plan/ }).click();
      await dialog.getByLabel('Metadata path').fill('plan');
      await dialog.getByRole('button', { name: 'Add alternative' }).click();
      await dialog.getByLabel('Filter by').nth(1).selectOption({ label: 'Last active' });
      await dialog.getByLabel('Days').fill('0');
      await dialog.getByRole('button', { name: 'Apply filter' }).click();
      await dialog.getByText('Start with client').waitFor();
    },
  },
  {
    name: 'find users, filters as text',
    show: async (context) => {
      await show(context);
      const { page, dialog } = context.screens;
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit as text' }).click();
      await dialog.getByRole('textbox').fill('verified:maybe');
      await dialog.getByRole('button', { name: 'Apply filter' }).click();
      await dialog.getByText('This value isn’t valid').waitFor();
    },
  },
  {
    name: 'find users, all selected',
    show: async (context) => {
      await show(context);
      await context.screens
        .userRow(/Hamilton/)
        .first()
        .getByRole('checkbox')
        .click();
      await context.screens.page.getByRole('button', { name: 'Select all 1,204 matching' }).click();
      await context.screens.page.getByText('All 1,204 selected').waitFor();
    },
  },
  {
    name: 'find users, filling',
    show: async (context) => {
      await show(context, { state: 'filling', progress: 0.27, asOfMillis: null, users: 3_400, total: 3_400 }, users);
      await context.screens.page.getByText('3,400 users so far').waitFor();
    },
  },
  { name: 'find users, paused', show: (context) => show(context, { state: 'filling', progress: 0.27, asOfMillis: null, pause: 'user' }) },
  { name: 'find users, some not read', show: (context) => show(context, { unread: 2 }) },
  { name: 'find users, temporary', show: (context) => show(context, { isTemporary: true }) },
  {
    name: 'find users, offline',
    show: (context) => show(context, { state: 'updating', pause: 'offline', asOfMillis: Date.now() - 30 * 3_600_000 }),
  },
  {
    name: 'find users, rebuilt',
    show: (context) => show(context, { wasRebuilt: true, state: 'filling', asOfMillis: null, progress: 0.1 }),
  },
  {
    name: 'find users, no match',
    show: async (context) => {
      await show(context, {}, `${users}?q=zzz&filter=${filter}`);
      await context.screens.page.getByRole('heading', { name: /No users/ }).waitFor();
    },
  },
  {
    name: 'find users, index menu',
    closes: true,
    show: async (context) => {
      await show(context, { state: 'updating', progress: 0.62 });
      await context.screens.page.getByRole('button', { name: /Index menu/ }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Delete index' }).waitFor();
    },
  },
  {
    name: 'find users, view menu',
    closes: true,
    show: async (context) => {
      await show(context, {}, `${users}?view=v1&filter=${encodeURIComponent('verified:no signed-up:>30d')}&sort=last-active%3Adesc`);
      await context.screens.page.getByRole('button', { name: 'View actions' }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Rename view' }).waitFor();
    },
  },
  {
    name: 'find users, view from text',
    show: async (context) => {
      await show(context);
      const { page, dialog } = context.screens;
      await page.getByRole('button', { name: 'View actions' }).click();
      await page.getByRole('menuitem', { name: 'Add view from text' }).click();
      await dialog.getByRole('textbox').fill('latchkey-view: 1\nname: Trials\nfilter: plan="trial"');
      await dialog.getByRole('button', { name: 'Add view' }).click();
      await dialog.getByText('A comparison is missing').waitFor();
    },
  },
  {
    name: 'find users, offer',
    show: async (context) => {
      await goWith(context, users, { ...indexReplies(), 'localIndex.state': { ok: true, value: { revision: 1, value: [] } } });
      const { page, dialog } = context.screens;
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Metadata' }).click();
      await dialog.getByText('About 125 requests').waitFor();
    },
  },
  {
    name: 'find users, filters without index',
    show: async (context) => {
      await goWith(context, `${users}?filter=${filter}`, { 'localIndex.state': { ok: true, value: { revision: 1, value: [] } } });
      await context.screens.page.getByRole('heading', { name: 'These filters need an index' }).waitFor();
    },
  },
  {
    name: 'find users, export',
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: 'Export users' }).click();
      await context.screens.dialog.getByRole('checkbox', { name: 'Teams' }).check();
      await context.screens.dialog.getByRole('checkbox', { name: 'Permissions' }).check();
    },
  },
  {
    name: 'find anything in the palette',
    show: async (context) => {
      await show(context, {}, users);
      await context.screens.page.keyboard.press('ControlOrMeta+k');
      await context.screens.page.getByRole('combobox').fill('mar');
      await context.screens.dialog.getByRole('option', { name: /Margaret Hamilton/ }).waitFor();
      await context.screens.dialog.getByRole('button', { name: 'Open user' }).waitFor();
    },
  },
  {
    name: 'palette without a match',
    show: async (context) => {
      await show(context, {}, users);
      await context.screens.page.keyboard.press('ControlOrMeta+k');
      await context.screens.page.getByRole('combobox').fill('zzzz no such thing');
      await context.screens.dialog.getByText('No results for').waitFor();
    },
  },
  {
    name: 'find teams',
    show: async (context) => {
      await goWith(context, '/c/sandbox/teams?q=mar&order=name', indexReplies());
      await context.screens.page.getByText('Mary Somerville Fellows').waitFor();
    },
  },
  {
    name: 'find users, privacy mode',
    show: async (context) => {
      await show(context);
      await context.screens
        .userRow(/Hamilton/)
        .first()
        .waitFor();
      await hidePersonalData(context);
    },
  },
  {
    name: 'find users, export in privacy mode',
    show: async (context) => {
      await show(context);
      await hidePersonalData(context);
      await context.screens.page.getByRole('button', { name: 'Export users' }).click();
      await context.screens.dialog.getByText('Personal data leaves Latchkey').waitFor();
    },
  },
  {
    name: 'palette, privacy mode',
    show: async (context) => {
      await show(context, {}, users);
      await hidePersonalData(context);
      await context.screens.page.keyboard.press('ControlOrMeta+k');
      await context.screens.page.getByRole('combobox').fill('mar');
      await context.screens.dialog.getByRole('button', { name: 'Open user' }).waitFor();
    },
  },
  {
    name: 'palette, impersonate',
    show: async (context) => {
      await show(context, {}, users);
      await context.screens.page.keyboard.press('ControlOrMeta+k');
      await context.screens.page.getByRole('combobox').fill('impersonate mar');
      await context.screens.dialog.getByRole('option', { name: /Impersonate Margaret Hamilton/ }).waitFor();
    },
  },
  {
    name: 'palette, window of its own',
    show: async (context) => {
      await goWith(context, '/palette', indexReplies());
      await context.screens.page.getByRole('combobox').fill('mar');
      await context.screens.page.getByRole('button', { name: 'Open user' }).waitFor();
    },
  },
  {
    name: 'project settings, local index',
    show: async (context) => {
      await goWith(context, '/c/sandbox/project-settings', indexReplies({ state: 'updating', progress: 0.62 }));
      await context.screens.page.getByRole('heading', { name: 'Local index' }).waitFor();
    },
    inView: ({ screens }) => screens.page.getByRole('heading', { name: 'Local index' }),
  },
];

async function hidePersonalData(context: SceneContext): Promise<void> {
  context.bridge.push('settings.state', { ...defaultSettings, privacyMode: true });
  await context.screens.page.locator('html[data-privacy=on]').waitFor();
}
