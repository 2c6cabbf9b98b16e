/** The sign-in methods of a project in every state. */
import type { Reply } from '#contract/errors.ts';
import { go, goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/sign-in-methods';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };

const toggle = ({ screens: { page } }: Stage, name: string) => page.getByRole('switch', { name, exact: true });

async function open(stage: Stage): Promise<void> {
  await go(stage, path);
  await toggle(stage, 'Password').waitFor();
}

async function editKeys(stage: Stage, name: string): Promise<void> {
  const { page, dialog } = stage.screens;
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit keys' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).waitFor();
}

export const methodScenes: readonly Scene[] = [
  { name: 'sign-in methods', show: open },
  {
    name: 'sign-in methods, editing',
    after: 'sign-in methods',
    show: async (stage) => {
      for (const name of ['Passkey', 'Google', 'GitHub']) await toggle(stage, name).click();
      await stage.screens.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    },
  },
  {
    name: 'sign-in methods, confirming',
    after: 'sign-in methods, editing',
    show: async (stage) => {
      await stage.screens.page.getByRole('button', { name: 'Save', exact: true }).click();
      await stage.screens.dialog.getByText('Effect on users').waitFor();
    },
  },
  {
    name: 'sign-in methods, none',
    show: async (stage) => {
      const { page } = stage.screens;
      await open(stage);
      const on = page.getByRole('main').getByRole('switch', { checked: true });
      while ((await on.count()) > 0) await on.first().click();
      await page.getByText('No sign-in method is left').first().waitFor();
    },
  },
  {
    name: 'sign-in methods, providers',
    show: async (stage) => {
      await open(stage);
      await stage.screens.page.getByRole('button', { name: 'Add provider' }).click();
      await stage.screens.dialog.getByRole('button', { name: 'Facebook' }).waitFor();
    },
  },
  {
    name: 'sign-in methods, no provider found',
    after: 'sign-in methods, providers',
    show: async ({ screens: { dialog } }) => {
      await dialog.getByRole('searchbox').fill('zzz');
      await dialog.getByRole('button', { name: 'Clear search' }).waitFor();
    },
  },
  {
    name: 'sign-in methods, shared keys',
    show: async (stage) => {
      await open(stage);
      await editKeys(stage, 'Google');
    },
  },
  {
    name: 'sign-in methods, own keys',
    show: async (stage) => {
      await open(stage);
      await editKeys(stage, 'GitLab');
    },
  },
  {
    name: 'sign-in methods, keys with mistakes',
    show: async (stage) => {
      const { page, dialog } = stage.screens;
      await open(stage);
      await page.getByRole('button', { name: 'Add provider' }).click();
      await dialog.getByRole('button', { name: 'Facebook' }).click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText('Enter the value from the provider').first().waitFor();
    },
  },
  {
    name: 'sign-in methods, loading',
    show: async (stage) => {
      await goWith(stage, path, { 'service.projects.read': 'never' });
      await placeholder(stage);
    },
  },
  {
    name: 'sign-in methods, failed',
    show: async (stage) => {
      await goWith(stage, path, { 'service.projects.read': lost });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
];
