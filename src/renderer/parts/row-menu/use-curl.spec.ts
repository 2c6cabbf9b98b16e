import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand } from './use-curl';

const request = { baseUrl: 'https://api.example.com', projectId: 'p-1', access: 'server', path: '/users/u-1' } as const;

/** What a shell passes to curl: its arguments, one per line. */
function inShell(command: string): string[] {
  const script = `curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }\n${command}`;
  const env = {
    STACK_SECRET_SERVER_KEY: 'ssk',
    STACK_SUPER_SECRET_ADMIN_KEY: 'sak',
    STACK_PUBLISHABLE_CLIENT_KEY: 'pck',
    STACK_ACCESS_TOKEN: 'token',
  };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).trimEnd().split('\n');
}

describe('a command', () => {
  it('names the variables of its secrets', () => {
    expect(curlCommand(request)).toBe(
      [
        "curl 'https://api.example.com/api/v1/users/u-1' \\",
        "  -H 'x-stack-access-type: server' \\",
        "  -H 'x-stack-project-id: p-1' \\",
        '  -H "x-stack-secret-server-key: $STACK_SECRET_SERVER_KEY"',
      ].join('\n'),
    );
  });

  it.each([
    ['server', ['x-stack-secret-server-key: ssk']],
    ['admin', ['x-stack-super-secret-admin-key: sak']],
    ['client', ['x-stack-publishable-client-key: pck', 'x-stack-access-token: token']],
  ] as const)('has the credentials of %s access', (access, expected) => {
    const args = inShell(curlCommand({ ...request, access }));
    const headers = args.filter((_arg, at) => args[at - 1] === '-H');
    expect(headers).toEqual([`x-stack-access-type: ${access}`, 'x-stack-project-id: p-1', ...expected]);
  });

  it.each([
    ["it's", "it's"],
    ['$(touch /tmp/x)', '$(touch /tmp/x)'],
    ['`id`', '`id`'],
    ["'; rm -rf / #", "'; rm -rf / #"],
    ['"quoted" \\ $HOME !!', '"quoted" \\ $HOME !!'],
    ['two\nlines\r\u0000', 'twolines'],
    ['-o /etc/passwd', '-o /etc/passwd'],
    ['größe 🔑', 'größe 🔑'],
  ])('passes %j on as text', (projectId, expected) => {
    expect(inShell(curlCommand({ ...request, projectId }))).toContain(`x-stack-project-id: ${expected}`);
  });

  it.each([
    ['https://api.example.com/', 'https://api.example.com/api/v1/users/u-1'],
    ['https://api.example.com/base//', 'https://api.example.com/base/api/v1/users/u-1'],
    ["https://api.example.com/'$(id)'", "https://api.example.com/'$(id)'/api/v1/users/u-1"],
  ])('has the address below %s', (baseUrl, url) => {
    expect(inShell(curlCommand({ ...request, baseUrl }))[0]).toBe(url);
  });
});
