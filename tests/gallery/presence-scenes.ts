/** Connections that check presence, and the dialogs in which it is proved. */
import type { LockState } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { Reply } from '#contract/errors.ts';
import { unlocked } from './lock-scenes';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type Stage } from './stage';

function required(confirmation: Partial<Confirmation>): Reply {
  const about = {
    id: 'q',
    kind: 'presence',
    name: shop.name,
    endpoint: 'connections.edit',
    effect: 'write',
    presence: 'passphrase',
  } as const;
  return { ok: false, error: { code: 'confirmation-required', confirmation: { ...about, ...confirmation } } };
}

/** Shows the form of a connection that checks presence. */
async function showForm(stage: Stage, state: LockState): Promise<void> {
  await goWith(stage, '/', { 'lock.wait': { ok: true, value: { waitMillis: 0 } } });
  stage.bridge.push('connections.list', [{ ...shop, requirePresence: state.hasPassphrase }]);
  stage.bridge.push('lock.state', state);
  await goOn(stage, `/c/${shop.id}/edit`);
  await stage.screens.page.getByRole('switch', { name: /^Check presence/ }).scrollIntoViewIfNeeded();
}

async function turnOff(stage: Stage, asked: Reply, proof: Reply | 'never'): Promise<void> {
  const { page, dialog } = stage.screens;
  await showForm(stage, unlocked);
  stage.bridge.set({ 'connections.edit': asked, 'safety.confirm': proof, 'lock.wait': { ok: true, value: { waitMillis: 0 } } });
  await page.getByRole('switch', { name: /^Check presence/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor();
}

export const presenceScenes: readonly Scene[] = [
  { name: 'connection, checking presence', show: (stage) => showForm(stage, unlocked) },
  { name: 'connection, without a passphrase', show: (stage) => showForm(stage, { ...unlocked, hasPassphrase: false }) },
  {
    name: 'presence, wrong passphrase',
    show: async (stage) => {
      const { page, dialog } = stage.screens;
      await turnOff(stage, required({}), { ok: true, value: { outcome: 'wrong', waitMillis: 4_500 } });
      await dialog.getByLabel('Passphrase', { exact: true }).fill('several random words');
      await page.keyboard.press('Enter');
      await dialog.getByText('Incorrect passphrase').waitFor();
    },
  },
  {
    name: 'presence, with a name to type',
    show: (stage) => turnOff(stage, required({ kind: 'type', endpoint: 'users.delete', effect: 'destroy' }), 'never'),
  },
  {
    name: 'presence, waiting for the system',
    show: (stage) => turnOff(stage, required({ endpoint: 'secrets.reveal', effect: 'reveal', presence: 'system' }), 'never'),
  },
  {
    name: 'presence, refused by the system',
    show: async (stage) => {
      const refused: Reply = { ok: false, error: { code: 'presence-not-verified' } };
      await turnOff(stage, required({ endpoint: 'secrets.reveal', effect: 'reveal', presence: 'system' }), refused);
      await stage.screens.dialog.getByText('Couldn’t verify').waitFor();
    },
  },
];
