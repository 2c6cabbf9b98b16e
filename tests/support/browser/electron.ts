/** The program on the real Electron, with its own profile. */
import { _electron, type ElectronApplication } from '@playwright/test';
import { electronEnvironment } from '../../../scripts/lib/electron-binary.mjs';
import { openedLinksFile, type RunningHost } from './launch';

const isRoot = process.getuid?.() === 0;

/** Arguments for a program that root starts: Chromium can't sandbox its processes then. Only tests are run as root. */
export const asRoot: readonly string[] = isRoot ? ['--no-sandbox'] : [];

/** Starts the program; secrets stay in memory unless the system's keychain is asked for. */
export function launchElectron(
  { program, args }: { program: string; args: readonly string[] },
  profile: string,
  keychain: 'memory' | 'auto' = 'memory',
): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: program,
    args: [...args, `--profile=${profile}`, `--keychain=${keychain}`],
    // Playwright turns the sandbox off otherwise.
    chromiumSandbox: !isRoot,
    env: electronEnvironment() as Record<string, string>,
  });
}

/** Records the URLs that would be opened in a browser for `SandboxWorld.opened`, and opens nothing. */
export async function recordOpened(electronApp: ElectronApplication, profile: string): Promise<void> {
  await electronApp.evaluate(({ shell }, file) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    shell.openExternal = async (url) => appendFileSync(file, `${url}\n`);
  }, openedLinksFile(profile));
}

/** Returns the part of a host that specs use. */
export function hostOf(electronApp: ElectronApplication, profile: string): RunningHost {
  return {
    url: 'app://bundle/',
    profile,
    process: electronApp.process(),
    async stop() {
      // What runs at the end of a test would have the program ask, and keep it open.
      await electronApp.evaluate(({ dialog }) => void Object.assign(dialog, { showMessageBoxSync: () => 1 })).catch(() => undefined);
      await electronApp.close();
    },
    async killSandbox() {
      await electronApp.evaluate(({ app }) => {
        const found = app.getAppMetrics().filter(({ name, serviceName }) => `${name} ${serviceName}`.includes('sandbox-worker'));
        for (const { pid } of found) process.kill(pid, 'SIGKILL');
      });
    },
    async kill() {
      const ended = new Promise((resolve) => electronApp.process().once('exit', resolve));
      electronApp.process().kill('SIGKILL');
      await ended;
    },
  };
}
