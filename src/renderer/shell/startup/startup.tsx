import { type ReactNode, useEffect, useState } from 'react';
import { placeOf } from '../../routes';
import { accountsStore } from '../../stores/accounts';
import { connectionsStore } from '../../stores/connections';
import { settingsStore } from '../../stores/settings';
import { ErrorState } from '../../ui/feedback/error-state';
import { LoadingStatus } from '../../ui/feedback/skeleton';
import styles from '../pages/full-page.module.css';
import { loadScreen } from '../screen-components';

/** Waits for the data that every screen needs. This is usually short, so nothing is drawn. */
export function Startup({ children }: { children: ReactNode }) {
  const connections = connectionsStore();
  const accounts = accountsStore();
  const settings = settingsStore();
  const hasScreen = useFirstScreen();
  const all = [connections, accounts, settings];
  if (hasScreen && all.every(({ value }) => value !== null)) return children;
  const failure = all.find((mirror) => mirror.failure !== null)?.failure;
  const retry = () => {
    for (const store of [connectionsStore, accountsStore, settingsStore]) void store.refresh();
  };
  return <main className={styles.page}>{failure ? <ErrorState report={failure} onRetry={retry} /> : <LoadingStatus />}</main>;
}

/**
 * Reads the first screen's code while the stores are being read. React would show a placeholder for a third of a second
 * at least, once it has begun to.
 */
function useFirstScreen(): boolean {
  const [code] = useState(loadFirstScreen);
  const [isThere, setThere] = useState(false);
  useEffect(() => void code.then(() => setThere(true)), [code]);
  return isThere;
}

function loadFirstScreen(): Promise<void> {
  const path = window.location.hash.slice(1).split('?')[0];
  return loadScreen(placeOf(path || '/').screen);
}
