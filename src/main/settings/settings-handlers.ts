/** Handlers of the bridge's calls for settings and view state. */
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import type { SettingsService } from './settings';
import type { ViewState } from './view-state';

export interface SettingsHandlersDeps {
  readonly runtime: Pick<Runtime, 'topics' | 'pendingWrites'>;
  readonly settings: SettingsService;
  readonly viewState: ViewState;
}

/** Creates the handlers of the bridge's `settings` and `viewState` calls. */
export function createSettingsHandlers(deps: SettingsHandlersDeps): Pick<Handlers<Bridge, Caller>, 'settings' | 'viewState'> {
  const { settings, viewState } = deps;
  const { topics, pendingWrites } = deps.runtime;
  return {
    settings: {
      read: async () => topics.settings.get(),
      async update(change) {
        await pendingWrites.add(settings.update(change));
        return null;
      },
    },
    viewState: {
      read: ({ scope }) => viewState.read(scope),
      async write({ scope, key, value }) {
        await pendingWrites.add(viewState.write(scope, key, value));
        return null;
      },
    },
  };
}
