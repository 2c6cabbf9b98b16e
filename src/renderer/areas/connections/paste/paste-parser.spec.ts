import { describe, expect, it } from 'vitest';
import { parsePaste } from './paste-parser';

const id = '5c1f7a52-0a8e-4d6b-9c7a-2f3e4d5c6b7a';
const otherId = '9d2e8b63-1b9f-4e7c-8d8b-3a4f5e6d7c8b';
const secret = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const client = `pck_${secret}`;
const server = `ssk_${secret}`;
const admin = `sak_${secret}`;
const all = { projectId: id, client, server, admin };

describe('one project', () => {
  it.each<[string, string, object]>([
    [
      'a dotenv block with prefixes, quotes, comments and CRLF',
      `# Get these from the dashboard\r\nNEXT_PUBLIC_STACK_PROJECT_ID='${id}'\r\nNEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY="${client}" # public\r\nSTACK_SECRET_SERVER_KEY=${server}\r\nSTACK_SUPER_SECRET_ADMIN_KEY = ${admin}\r\n`,
      all,
    ],
    ['a Vite block', `VITE_STACK_PROJECT_ID=${id}\nVITE_STACK_PUBLISHABLE_CLIENT_KEY=${client}`, { projectId: id, client }],
    [
      'an Expo block',
      `EXPO_PUBLIC_STACK_PROJECT_ID=${id}\nEXPO_PUBLIC_STACK_API_URL=http://localhost:8102`,
      { projectId: id, baseUrl: 'http://localhost:8102' },
    ],
    ['shell exports', `export STACK_PROJECT_ID=${id}; export STACK_SECRET_SERVER_KEY="${server}"`, { projectId: id, server }],
    ['PowerShell', `$env:STACK_PROJECT_ID = "${id}"\n$env:STACK_SECRET_SERVER_KEY = '${server}'`, { projectId: id, server }],
    ['options of a container', `-e STACK_PROJECT_ID=${id} -e STACK_SECRET_SERVER_KEY=${server}`, { projectId: id, server }],
    [
      'JSON',
      JSON.stringify({ projectId: id, publishableClientKey: client, secretServerKey: server, superSecretAdminKey: admin }, null, 2),
      all,
    ],
    ['JSON in a text', JSON.stringify(JSON.stringify({ projectId: id, publishableClientKey: client })), { projectId: id, client }],
    [
      'JSON in snake case',
      `{"project_id":"${id}","publishable_client_key":"${client}","secret_server_key":"${server}"}`,
      { projectId: id, client, server },
    ],
    [
      'an object of JavaScript',
      `new StackServerApp({ projectId: '${id}', publishableClientKey: \`${client}\`, tokenStore: 'nextjs-cookie', baseUrl: "https://auth.example.com" })`,
      { projectId: id, client, baseUrl: 'https://auth.example.com' },
    ],
    [
      'development keys of a self-hosted service',
      'NEXT_PUBLIC_STACK_PROJECT_ID=internal\nNEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=this-publishable-client-key-is-for-local-development-only\nSTACK_SECRET_SERVER_KEY=this-secret-server-key-is-for-local-development-only',
      {
        projectId: 'internal',
        client: 'this-publishable-client-key-is-for-local-development-only',
        server: 'this-secret-server-key-is-for-local-development-only',
      },
    ],
    [
      'keys of openssl rand -base64 32',
      'STACK_SUPER_SECRET_ADMIN_KEY=q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4=\nSTACK_SECRET_SERVER_KEY="aB+/c=="',
      { admin: 'q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4=', server: 'aB+/c==' },
    ],
    ['a key of any form in code', `{ publishableClientKey: 'a b', secretServerKey: "x" }`, { client: 'a b', server: 'x' }],
    ['a key that is cut off, under its name', 'STACK_SECRET_SERVER_KEY=ssk_0123', { server: 'ssk_0123' }],
    ['the start of another kind, under a name', 'STACK_SECRET_SERVER_KEY=pck_0123', { server: 'pck_0123' }],
    ['JSX', `<StackProvider projectId={"${id}"} publishableClientKey="${client}">`, { projectId: id, client }],
    ['YAML', `stack:\n  project_id: ${id}\n  secret_server_key: "${server}"`, { projectId: id, server }],
    [
      'headers of a request',
      `x-stack-project-id: ${id}\nX-Stack-Publishable-Client-Key: ${client}\nx-stack-secret-server-key: ${server}`,
      { projectId: id, client, server },
    ],
    [
      'the dashboard’s address',
      `https://app.stack-auth.com/projects/${id}/users`,
      { baseUrl: 'https://api.stack-auth.com', projectId: id },
    ],
    [
      'an address of keys',
      `https://auth.example.com/api/v1/projects/${id}/.well-known/jwks.json`,
      { baseUrl: 'https://auth.example.com', projectId: id },
    ],
    ['a dashboard of one’s own', `http://localhost:8101/projects/${id.toUpperCase()}/api-keys`, { projectId: id }],
    ['the service’s address', 'https://auth.example.com/', { baseUrl: 'https://auth.example.com' }],
    ['the service’s address below a path', 'https://example.com/stack/api/latest', { baseUrl: 'https://example.com/stack' }],
    ['a bare id', `  ${id.toUpperCase()}\n`, { projectId: id }],
    ['a bare key', server, { server }],
    ['the project of the owners', 'STACK_PROJECT_ID=internal', { projectId: 'internal' }],
    ['what cannot be seen', `\ufeffSTACK_PROJECT_ID=\u200b${id}\u200b`, { projectId: id }],
    ['curly quotes', `projectId = “${id}”`, { projectId: id }],
    ['the same twice', `STACK_PROJECT_ID=${id}\nSTACK_PROJECT_ID=${id}`, { projectId: id }],
    [
      'the sandbox’s own words',
      `Sandbox at http://127.0.0.1:4000\n  project                ${id}\n  secret server key      ${server}`,
      { baseUrl: 'http://127.0.0.1:4000', projectId: id, server },
    ],
  ])('%s', (_name, text, project) => {
    expect(parsePaste(text)).toEqual({ projects: [project], remarks: [] });
  });
});

describe('several projects', () => {
  it('start at a block that has its own ID and keys', () => {
    const text = `# one\nSTACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=${server}\n# two\nSTACK_PROJECT_ID=${otherId}\nSTACK_SUPER_SECRET_ADMIN_KEY=${admin}`;
    expect(parsePaste(text).projects).toEqual([
      { projectId: id, server },
      { projectId: otherId, admin },
    ]);
  });

  it('share a single base URL, but none of several', () => {
    const two = `STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=${server}\n\nSTACK_PROJECT_ID=${otherId}\nSTACK_SUPER_SECRET_ADMIN_KEY=${admin}`;
    expect(parsePaste(`STACK_API_URL=https://auth.example.com\n${two}`).projects).toEqual([
      { baseUrl: 'https://auth.example.com', projectId: id, server },
      { baseUrl: 'https://auth.example.com', projectId: otherId, admin },
    ]);
    expect(parsePaste(`https://a.example\n${id}\nhttps://b.example\n${otherId}`).projects).toEqual([
      { baseUrl: 'https://a.example', projectId: id },
      { baseUrl: 'https://b.example', projectId: otherId },
    ]);
  });
});

describe('remarks', () => {
  it('report a key under another key’s name, which is read by its prefix', () => {
    expect(parsePaste(`STACK_SECRET_SERVER_KEY=${client}`)).toEqual({
      projects: [{ client }],
      remarks: [{ kind: 'other-kind', name: 'STACK_SECRET_SERVER_KEY', is: 'client' }],
    });
  });

  it.each([
    ['pck_************', { kind: 'incomplete', is: 'client' }],
    [`${admin}0`, { kind: 'incomplete', is: 'admin' }],
    ['STACK_SECRET_SERVER_KEY=schlüssel', { kind: 'unusable', name: 'STACK_SECRET_SERVER_KEY' }],
    ['STACK_SECRET_SERVER_KEY=********', { kind: 'unusable', name: 'STACK_SECRET_SERVER_KEY' }],
    ['STACK_SECRET_SERVER_KEY="••••••••"', { kind: 'unusable', name: 'STACK_SECRET_SERVER_KEY' }],
    ['publishableClientKey: "------"', { kind: 'unusable', name: 'publishableClientKey' }],
    [`STACK_SECRET_SERVER_KEY=${'x'.repeat(501)}`, { kind: 'unusable', name: 'STACK_SECRET_SERVER_KEY' }],
    ['STACK_PROJECT_ID=my-project', { kind: 'unusable', name: 'STACK_PROJECT_ID' }],
  ])('report %s', (text, remark) => {
    expect(parsePaste(text)).toEqual({ projects: [], remarks: [remark] });
  });

  it('contain no values', () => {
    const { remarks } = parsePaste(`STACK_SECRET_SERVER_KEY=é${secret}9\nSTACK_PROJECT_ID=hunter2\n${client}x`);
    expect(JSON.stringify(remarks)).not.toMatch(/0123456789|hunter2/);
  });
});

describe('keys of other services', () => {
  it.each(['STRIPE_PUBLISHABLE_KEY=pk_live_123', 'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY=pk_test_123'])('are not taken: %s', (text) => {
    expect(parsePaste(text).projects).toEqual([]);
  });
});

describe('other text', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'Please connect me to the project: it is urgent.'],
    ['a script', 'javascript:alert(document.cookie)'],
    ['markup', '<img src=x onerror=alert(1)>'],
    [
      'other variables',
      `DATABASE_URL=postgres://u:p@h/db\nSENTRY_ORG=acme\nSTRIPE_SECRET_KEY=sk_live_1\nNEXT_PUBLIC_SITE_NAME=shop.example`,
    ],
    ['lines that are commented out', `# STACK_PROJECT_ID=${id}\n// secretServerKey: "${server}"`],
    [
      'references and blanks',
      `projectId: process.env.STACK_PROJECT_ID,\nSTACK_SECRET_SERVER_KEY=\nSTACK_PROJECT_ID=\${ID}\nSTACK_PROJECT_ID=<your id>`,
    ],
    [
      'code that names a variable',
      'new App({ publishableClientKey: config.key, secretServerKey: serverKey, superSecretAdminKey: string })',
    ],
    ['an address that is none', 'https://\nhttp://[::1'],
    ['names that objects have', '__proto__=1\nconstructor: 2\ntoString=3'],
  ])('%s', (_name, text) => {
    expect(parsePaste(text)).toEqual({ projects: [], remarks: [] });
  });

  it.each([
    ['letters', 'a'.repeat(100_000)],
    ['quotes', '"'.repeat(100_000)],
    ['assignments without an end', 'a="'.repeat(33_000)],
    ['blanks', `a${' '.repeat(99_000)}=`],
    ['prefixes', 'pck_'.repeat(25_000)],
    ['slashes', `https://${'/api'.repeat(24_000)}`],
    ['colons', 'a:'.repeat(50_000)],
  ])('many %s', (_name, text) => {
    expect(parsePaste(text).projects.length).toBeLessThanOrEqual(1);
  });
});
