/** The worker process of the keychain library, so that its crashes, hangs and prompts don't affect the app. */
import { parseArgs } from 'node:util';
import { type KeychainAnswer, type KeychainRequest, keychainRequest, providerNames } from '#contract/workers/keychain.ts';
import { leaveTerminalSignals } from '#system/parent-process.ts';
import { faultOf, type KeychainProvider, loadProvider } from './keychain-provider';

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const electronPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
const post = (message: KeychainAnswer) => (electronPort ? electronPort.postMessage(message) : process.send?.(message));

leaveTerminalSignals();
const { values } = parseArgs({ options: { provider: { type: 'string' }, service: { type: 'string' } } });
const name = providerNames.find((known) => known === values.provider) ?? 'napi-keyring';
const provider = loadProvider(name, values.service ?? 'Latchkey');
// Each request reports the failure. Until then, an unhandled rejection must not end the process.
provider.catch(() => undefined);

async function perform(library: KeychainProvider, { op, item, value }: KeychainRequest): Promise<string | null> {
  if (op === 'get') return library.get(item);
  if (op === 'set') await library.set(item, value ?? '');
  else await library.delete(item);
  return null;
}

async function handle(message: unknown): Promise<void> {
  const request = keychainRequest.safeParse(message);
  if (!request.success) return;
  const { id } = request.data;
  try {
    post({ id, ok: true, value: await perform(await provider, request.data) });
  } catch (thrown) {
    post({ id, ok: false, fault: faultOf(thrown) });
  }
}

if (electronPort) electronPort.on('message', ({ data }) => void handle(data));
else process.on('message', (message) => void handle(message));
process.on('disconnect', () => process.exit(0));
