import { accountsStore } from './accounts';
import { clocksStore, connectionsStore } from './connections';
import { impersonationsStore } from './impersonations';
import { linksStore } from './links';
import { lockStore } from './lock';
import { noticesStore } from './notices';
import { policyStore } from './policy';
import { sandboxStore } from './sandbox';
import { settingsStore } from './settings';
import { slowCallsStore } from './slow-calls';
import { updatesStore } from './updates';
import { watchStore } from './watch';

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
