/** Connections that check presence, and the dialogs in which it is proved. */
import type { LockState } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { Reply } from '#contract/errors.ts';
import { unlocked } from './lock-scenes';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

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
async function showForm(context: SceneContext, state: LockState): Promise<void> {
  await goWith(context, '/', { 'lock.wait': { ok: true, value: { waitMillis: 0 } } });
  context.bridge.push('connections.list', [{ ...shop, requirePresence: state.hasPassphrase }]);
  context.bridge.push('lock.state', state);
  await goOn(context, `/c/${shop.id}/edit`);
  await context.screens.page.getByRole('switch', { name: /^Check presence/ }).scrollIntoViewIfNeeded();
}

async function turnOff(context: SceneContext, asked: Reply, proof: Reply | 'never'): Promise<void> {
  const { page, dialog } = context.screens;
  await showForm(context, unlocked);
  context.bridge.set({ 'connections.edit': asked, 'safety.confirm': proof, 'lock.wait': { ok: true, value: { waitMillis: 0 } } });
  await page.getByRole('switch', { name: /^Check presence/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor();
}

export const presenceScenes: readonly Scene[] = [
  { name: 'connection, checking presence', show: (context) => showForm(context, unlocked) },
  { name: 'connection, without a passphrase', show: (context) => showForm(context, { ...unlocked, hasPassphrase: false }) },
  {
    name: 'presence, wrong passphrase',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await turnOff(context, required({}), { ok: true, value: { outcome: 'wrong', waitMillis: 4_500 } });
      await dialog.getByLabel('Passphrase', { exact: true }).fill('several random words');
      await page.keyboard.press('Enter');
      await dialog.getByText('Incorrect passphrase').waitFor();
    },
  },
  {
    name: 'presence, with a name to type',
    show: (context) => turnOff(context, required({ kind: 'type', endpoint: 'users.delete', effect: 'destroy' }), 'never'),
  },
  {
    name: 'note on production',
    show: (context) => turnOff(context, required({ kind: 'confirm', endpoint: 'users.update', presence: null, asksNote: true }), 'never'),
  },
  {
    name: 'note on production, with a name to type and presence',
    show: (context) => turnOff(context, required({ kind: 'type', endpoint: 'users.delete', effect: 'destroy', asksNote: true }), 'never'),
  },
  {
    name: 'presence, waiting for the system',
    show: (context) => turnOff(context, required({ endpoint: 'secrets.reveal', effect: 'reveal', presence: 'system' }), 'never'),
  },
  {
    name: 'presence, refused by the system',
    show: async (context) => {
      const refused: Reply = { ok: false, error: { code: 'presence-not-verified' } };
      await turnOff(context, required({ endpoint: 'secrets.reveal', effect: 'reveal', presence: 'system' }), refused);
      await context.screens.dialog.getByText('Couldn’t verify').waitFor();
    },
  },
];
