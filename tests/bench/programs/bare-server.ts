/** Serves a built page as the browser host serves its own: `bare-server.js FOLDER`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultSettings } from '#contract/setting-rows.ts';
import { type PageDeps, pageFile } from '#main/hosts/page.ts';

const parts: PageDeps = {
  folder: process.argv[2] ?? '.',
  nonce: 'bare',
  connectSource: "'self'",
  origins: [],
  fixedTime: null,
  settings: () => defaultSettings,
  languages: null,
  preview: () => null,
};
const server = createServer(async (request, response) => {
  const file = await pageFile(parts, (request.url ?? '/').split(/[?#]/)[0] ?? '/');
  response.writeHead(file === null ? 404 : 200, file === null ? {} : { ...file.headers, 'content-length': file.bytes.length });
  response.end(file?.bytes);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.once('SIGTERM', () => process.exit(0));
