import { useWatchOutages } from '../banners/use-watch-outages';
import { queryClient } from './query-client';
import { useDetectedRelease } from './use-detected-release';
import { useEndedAccounts } from './use-ended-accounts';
import { useSandboxReturn } from './use-sandbox-return';
import { useWrites } from './use-writes';

/** Keeps the service's data up to date. Renders nothing. */
export function ServiceData() {
  useSandboxReturn();
  useDetectedRelease();
  useWrites();
  useEndedAccounts();
  useWatchOutages();
  return null;
}

/** Reads what the screen shows again. */
export async function refreshScreen(): Promise<void> {
  await queryClient.invalidateQueries({ type: 'active' });
}
