/** Services that run in the process of a spec, and the program that contains them. */
import { pathToFileURL } from 'node:url';
import type { RunningSandbox } from '../browser/launch-sandbox';
import type { RunningRelease } from '../service/start-release';

/** The variable with the program's file, which the workers of a run inherit. */
export const programVariable = 'LATCHKEY_PAGE_PROGRAM';

/** A later release as a service. */
export interface PlayedRelease extends Omit<RunningRelease, 'close'> {
  stop(): Promise<void>;
}

/** Resolves to the program that was built for this run. */
export function program(): Promise<typeof import('./program')> {
  return import(pathToFileURL(process.env[programVariable] ?? '').href);
}

export interface ServiceOptions {
  /** The time at which its clock stays. */
  readonly clock?: string;
  /** Its release, if not the default one. */
  readonly release?: string | undefined;
}

/** Starts a separate sandbox with the demo data in memory. The caller stops it. */
export async function startService(options: ServiceOptions = {}): Promise<RunningSandbox> {
  return (await program()).startService(options);
}

/** Starts a later release with the demo data in memory. The caller stops it. */
export async function startRelease(release: string): Promise<PlayedRelease> {
  return (await program()).startPlayedRelease(release);
}
