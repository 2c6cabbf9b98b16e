/** A service whose lists of users are as large as a response may be: the query says of what kind. */
import { createServer } from 'node:http';
import { maxObjectBytes } from '#contract/limits.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { sampleUser } from '../../support/samples/sample-user';

const user: ServerUser = {
  ...sampleUser,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: sampleUser.signed_up_at_millis,
  server_metadata: null,
};

const bodies: Readonly<Record<string, string>> = {
  misfits: listOf('{}'),
  brackets: '['.repeat(maxObjectBytes),
  users: listOf(JSON.stringify(user)),
  none: '{"items":[],"is_paginated":true,"pagination":{"next_cursor":null}}',
};

/** A page of as many items as fit, filled up with spaces. */
function listOf(item: string): string {
  const [head, tail] = ['{"items":[', '],"is_paginated":true,"pagination":{"next_cursor":null}}'];
  const count = Math.floor((maxObjectBytes - head.length - tail.length + 1) / (item.length + 1));
  return `${head}${Array.from({ length: count }, () => item).join()}${tail}`.padEnd(maxObjectBytes);
}

const server = createServer((request, response) => {
  request.resume();
  const url = new URL(request.url ?? '', 'http://localhost');
  const body = url.pathname === '/api/v1/users' ? bodies[url.searchParams.get('query') ?? 'none'] : undefined;
  if (body !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('404 - this page does not exist in the API.');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
});
process.once('SIGTERM', () => process.exit(0));
