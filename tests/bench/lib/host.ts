/** The built browser host on a separate profile. */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Bridge, openBridge } from './bridge';
import { startProgram } from './programs';
import { runFolder } from './sandbox';

export interface Host {
  readonly bridge: Bridge;
  readonly pid: number;
  /** The address of another page. */
  newAddress(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the host on an empty profile, or on one whose emulated service has the data of that folder. */
export async function startHost(sandboxFolder?: string): Promise<Host> {
  const profile = mkdtempSync(join(runFolder(), 'profile-'));
  mkdirSync(profile, { recursive: true });
  if (sandboxFolder !== undefined) symlinkSync(sandboxFolder, join(profile, 'sandbox'), 'junction');
  const options = ['--profile', profile, '--no-open', '--json', '--keychain', 'memory'];
  const program = await startProgram(join('out', 'main', 'browser.js'), ...options);
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(program.line));
  const bridge = await openBridge(new URL(url));
  return {
    bridge,
    pid: z.int().parse(program.process.pid),
    newAddress: async () => z.object({ url: z.string() }).parse(await bridge.call('app.openWindow', { path: '/' })).url,
    async stop() {
      bridge.close();
      await program.stop();
    },
  };
}
