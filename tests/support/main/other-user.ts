/** Requests by another user of the machine, over real sockets. */
import { spawn } from 'node:child_process';

/** The unprivileged user on Linux. */
const otherUid = 65_534;

export interface OtherUserRequest {
  /** Where to connect to; the path and query are requested as they are. */
  readonly url: string;
  /** The address to connect from and to: of IPv6 sockets for a mapped IPv4 address. */
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OtherUserResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** Returns why requests by another user aren't possible here; null if they are. */
export function missingOtherUser(): string | null {
  if (process.platform !== 'linux') return 'Only Linux tells which user owns a socket.';
  return process.getuid?.() === 0 ? null : 'Only root can start a process of another user.';
}

/** Sends a GET request from a process of another user and resolves to the response. Rejects when there is none. */
export async function requestAsOtherUser({ url, host = '127.0.0.1', headers = {} }: OtherUserRequest): Promise<OtherUserResponse> {
  const { port, pathname, search, host: ownHost } = new URL(url);
  const options = { host, port, path: `${pathname}${search}`, headers: { host: ownHost, ...headers } };
  const child = spawn(process.execPath, ['-e', program, JSON.stringify(options)], {
    uid: otherUid,
    gid: otherUid,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (complaints += part));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  if (output === '') throw new Error(complaints);
  return JSON.parse(output) as OtherUserResponse;
}

const program = `
const request = require('node:http').get(JSON.parse(process.argv[1]), (response) => {
  let text = '';
  response.on('data', (part) => (text += part));
  response.on('end', () => {
    const { statusCode: status, headers } = response;
    process.stdout.write(JSON.stringify({ status, location: headers.location ?? null, text }));
  });
});
request.on('upgrade', ({ statusCode: status }, socket) => {
  process.stdout.write(JSON.stringify({ status, location: null, text: '' }));
  socket.destroy();
});
`;
