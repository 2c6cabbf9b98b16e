/** A service that answers every request with the same user, of a size users have. */
import { createServer } from 'node:http';
import { sampleUser } from '../../support/samples/sample-user';

const body = JSON.stringify(sampleUser);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'x-stack-request-id': 'abcdefghijklmnop',
  'cache-control': 'no-store, max-age=0',
};

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});
// Longer than a benchmark, so that no connection is lost between two rounds.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
});
process.once('SIGTERM', () => process.exit(0));
