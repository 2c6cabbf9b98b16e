/** Connections of the profile. */
import { exitCodes } from '../exit-code';
import { safeJson } from '../plain-output';
import { tableText } from '../table-text';
import type { RunCommand } from './command-run';

/** Lists connections: which keys there are, never their text. */
export const listConnections: RunCommand = async ({ opened, options, terminal }) => {
  const connections = opened.app.connections().map(({ id, name, projectId, baseUrl, environment, safety, credentials }) => {
    const keys = (['client', 'server', 'admin'] as const).filter((kind) => credentials[kind] !== false);
    return { id, name, projectId, baseUrl, environment, safety, credentials: [...keys, ...(credentials.owner === null ? [] : ['owner'])] };
  });
  if (options.has('json')) await terminal.print(`${safeJson({ connections })}\n`);
  else if (connections.length === 0) terminal.say('The profile has no connections.');
  else {
    const rows = connections.map((each) => [each.name, each.id, each.projectId, each.baseUrl, each.safety, each.credentials.join(', ')]);
    await terminal.print(tableText(['Name', 'ID', 'Project', 'URL', 'Safety level', 'Credentials'], rows, terminal.columns));
  }
  return exitCodes.done;
};
