/** Loads what the sandbox is made of, answers one request, and knows nothing of the service. */
import '@simplewebauthn/server';
import 'handlebars';
import 'nodemailer';
import 'otpauth';
import { serve } from '@hono/node-server';
import { hash } from 'bcryptjs';
import { Hono } from 'hono';
import { SignJWT } from 'jose';
import Libsql from 'libsql';
import { z } from 'zod';

const database = new Libsql(':memory:');
const used = [hash, SignJWT, z.string()].length;
const app = new Hono().get('/health', (context) => context.json({ status: 'ok', used, open: database.open }));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
);
process.once('SIGTERM', () => {
  server.close();
  process.exit(0);
});
