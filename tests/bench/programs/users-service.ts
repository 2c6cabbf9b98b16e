/** A service that answers every request with the same user, of a size users have. */
import { createServer } from 'node:http';

const user = {
  id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  primary_email: 'ada.lovelace@example.com',
  primary_email_verified: true,
  display_name: 'Ada Lovelace',
  client_metadata: { plan: 'analytical', seats: 12 },
  client_read_only_metadata: null,
  profile_image_url: null,
  signed_up_at_millis: 1_763_000_000_000,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  requires_totp_mfa: false,
  is_anonymous: false,
};
const body = JSON.stringify(user);
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
