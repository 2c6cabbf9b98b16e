/** The lock screen, and the passphrase in the settings. */
import type { LockState } from '#contract/bridge/lock.ts';
import { goWith, type Scene, type Stage } from './stage';

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

async function lock(stage: Stage, problem: LockState['problem'] = null): Promise<void> {
  await goWith(stage, '/c/sandbox/users', {});
  await stage.screens.users.getByRole('row').nth(8).waitFor();
  stage.bridge.push('lock.state', { ...unlocked, locked: true, problem });
  await stage.screens.page.getByRole('heading', { name: 'Latchkey is locked' }).waitFor();
}

/** Tries to unlock with a passphrase that is wrong. */
async function tryToUnlock(stage: Stage, waitMillis: number): Promise<void> {
  await lock(stage);
  stage.bridge.set({ 'lock.unlock': { ok: true, value: { ...wrong, waitMillis } } });
  const { page } = stage.screens;
  await page.getByLabel('Passphrase', { exact: true }).fill(tried);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Incorrect passphrase').waitFor();
}

/** Opens the settings of a program with such a lock, and presses a button there. */
async function openPassphrase(stage: Stage, state: Partial<LockState>, button: string): Promise<void> {
  await goWith(stage, '/settings?section=safety', {});
  const { page, dialog } = stage.screens;
  await page.getByRole('heading', { name: 'Safety' }).waitFor();
  stage.bridge.push('lock.state', { ...unlocked, ...state });
  await page.getByRole('button', { name: button }).click();
  await dialog.waitFor();
}

/** Presses the button of the dialog. */
const submit = ({ screens: { dialog } }: Stage, button: string) => dialog.getByRole('button', { name: button }).click();

export const lockScenes: readonly Scene[] = [
  { name: 'locked', show: (stage) => lock(stage) },
  { name: 'locked, damaged file', show: (stage) => lock(stage, 'damaged') },
  {
    name: 'locked, forgotten passphrase',
    show: async (stage) => {
      await lock(stage);
      const { page } = stage.screens;
      await page.getByRole('button', { name: 'Forgot passphrase?' }).click();
      await page.getByRole('heading', { name: 'Clear all local data?' }).waitFor();
    },
  },
  { name: 'locked, wrong passphrase', show: (stage) => tryToUnlock(stage, 0) },
  {
    name: 'locked, waiting',
    show: async (stage) => {
      await tryToUnlock(stage, 600_000);
      await stage.screens.page.getByRole('status').filter({ hasText: 'Try again in' }).waitFor();
    },
  },
  {
    name: 'passphrase, none',
    show: async (stage) => {
      await goWith(stage, '/settings?section=safety', {});
      await stage.screens.page.getByRole('heading', { name: 'Safety' }).waitFor();
      stage.bridge.push('lock.state', { ...unlocked, hasPassphrase: false, secrets: 'memory', canSeal: true });
      await stage.screens.page.getByRole('button', { name: 'Set passphrase' }).waitFor();
    },
  },
  {
    name: 'passphrase, set',
    show: (stage) => openPassphrase(stage, { hasPassphrase: false }, 'Set passphrase'),
  },
  {
    name: 'passphrase, set and seal',
    show: async (stage) => {
      await openPassphrase(stage, { hasPassphrase: false, secrets: 'memory', canSeal: true }, 'Set passphrase');
      await stage.screens.dialog.getByRole('switch').waitFor();
    },
  },
  {
    name: 'passphrase, too short',
    after: 'passphrase, set and seal',
    show: async (stage) => {
      await stage.screens.dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
      await submit(stage, 'Set passphrase');
      await stage.screens.dialog.getByText('Use at least 12 characters').first().waitFor();
    },
  },
  {
    name: 'passphrase, change',
    show: async (stage) => {
      await openPassphrase(stage, {}, 'Change passphrase');
      stage.bridge.set({ 'lock.changePassphrase': { ok: true, value: wrong } });
      const { dialog } = stage.screens;
      await dialog.getByLabel('Current passphrase').fill(tried);
      await dialog.getByLabel('New passphrase', { exact: true }).fill(tried);
      await dialog.getByLabel('Repeat passphrase').fill(tried);
      await submit(stage, 'Change passphrase');
      await dialog.getByText('Incorrect passphrase').waitFor();
    },
  },
  {
    name: 'passphrase, remove',
    show: (stage) => openPassphrase(stage, {}, 'Remove passphrase'),
  },
  {
    name: 'passphrase, remove with a sealed file',
    show: (stage) => openPassphrase(stage, { secrets: 'sealed', canSeal: true }, 'Remove passphrase'),
  },
  {
    name: 'passphrase, seal secrets',
    show: (stage) => openPassphrase(stage, { secrets: 'memory', canSeal: true }, 'Store in sealed file'),
  },
];
