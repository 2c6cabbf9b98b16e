/** The lock screen, and the passphrase in the settings. */
import type { LockState } from '#contract/bridge/lock.ts';
import { goWith, type Scene, type SceneContext } from './scene';

export const unlocked: LockState = {
  locked: false,
  problem: null,
  hasPassphrase: true,
  secrets: 'system',
  canSeal: false,
  canCheckPresence: false,
};
const wrong = { outcome: 'wrong', waitMillis: 0 } as const;
const tried = 'several random words';

async function lock(context: SceneContext, problem: LockState['problem'] = null): Promise<void> {
  await goWith(context, '/c/sandbox/users', {});
  await context.screens.users.getByRole('row').nth(8).waitFor();
  context.bridge.push('lock.state', { ...unlocked, locked: true, problem });
  await context.screens.page.getByRole('heading', { name: 'Latchkey is locked' }).waitFor();
}

/** Tries to unlock with a passphrase that is wrong. */
async function tryToUnlock(context: SceneContext, waitMillis: number): Promise<void> {
  await lock(context);
  context.bridge.set({ 'lock.unlock': { ok: true, value: { ...wrong, waitMillis } } });
  const { page } = context.screens;
  await page.getByLabel('Passphrase', { exact: true }).fill(tried);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Incorrect passphrase').waitFor();
}

/** Opens the settings of a program with such a lock, and presses a button there. */
async function openPassphrase(context: SceneContext, state: Partial<LockState>, button: string): Promise<void> {
  await goWith(context, '/settings?section=safety', {});
  const { page, dialog } = context.screens;
  await page.getByRole('heading', { name: 'Safety' }).waitFor();
  context.bridge.push('lock.state', { ...unlocked, ...state });
  await page.getByRole('button', { name: button }).click();
  await dialog.waitFor();
}

/** Presses the button of the dialog. */
const submit = ({ screens: { dialog } }: SceneContext, button: string) => dialog.getByRole('button', { name: button }).click();

export const lockScenes: readonly Scene[] = [
  { name: 'locked', show: (context) => lock(context) },
  { name: 'locked, damaged file', show: (context) => lock(context, 'damaged') },
  {
    name: 'locked, forgotten passphrase',
    show: async (context) => {
      await lock(context);
      const { page } = context.screens;
      await page.getByRole('button', { name: 'Forgot passphrase?' }).click();
      await page.getByRole('heading', { name: 'Clear all local data?' }).waitFor();
    },
  },
  { name: 'locked, wrong passphrase', show: (context) => tryToUnlock(context, 0) },
  {
    name: 'locked, waiting',
    show: async (context) => {
      await tryToUnlock(context, 600_000);
      await context.screens.page.getByRole('status').filter({ hasText: 'Try again in' }).waitFor();
    },
  },
  {
    name: 'passphrase, none',
    show: async (context) => {
      await goWith(context, '/settings?section=safety', {});
      await context.screens.page.getByRole('heading', { name: 'Safety' }).waitFor();
      context.bridge.push('lock.state', { ...unlocked, hasPassphrase: false, secrets: 'memory', canSeal: true });
      await context.screens.page.getByRole('button', { name: 'Set passphrase' }).waitFor();
    },
  },
  {
    name: 'passphrase, set',
    show: (context) => openPassphrase(context, { hasPassphrase: false }, 'Set passphrase'),
  },
  {
    name: 'passphrase, set and seal',
    show: async (context) => {
      await openPassphrase(context, { hasPassphrase: false, secrets: 'memory', canSeal: true }, 'Set passphrase');
      await context.screens.dialog.getByRole('switch').waitFor();
    },
  },
  {
    name: 'passphrase, too short',
    after: 'passphrase, set and seal',
    show: async (context) => {
      await context.screens.dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
      await submit(context, 'Set passphrase');
      await context.screens.dialog.getByText('Use at least 12 characters').first().waitFor();
    },
  },
  {
    name: 'passphrase, change',
    show: async (context) => {
      await openPassphrase(context, {}, 'Change passphrase');
      context.bridge.set({ 'lock.changePassphrase': { ok: true, value: wrong } });
      const { dialog } = context.screens;
      await dialog.getByLabel('Current passphrase').fill(tried);
      await dialog.getByLabel('New passphrase', { exact: true }).fill(tried);
      await dialog.getByLabel('Repeat passphrase').fill(tried);
      await submit(context, 'Change passphrase');
      await dialog.getByText('Incorrect passphrase').waitFor();
    },
  },
  {
    name: 'passphrase, remove',
    show: (context) => openPassphrase(context, {}, 'Remove passphrase'),
  },
  {
    name: 'passphrase, remove with a sealed file',
    show: (context) => openPassphrase(context, { secrets: 'sealed', canSeal: true }, 'Remove passphrase'),
  },
  {
    name: 'passphrase, seal secrets',
    show: (context) => openPassphrase(context, { secrets: 'memory', canSeal: true }, 'Store in sealed file'),
  },
];
