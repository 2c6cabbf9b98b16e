/** The service's own client, made one file: as published, its modules name each other as only a bundler understands. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as rolldown } from 'rolldown';
import { root } from './programs';

/** What is used of `@stackframe/stack-shared`. */
export interface OfficialPackage {
  readonly StackClientInterface: new (
    options: object,
  ) => {
    createSession(tokens: { refreshToken: string; accessToken: string }): object;
    sendClientRequest(path: string, request: RequestInit, session: object): Promise<Response>;
  };
}

/** Where that file is, once it was made. */
export const officialClientFile = join(root, 'out', 'bench', 'official', 'client.js');

/** Makes the file. */
export async function buildOfficialClient(file = officialClientFile): Promise<void> {
  await rolldown({
    input: fileURLToPath(import.meta.resolve('@stackframe/stack-shared')),
    platform: 'node',
    output: { file, format: 'esm' },
    logLevel: 'silent',
  });
}
