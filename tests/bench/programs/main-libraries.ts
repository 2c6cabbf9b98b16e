/** Loads the libraries that the main process of the browser host is made of, says so, and does nothing. */
import { IntlMessageFormat } from 'intl-messageformat';
import { SignJWT } from 'jose';
import { generateRandomState } from 'oauth4webapi';
import { TOTP } from 'otpauth';
import { Agent } from 'undici';
import { WebSocketServer } from 'ws';
import { z } from 'zod';

const used = [IntlMessageFormat, SignJWT, generateRandomState, TOTP, Agent, WebSocketServer, z.string()].length;
process.stdout.write(`${JSON.stringify({ used })}\n`);
const alive = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => clearInterval(alive));
