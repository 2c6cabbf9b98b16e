/** Signals to the real program. */
import { readdirSync } from 'node:fs';
import { expect, electronTest as test } from '../support/browser/fixtures';

// Windows has no signals that a program could handle.
test.skip(process.platform === 'win32', 'Windows ends programs at once.');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} closes the program in order, also if it comes again and again`, async ({ electronApp, screens, profile }) => {
    await screens.startSandbox();
    const child = electronApp.process();
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const timer = setInterval(() => child.kill(signal), 20);
    expect(await ended).toBe(0);
    clearInterval(timer);
    expect(readdirSync(profile).filter((name) => name.startsWith('running-'))).toEqual([]);
  });
}
