/** What the program consists of outside Electron. */
import { join } from 'node:path';
import { createUndiciTransport } from '../../remote/undici-transport';
import { forkWorker } from '../browser/fork-worker';
import { defaultProfile } from '../default-locations';
import type { ProgramParts } from './open-app';

/** Returns the parts of a build. */
export function nodeParts(buildFolder: string, version: string): ProgramParts {
  return {
    version,
    licensesFile: join(buildFolder, '..', 'licenses.json'),
    transport: createUndiciTransport(),
    spawnWorker: (name, args) => forkWorker(buildFolder, name, args),
    defaultProfile: defaultProfile(process.env, process.platform),
  };
}
