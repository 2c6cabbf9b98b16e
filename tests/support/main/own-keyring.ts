/** A real keyring for one test. */
import { onTestFinished } from 'vitest';
import { canStartKeyring, startKeyringSession } from './keyring-session';

/** Returns the environment of a keyring that ends with the test. */
export async function ownKeyring(): Promise<NodeJS.ProcessEnv> {
  if (!(await canStartKeyring())) throw new Error('This spec needs a keyring of its own. On Debian: apt-get install gnome-keyring dbus');
  const session = await startKeyringSession();
  onTestFinished(() => session.close());
  return session.env;
}
