import {
  accountsStore,
  clocksStore,
  connectionsStore,
  impersonationsStore,
  linksStore,
  lockStore,
  noticesStore,
  policyStore,
  sandboxStore,
  settingsStore,
  slowCallsStore,
  updatesStore,
  watchStore,
} from './topics';

/** Begins to mirror what the main process keeps. Resolves once all of it was read or has failed to be. */
export async function startStores(): Promise<void> {
  const stores = [
    lockStore,
    settingsStore,
    connectionsStore,
    clocksStore,
    accountsStore,
    sandboxStore,
    noticesStore,
    linksStore,
    slowCallsStore,
    impersonationsStore,
    updatesStore,
    policyStore,
    watchStore,
  ];
  await Promise.all(stores.map((store) => store.start()));
}
