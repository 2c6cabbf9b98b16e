/** The sign-in methods of a project in every state. */
import type { Reply } from '#contract/errors.ts';
import { go, goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/sign-in-methods';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };

const toggle = ({ screens: { page } }: SceneContext, name: string) => page.getByRole('switch', { name, exact: true });

async function open(context: SceneContext): Promise<void> {
  await go(context, path);
  await toggle(context, 'Password').waitFor();
}

async function editKeys(context: SceneContext, name: string): Promise<void> {
  const { page, dialog } = context.screens;
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit keys' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).waitFor();
}

export const methodScenes: readonly Scene[] = [
  { name: 'sign-in methods', show: open },
  {
    name: 'sign-in methods, slim card',
    async show(context) {
      await open(context);
      await context.screens.page.getByRole('radio', { name: 'Narrow' }).click();
    },
  },
  {
    name: 'sign-in methods, editing',
    after: 'sign-in methods',
    show: async (context) => {
      for (const name of ['Passkey', 'Google', 'GitHub']) await toggle(context, name).click();
      await context.screens.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    },
  },
  {
    name: 'sign-in methods, confirming',
    after: 'sign-in methods, editing',
    show: async (context) => {
      await context.screens.page.getByRole('button', { name: 'Save', exact: true }).click();
      await context.screens.dialog.getByText('Effect on users').waitFor();
    },
  },
  {
    name: 'sign-in methods, none',
    show: async (context) => {
      const { page } = context.screens;
      await open(context);
      const on = page.getByRole('main').getByRole('switch', { checked: true });
      while ((await on.count()) > 0) await on.first().click();
      await page.getByText('No sign-in method is left').first().waitFor();
    },
  },
  {
    name: 'sign-in methods, providers',
    show: async (context) => {
      await open(context);
      await context.screens.page.getByRole('button', { name: 'Add provider' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Facebook' }).waitFor();
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
    show: async (context) => {
      await open(context);
      await editKeys(context, 'Google');
    },
  },
  {
    name: 'sign-in methods, own keys',
    show: async (context) => {
      await open(context);
      await editKeys(context, 'GitLab');
    },
  },
  {
    name: 'sign-in methods, keys with mistakes',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await open(context);
      await page.getByRole('button', { name: 'Add provider' }).click();
      await dialog.getByRole('button', { name: 'Facebook' }).click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText('Enter the value from the provider').first().waitFor();
    },
  },
  {
    name: 'sign-in methods, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.projects.read': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'sign-in methods, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.projects.read': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
];
