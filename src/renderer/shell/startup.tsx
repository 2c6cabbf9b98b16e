import type { ReactNode } from 'react';
import { accountsStore } from '../stores/accounts';
import { connectionsStore } from '../stores/connections';
import { settingsStore } from '../stores/settings';
import { ErrorState } from '../ui/error-state';
import { LoadingStatus } from '../ui/skeleton';
import styles from './full-page.module.css';

/** Waits for what every screen needs: a moment as a rule, so nothing is drawn for it. */
export function Startup({ children }: { children: ReactNode }) {
  const connections = connectionsStore();
  const accounts = accountsStore();
  const settings = settingsStore();
  const all = [connections, accounts, settings];
  if (all.every(({ value }) => value !== null)) return children;
  const failure = all.find((mirror) => mirror.failure !== null)?.failure;
  const retry = () => {
    for (const store of [connectionsStore, accountsStore, settingsStore]) void store.refresh();
  };
  return <main className={styles.page}>{failure ? <ErrorState report={failure} onRetry={retry} /> : <LoadingStatus />}</main>;
}
