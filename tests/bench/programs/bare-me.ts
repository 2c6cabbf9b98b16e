/** A bare hono handler that verifies an access token by a public key: `bare-me.js JWKS`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';

const keys = createLocalJWKSet(JSON.parse(process.argv[2] ?? '{"keys":[]}') as JSONWebKeySet);
const app = new Hono().get('/api/v1/users/me', async (context) => {
  const { payload } = await jwtVerify(context.req.header('x-stack-access-token') ?? '', keys);
  return context.json({ id: payload.sub, display_name: 'Somebody' });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
);
process.once('SIGTERM', () => process.exit(0));
