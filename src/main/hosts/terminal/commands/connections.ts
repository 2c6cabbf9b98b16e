/** Connections of the profile. */
import { exitCodes } from '../exit-code';
import { failureText } from '../failure-text';
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

/** Tests the credentials of a connection, or of all. */
export const testConnections: RunCommand = async ({ opened, args, options, terminal }) => {
  const [name] = args;
  const all = name === undefined && !options.has('connection');
  const connections = all ? opened.app.connections() : [await opened.connection(name)];
  const results = [];
  for (const { id, name: shown } of connections) {
    terminal.progress(`Testing ${shown}…`);
    results.push({ connection: shown, id, ...(await opened.api.connections.test({ id })) });
  }
  if (options.has('json')) await terminal.print(`${safeJson({ results })}\n`);
  else {
    const rows = results.flatMap(({ connection, checks }) =>
      checks.map((check) => [connection, check.name, check.outcome, check.error === undefined ? '' : failureText(check.error)]),
    );
    await terminal.print(tableText(['Connection', 'Check', 'Outcome', 'Reason'], rows, terminal.columns));
  }
  const isRefused = results.some(({ checks }) => checks.some(({ outcome }) => outcome === 'refused'));
  return isRefused || results.length === 0 ? exitCodes.failed : exitCodes.done;
};
