/** Policies of the machine, which the program that is shown doesn't have. */
import type { PolicyState } from '#contract/bridge/settings.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import type { SceneContext } from './scene';

const file = '/etc/latchkey/policy.json';

export const activePolicy: PolicyState = {
  state: 'active',
  file,
  organization: 'Analytical Engines Inc.',
  contact: 'it@analytical.example',
  locked: ['readOnly', 'clipboardSeconds', 'proxyMode', 'proxyUrl', 'proxyBypass', 'updates'],
  forbidden: ['export', 'impersonation', 'reveal'],
  required: ['journal', 'production-note'],
  allowedHosts: ['api.analytical.example', '*.engines.example'],
};

export const brokenPolicy: PolicyState = {
  state: 'broken',
  file,
  problem: 'invalid',
  field: 'settings.readonly',
  locked: ['readOnly', 'updates'],
  forbidden: ['export', 'impersonation', 'reveal'],
};

/** Puts the page that is shown under a policy, with the settings that it locks. */
export function pushPolicy({ bridge }: SceneContext, policy: PolicyState): void {
  bridge.push('policy.state', policy);
  const settings = { ...defaultSettings, readOnly: true, clipboardSeconds: 20, updates: false, proxyMode: 'manual' };
  bridge.push('settings.state', { ...settings, proxyUrl: 'http://proxy.analytical.example:3128' });
}
