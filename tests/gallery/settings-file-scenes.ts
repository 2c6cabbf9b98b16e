/** Settings imported from a file. */
import type { Reply } from '#contract/errors.ts';
import { activePolicy, pushPolicy } from './sample-policies';
import { goWith, type Scene, type SceneContext } from './scene';

const some: Reply = {
  ok: true,
  value: {
    settings: {
      theme: 'dark',
      clipboardSeconds: 60,
      lockAfterMinutes: 5,
      proxyMode: 'manual',
      proxyUrl: 'http://proxy.analytical.example:3128',
      quietHours: { from: '22:00', to: '07:00' },
    },
    unknown: ['font', 'windowOpacity'],
    omitted: 0,
    invalid: ['handlerPort'],
  },
};

async function showImport(context: SceneContext, reply?: Reply): Promise<void> {
  await goWith(context, '/settings?section=about', reply === undefined ? {} : { 'settings.readExport': reply });
  await context.screens.page.getByRole('button', { name: 'Import…' }).click();
  await context.screens.dialog.getByRole('button', { name: 'Choose file' }).waitFor();
}

async function chooseFile(context: SceneContext, reply: Reply): Promise<void> {
  await showImport(context, reply);
  const { dialog } = context.screens;
  await dialog.getByLabel('Choose file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await dialog
    .getByRole(reply.ok ? 'status' : 'alert')
    .first()
    .waitFor();
}

export const settingsFileScenes: readonly Scene[] = [
  { name: 'settings, import without a file', show: (context) => showImport(context) },
  { name: 'settings, import', show: (context) => chooseFile(context, some) },
  {
    name: 'settings, import under a policy',
    show: async (context) => {
      await chooseFile(context, some);
      pushPolicy(context, activePolicy);
      await context.screens.dialog.getByText('Locked by a policy and not changed').waitFor();
    },
  },
  {
    name: 'settings, import that changes nothing',
    show: (context) => chooseFile(context, { ok: true, value: { settings: {}, unknown: [], omitted: 0, invalid: [] } }),
  },
  {
    name: 'settings, import of something else',
    show: (context) => chooseFile(context, { ok: false, error: { code: 'settings-file-unreadable' } }),
  },
];
