/** The settings with the policy over them, and the view state of a profile, and the handlers of their calls. */
import type { Bridge } from '#contract/bridge/index.ts';
import { isSharedKey } from '#contract/bridge/view-state.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { createPolicy, type PolicyService } from './policy';
import { createSettings, type SettingsChange, type SettingsService } from './settings';
import { createViewState, type ViewState } from './view-state';

export interface ProfileSettings {
  readonly settings: SettingsService;
  readonly policy: PolicyService;
  readonly viewState: ViewState;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'settings' | 'policy' | 'viewState'>;
}

export interface ProfileSettingsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'policyPlace'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'pendingWrites' | 'onUnreadableFile' | 'pushViewValue'>;
  /** Rejects with the problem of a value that can't be used, which then isn't stored. */
  readonly check: (change: SettingsChange) => Promise<void>;
}

/** Creates the settings, the policy, and the view state. Nothing is read yet. */
export function createProfileSettings({ ports, runtime, check }: ProfileSettingsDeps): ProfileSettings {
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
