/** The settings with the policy over them, and the view state of a profile, and the handlers of their calls. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { SettingsExport } from '#contract/bridge/settings.ts';
import { isSharedKey } from '#contract/bridge/view-state.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Settings } from '#contract/setting-rows.ts';
import type { Caller } from '../ports/caller';
import type { ProxyCredentials } from '../ports/network-plan';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { displayPath, replacePrivateFile, resolveFile } from '../storage/chosen-file';
import { exportText, readExport } from './exported-settings';
import { createPolicy, type PolicyService } from './policy';
import { createSettings, type SettingsChange, type SettingsService } from './settings';
import { createViewState, type ViewState } from './view-state';

export interface ProfileSettings {
  readonly settings: SettingsService;
  readonly policy: PolicyService;
  readonly viewState: ViewState;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'settings' | 'policy' | 'viewState'>;
}

interface ProxySignInStore {
  /** Resolves to the proxy's URL as it was stored. Rejects with the problem of a URL that isn't a proxy's. */
  store(proxyUrl: string, credentials: ProxyCredentials): Promise<string>;
  remove(): Promise<void>;
}

export interface ProfileSettingsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'policyPlace' | 'chooseSettingsFile'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'pendingWrites' | 'onUnreadableFile' | 'pushViewValue'>;
  /** Rejects with the problem of a value that can't be used, which then isn't stored. */
  readonly check: (change: SettingsChange) => Promise<void>;
  /** Where the user name and password for a proxy are stored. */
  readonly proxySignIn: ProxySignInStore;
}

/** Creates the settings, the policy, and the view state. Nothing is read yet. */
export function createProfileSettings({ ports, runtime, check, proxySignIn }: ProfileSettingsDeps): ProfileSettings {
  const { clock, profileFolder, policyPlace } = ports;
  const { topics, pendingWrites, onUnreadableFile, pushViewValue } = runtime;
  const policy = createPolicy({
    place: policyPlace,
    clock,
    topic: topics['policy.state'],
    log: runtime.log.write,
    onChange: () => settings.publish(),
  });
  const settings = createSettings(profileFolder, clock, topics['settings.state'], onUnreadableFile, policy);
  const viewState = createViewState(profileFolder, clock, onUnreadableFile);
  return {
    settings,
    policy,
    viewState,
    handlers: {
      settings: {
        async update(change) {
          await check(change);
          await pendingWrites.add(settings.update(change));
          return null;
        },
        exportAll: (_input, caller) => exportSettings(settings.chosen(), ports.chooseSettingsFile, caller),
        readExport: async ({ text }) => readExport(text),
        async setProxySignIn(credentials) {
          const { proxyUrl } = topics['settings.state'].get().value;
          // First the secret, which is for this proxy only: the settings then never name one that isn't stored.
          const stored = proxySignIn.store(proxyUrl, credentials);
          await pendingWrites.add(stored.then((proxySignInUrl) => settings.update({ proxySignInUrl })));
          return null;
        },
        async removeProxySignIn() {
          await pendingWrites.add(settings.update({ proxySignInUrl: null }).then(proxySignIn.remove));
          return null;
        },
      },
      policy: {
        async assertExport() {
          policy.assertPermitted('export');
          return null;
        },
      },
      viewState: {
        read: ({ scope }) => viewState.read(scope),
        async write({ scope, key, value }) {
          await pendingWrites.add(viewState.write(scope, key, value));
          if (isSharedKey(key)) pushViewValue({ scope, key, value });
          return null;
        },
      },
    },
  };
}

/** Saves settings in the file that the user chooses, or resolves to their text if the host has no dialogs. */
async function exportSettings(settings: Settings, choose: Ports['chooseSettingsFile'], caller: Caller): Promise<SettingsExport> {
  const text = exportText(settings);
  if (choose === null) return { outcome: 'text', text };
  const chosen = await choose(caller);
  if (chosen === null) return { outcome: 'canceled' };
  const path = await resolveFile(chosen);
  await replacePrivateFile(path, text);
  return { outcome: 'saved', path: displayPath(path) };
}
