/** The program on the stand-in for Electron, for as long as a test of vitest runs. */
import { onTestFinished } from 'vitest';
import { type ElectronOptions, firstPage, type RunningElectron, startProcess } from './process';

/** Starts the program on a profile and answers at once; it ends with the test, if not before. */
export async function startElectron(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const running = await startProcess(profile, options);
  onTestFinished(async () => {
    running.process.kill('SIGKILL');
    await running.exited;
  });
  return running;
}

/** The same, once its first page is there. */
export async function launchElectron(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const running = await startElectron(profile, options);
  await firstPage(running);
  return running;
}
