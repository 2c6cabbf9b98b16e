/** Starts the program on the test double of Electron for the duration of a test. */
import { onTestFinished } from 'vitest';
import { type ElectronOptions, firstPage, type RunningElectron, startProcess } from './process';

/** Starts the program on a profile and returns immediately; it ends with the test at the latest. */
export async function startElectron(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const running = await startProcess(profile, options);
  onTestFinished(async () => {
    running.process.kill('SIGKILL');
    await running.exited;
  });
  return running;
}

/** Starts the program and resolves when its first page has loaded. */
export async function launchElectron(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const running = await startElectron(profile, options);
  await firstPage(running);
  return running;
}
