/** Finds the specs that can't share a process with others. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Matches specs that replace modules or globals, or that read or change state of the whole process, such as constants of modules or what listens to its signals. */
const reachesBeyondItself =
  /\bvi\.(mock|doMock|spyOn|useFakeTimers|stubGlobal|stubEnv|resetModules)\(|(?<!\.)\bprocess\.(chdir|umask|memoryUsage(\.rss)?|cpuUsage|on|once|emit)\(|\bprocess\.env\.\w+ = |setFlagsFromString|^import '.*\/quick-scrypt(?:\.ts)?';$/m;

/** Returns the specs below a folder that need a process of their own, from the project's root. */
export function specsWithOwnProcess(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.spec\.(tsx?|mjs)$/.test(path) && reachesBeyondItself.test(readFileSync(path, 'utf8')));
}
