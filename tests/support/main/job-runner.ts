/** A process that runs a job until it ends, or until it is killed. It says when rows are being sent, and how the run ended. */
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { type JobProcessOptions, startJobProcess } from './job-process';

/** The profile and the service of a job, and its ID. */
export type RunningScene = Pick<JobProcessOptions, 'folder' | 'keys' | 'projectId'> & { readonly baseUrl: string; readonly job: string };

async function run({ job, ...scene }: RunningScene): Promise<void> {
  const own = startJobProcess({ ...scene, clock: systemClock, service: { transport: createUndiciTransport() } });
  let isRunning = false;
  const onProgress = () => {
    if (!isRunning) process.send?.('running');
    isRunning = true;
  };
  const { kind } = await own.run(job, { onProgress });
  process.send?.(kind);
}

process.once('message', (scene) => void run(scene as RunningScene));
process.once('disconnect', () => process.exit(0));
