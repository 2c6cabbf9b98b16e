/** Pasted configuration, by the kinds of files and snippets in which it comes. */
import { describe, expect, it } from 'vitest';
import { parsePaste } from './paste-parser';
import { hostedUrlOfNames, readUrl } from './paste-url';

const id = '5c1f7a52-0a8e-4d6b-9c7a-2f3e4d5c6b7a';
const otherId = '9d2e8b63-1b9f-4e7c-8d8b-3a4f5e6d7c8b';
const secret = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const client = `pck_${secret}`;
const server = `ssk_${secret}`;
const otherServer = `ssk_${secret.slice(1)}0`;
const admin = `sak_${secret}`;
const runbook = 'http://wiki.test/runbook';
const baseUrl = 'https://auth.example.com';
/** Not written in one piece, because specs that change the variables of their process run on their own. */
const assigned = ['process', 'env'].join('.');
const named = `STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=${server}`;

describe('values', () => {
  const key = 'STACK_SECRET_SERVER_KEY';
  it.each([
    [`${key}=Tr0ub(4)dor,3;x`, 'Tr0ub(4)dor,3;x'],
    [`${key}=a{b}<c>'d"e`, `a{b}<c>'d"e`],
    [`${key}=a b c`, 'a b c'],
    [`${key}=a#b`, 'a#b'],
    [`${key}=a=b==`, 'a=b=='],
    [`${key} = spaced   # remark`, 'spaced'],
    [`${key}=plain # ${runbook}`, 'plain'],
    [`${key}=plain\t# remark`, 'plain'],
    [`${key}="abc\\"def"`, 'abc"def'],
    [`${key}="a # b" # remark`, 'a # b'],
    [`${key}="a\\\\b"`, 'a\\b'],
    [`${key}="a\\dc"`, 'a\\dc'],
    [`${key}='abc\\ndef'`, 'abc\\ndef'],
    [`${key}='a"b'`, 'a"b'],
    [`${key}='a # b'`, 'a # b'],
    [`${key}=\`it's "here"\``, `it's "here"`],
    [`export ${key}=abc;`, 'abc;'],
    [`${key}=//8aG+/w==`, '//8aG+/w=='],
    [`${key}=#abc`, '#abc'],
    [`${key}=(abc){d}`, '(abc){d}'],
    [`${key}=$ecret`, '$ecret'],
    [`${key}=pa$$word`, 'pa$$word'],
    [`${key}=${server} (see ${runbook})`, server],
    [`Secret server key: ${server}`, server],
    [`  export   ${key}='abc'`, 'abc'],
    [`${key}: Tr0ub(4)dor,3;x`, 'Tr0ub(4)dor,3;x'],
    [`${key}: 'a: b'`, 'a: b'],
    [`${key}: "abc\\"def"`, 'abc"def'],
    [`{"secretServerKey": "abc\\"d,e;f"}`, 'abc"d,e;f'],
    [`const app = { secretServerKey: 'Tr0ub(4)dor,3;x' }`, 'Tr0ub(4)dor,3;x'],
    [`secretServerKey: this-secret-server-key-is-for-local-development-only`, 'this-secret-server-key-is-for-local-development-only'],
  ])('%s', (text, value) => {
    expect(parsePaste(text)).toEqual({ projects: [{ server: value }], remarks: [] });
  });
});

describe('comments are not values', () => {
  it.each([
    `STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=${server} # see ${runbook}`,
    `STACK_PROJECT_ID=${id} # ${otherId}\nSTACK_SECRET_SERVER_KEY="${server}" # STACK_API_URL=${runbook}`,
    `STACK_PROJECT_ID=${id} // ${runbook}\nSTACK_SECRET_SERVER_KEY=${server} // ${runbook}`,
    `# STACK_API_URL=${runbook}\n${named}`,
    `// STACK_API_URL=${runbook}\n${named}`,
    `; STACK_API_URL=${runbook}\n${named}`,
    `-- STACK_API_URL=${runbook}\n${named} -- ${runbook}`,
    `REM STACK_API_URL=${runbook}\nset STACK_PROJECT_ID=${id}\n@rem ${runbook}\nset STACK_SECRET_SERVER_KEY=${server}`,
    `:: STACK_API_URL=${runbook}\n${named}`,
    `/* STACK_API_URL=${runbook} */\n${named}`,
    `/*\n STACK_API_URL=${runbook}\n*/\n${named}`,
    `/**\n * STACK_API_URL=${runbook}\n */\n${named}`,
    `<!--\nSTACK_API_URL=${runbook}\n-->\n${named}`,
    `<!-- STACK_API_URL=${runbook} -->\n${named}`,
    `<#\nSTACK_API_URL=${runbook}\n#>\n${named}`,
    `--[[\nSTACK_API_URL=${runbook}\n]]\n${named}`,
    `${named}\n/* STACK_API_URL=${runbook}`,
    `STACK_PROJECT_ID=${id} /* ${runbook}\n ${runbook} */\nSTACK_SECRET_SERVER_KEY="${server}" <!--\n${runbook} -->`,
    `"""\nSTACK_API_URL=${runbook}\n"""\n${named}`,
    `\`\`\`env\n${named} # ${runbook}\n\`\`\``,
    `{ projectId: '${id}', /* baseUrl: '${runbook}', */ secretServerKey: '${server}' } // baseUrl: '${runbook}'`,
    `{\n  projectId: '${id}', // ${runbook}\n  secretServerKey: '${server}', // ${runbook}\n}`,
    `stack:\n  project_id: ${id} # ${runbook}\n  secret_server_key: ${server} # ${runbook}`,
    `project_id = "${id}" # ${runbook}\nsecret_server_key = '${server}' # ${runbook}`,
  ])('%s', (text) => {
    expect(parsePaste(text)).toEqual({ projects: [{ projectId: id, server }], remarks: [] });
  });
});

describe('a URL without a name', () => {
  it.each([`${named}\nSee ${runbook}.`, `${runbook}\n${named}`, `Runbook (${runbook})\n\n${named}`])(
    'is not taken beside names: %s',
    (text) => {
      expect(parsePaste(text)).toEqual({ projects: [{ projectId: id, server }], remarks: [{ kind: 'unnamed', is: 'baseUrl' }] });
    },
  );

  it('is taken where it names the hosted project', () => {
    expect(parsePaste(`https://app.hexclave.com/projects/${id}/api-keys\nHEXCLAVE_SECRET_SERVER_KEY=${server}`).projects).toEqual([
      { baseUrl: 'https://api.hexclave.com', projectId: id, server },
    ]);
  });
});

describe('the last value of a name counts', () => {
  it.each([
    [`${named}\nSTACK_SECRET_SERVER_KEY=${otherServer}`, { projectId: id, server: otherServer }],
    [`${named}\n# rotated\nSTACK_SECRET_SERVER_KEY=${otherServer}`, { projectId: id, server: otherServer }],
    [`STACK_PROJECT_ID=${otherId}\n${named}`, { projectId: id, server }],
    [`STACK_API_URL=${runbook}\n${named}\nSTACK_API_URL=${baseUrl}`, { baseUrl, projectId: id, server }],
    [`STACK_API_URL=${runbook}\n\n${named}\n\nSTACK_API_URL=${baseUrl}`, { baseUrl, projectId: id, server }],
  ])('%s', (text, project) => {
    expect(parsePaste(text)).toEqual({ projects: [project], remarks: [] });
  });
});

const encoded = (text: string) => btoa(text);
const yamlSecret = (kind: string, data: string, value: (text: string) => string) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: stack\n${data}:\n  STACK_PROJECT_ID: ${value(id)}\n  STACK_SECRET_SERVER_KEY: ${value('dev-key')}\n  STACK_API_URL: ${value(baseUrl)}\n`;
const all = { projectId: id, server: 'dev-key', baseUrl };

describe('files and commands', () => {
  it.each<[string, string, object]>([
    [
      'the environment of a pod',
      `env:\n  - name: STACK_PROJECT_ID\n    value: ${id}\n  - name: "STACK_SECRET_SERVER_KEY"\n    value: "dev-key"\n  - name: OTHER\n    value: x\n  - name: STACK_API_URL\n    value: ${baseUrl} # API\n`,
      all,
    ],
    [
      'a pod with a reference to a secret',
      `- name: STACK_SECRET_SERVER_KEY\n  valueFrom:\n    secretKeyRef:\n      name: stack\n      key: server\n- name: STACK_PROJECT_ID\n  value: ${id}`,
      { projectId: id },
    ],
    [
      'values before names',
      `- value: ${id}\n  name: STACK_PROJECT_ID\n- value: dev-key\n  name: STACK_SECRET_SERVER_KEY`,
      { projectId: id, server: 'dev-key' },
    ],
    ['a secret', yamlSecret('Secret', 'data', encoded), all],
    ['a secret with line breaks in its values', yamlSecret('Secret', 'data', (text) => encoded(`${text}\n`)), all],
    ['a secret of plain values', yamlSecret('Secret', 'stringData', (text) => text), all],
    ['a config map', yamlSecret('ConfigMap', 'data', (text) => text), all],
    [
      'a secret as JSON',
      JSON.stringify({ kind: 'Secret', data: { STACK_PROJECT_ID: encoded(id), STACK_SECRET_SERVER_KEY: encoded('dev-key') } }, null, 2),
      { projectId: id, server: 'dev-key' },
    ],
    [
      'a secret as JSON on one line',
      JSON.stringify({ data: { STACK_PROJECT_ID: encoded(id), STACK_SECRET_SERVER_KEY: encoded('dev-key') }, kind: 'Secret' }),
      { projectId: id, server: 'dev-key' },
    ],
    [
      'the data of a secret alone',
      `data:\n  STACK_PROJECT_ID: ${encoded(id)}\n  STACK_SECRET_SERVER_KEY: ${encoded(server)}`,
      { projectId: id, server },
    ],
    [
      'settings of .NET',
      `<appSettings>\n  <add key="STACK_PROJECT_ID" value="${id}" />\n  <add key='STACK_SECRET_SERVER_KEY' value='dev-key'/>\n  <add value="${baseUrl}" key="STACK_API_URL" />\n</appSettings>`,
      all,
    ],
    [
      'settings of .NET with sections',
      `<add key="Stack:ProjectId" value="${id}"/><add key="Stack:SecretServerKey" value="dev-key"/>`,
      { projectId: id, server: 'dev-key' },
    ],
    [
      'calls that set variables',
      `[Environment]::SetEnvironmentVariable("STACK_PROJECT_ID", "${id}", "User")\nsetenv("STACK_SECRET_SERVER_KEY", 'dev-key')`,
      { projectId: id, server: 'dev-key' },
    ],
    ['a request', `curl -H 'X-Stack-Project-Id: ${id}' -H "x-hexclave-secret-server-key: dev-key"`, { projectId: id, server: 'dev-key' }],
    ['labels', `Project ID: ${id}\nSecret server key: dev-key\nAPI URL: ${baseUrl}`, all],
    ['projects of a list', JSON.stringify([{ secretServerKey: 'dev-key', projectId: id, baseUrl }]), all],
    [
      'settings of .NET as JSON',
      JSON.stringify({ Stack: { ProjectId: id, SecretServerKey: 'dev-key' } }),
      { projectId: id, server: 'dev-key' },
    ],
    ['settings of .NET as variables', `Stack__ProjectId=${id}\nStack__SecretServerKey=dev-key`, { projectId: id, server: 'dev-key' }],
    [
      'a list of docker-compose',
      `services:\n  app:\n    environment:\n      - STACK_PROJECT_ID=${id}\n      - "STACK_SECRET_SERVER_KEY=dev-key"\n      - 'STACK_API_URL=${baseUrl}'`,
      all,
    ],
    [
      'a map of docker-compose',
      `services:\n  app:\n    environment:\n      STACK_PROJECT_ID: ${id}\n      STACK_SECRET_SERVER_KEY: "dev-key"\n      STACK_API_URL: ${baseUrl}`,
      all,
    ],
    [
      'a task of a container service',
      JSON.stringify({
        environment: [
          { name: 'STACK_PROJECT_ID', value: id },
          { name: 'STACK_SECRET_SERVER_KEY', value: 'dev-key' },
        ],
      }),
      { projectId: id, server: 'dev-key' },
    ],
    ['a Dockerfile', `ENV STACK_PROJECT_ID=${id}\nENV STACK_SECRET_SERVER_KEY dev-key\nARG STACK_API_URL=${baseUrl}`, all],
    ['TOML', `[stack]\nproject_id = "${id}"\nsecret_server_key = 'dev-key'\napi_url = "${baseUrl}"`, all],
    ['flow maps of YAML', `stack: {project_id: ${id}, secret_server_key: "dev-key", api_url: "${baseUrl}"}`, all],
    ['a block of YAML', `STACK_SECRET_SERVER_KEY: |\n  dev-key\nSTACK_PROJECT_ID: >-\n  ${id}\n`, { projectId: id, server: 'dev-key' }],
    [
      'TypeScript',
      `export const stack: Options = {\n  projectId: "${id}",\n  secretServerKey: "dev-key",\n  baseUrl: \`${baseUrl}/api/v1\`,\n} as const;`,
      all,
    ],
    [
      'assignments of JavaScript',
      `${assigned}.STACK_PROJECT_ID = '${id}';\nprocess.env["STACK_SECRET_SERVER_KEY"] = "dev-key";`,
      { projectId: id, server: 'dev-key' },
    ],
    [
      'assignments of Python',
      `os.environ["STACK_PROJECT_ID"] = "${id}"\nos.environ['STACK_SECRET_SERVER_KEY'] = 'dev-key'`,
      { projectId: id, server: 'dev-key' },
    ],
    ['PowerShell', `$env:STACK_PROJECT_ID = "${id}"\n$env:STACK_SECRET_SERVER_KEY='dev-key'\n\${env:STACK_API_URL} = "${baseUrl}"`, all],
    ['a batch file', `set STACK_PROJECT_ID=${id}\nset "STACK_SECRET_SERVER_KEY=dev-key"\nsetx STACK_API_URL "${baseUrl}"`, all],
    ['other shells', `set -gx STACK_PROJECT_ID ${id}\nsetenv STACK_SECRET_SERVER_KEY dev-key`, { projectId: id, server: 'dev-key' }],
    ['a command with variables', `STACK_PROJECT_ID=${id} STACK_SECRET_SERVER_KEY=dev-key STACK_API_URL=${baseUrl}`, all],
    [
      'a container with options',
      `docker run -e STACK_PROJECT_ID=${id} --env STACK_SECRET_SERVER_KEY=dev-key --env=STACK_API_URL=${baseUrl}`,
      all,
    ],
    [
      'resources of Android',
      `<string name="stack_project_id">${id}</string>\n<string name="stack_secret_server_key">dev-key</string>`,
      { projectId: id, server: 'dev-key' },
    ],
    [
      'a property list',
      `<key>STACK_PROJECT_ID</key>\n<string>${id}</string>\n<key>STACK_SECRET_SERVER_KEY</key>\n<string>dev-key</string>`,
      { projectId: id, server: 'dev-key' },
    ],
    ['properties', `stack.project-id=${id}\nstack.secret-server-key=dev-key`, { projectId: id, server: 'dev-key' }],
    [
      'a quoted block with escaped lines',
      `"STACK_PROJECT_ID=${id}\\nSTACK_SECRET_SERVER_KEY=dev-key"`,
      { projectId: id, server: 'dev-key' },
    ],
    ['code in Markdown', `Use \`STACK_PROJECT_ID=${id}\` and \`STACK_SECRET_SERVER_KEY=${server}\`.`, { projectId: id, server }],
    ['a list in a text', `- STACK_PROJECT_ID: ${id}\n- STACK_SECRET_SERVER_KEY: dev-key`, { projectId: id, server: 'dev-key' }],
  ])('%s', (_name, text, project) => {
    expect(parsePaste(text)).toEqual({ projects: [project], remarks: [] });
  });
});

describe('names', () => {
  it.each([
    ['STACK_PROJECT_ID_PROD', 'STACK_SECRET_SERVER_KEY_PROD'],
    ['PROD_STACK_PROJECT_ID', 'PROD_STACK_SECRET_SERVER_KEY'],
    ['NEXT_PUBLIC_STACK_PROJECT_ID_PROD', 'STACK_SECRET_SERVER_KEY_PROD'],
    ['HEXCLAVE_PROJECT_ID', 'HEXCLAVE_SECRET_SERVER_KEY'],
    ['NEXT_PUBLIC_HEXCLAVE_PROJECT_ID', 'HEXCLAVE_SECRET_SERVER_KEY'],
    ['VITE_HEXCLAVE_PROJECT_ID', 'HEXCLAVE_SECRET_SERVER_KEY'],
    ['STACK_AUTH_PROJECT_ID', 'STACK_AUTH_SECRET_SERVER_KEY'],
    ['REACT_APP_STACK_PROJECT_ID', 'STACK_SECRET_SERVER_KEY'],
    ['x-hexclave-project-id', 'x-hexclave-secret-server-key'],
    ['TF_VAR_stack_project_id', 'TF_VAR_stack_secret_server_key'],
  ])('%s and %s', (projectName, keyName) => {
    expect(parsePaste(`${projectName}=${id}\n${keyName}=dev-key`)).toEqual({
      projects: [{ projectId: id, server: 'dev-key' }],
      remarks: [],
    });
  });

  it('distinguish the projects of several environments', () => {
    const text = `STACK_API_URL=${baseUrl}\nSTACK_PROJECT_ID_PROD=${id}\nSTACK_SECRET_SERVER_KEY_PROD=${server}\nSTACK_PROJECT_ID_DEV=${otherId}\nSTACK_SECRET_SERVER_KEY_DEV=dev-key`;
    expect(parsePaste(text).projects).toEqual([
      { baseUrl, projectId: id, server },
      { baseUrl, projectId: otherId, server: 'dev-key' },
    ]);
  });

  it.each([
    ['STACK_PROJECT_ID', 'HEXCLAVE_PROJECT_ID', 'projectId', otherId, id],
    ['NEXT_PUBLIC_STACK_PROJECT_ID', 'NEXT_PUBLIC_HEXCLAVE_PROJECT_ID', 'projectId', otherId, id],
    ['STACK_SECRET_SERVER_KEY', 'HEXCLAVE_SECRET_SERVER_KEY', 'server', 'old', 'new'],
    ['STACK_SUPER_SECRET_ADMIN_KEY', 'HEXCLAVE_SUPER_SECRET_ADMIN_KEY', 'admin', 'old', 'new'],
    ['STACK_API_URL', 'HEXCLAVE_API_URL', 'baseUrl', runbook, baseUrl],
    ['NEXT_PUBLIC_SERVER_STACK_API_URL', 'NEXT_PUBLIC_BROWSER_STACK_API_URL', 'baseUrl', 'http://stack:8102', baseUrl],
    ['NEXT_PUBLIC_STACK_API_URL_SERVER', 'NEXT_PUBLIC_STACK_API_URL_BROWSER', 'baseUrl', 'http://stack:8102', baseUrl],
    ['STACK_API_URL_SERVER', 'NEXT_PUBLIC_STACK_API_URL', 'baseUrl', 'http://stack:8102', baseUrl],
    ['STACK_API_URL', 'NEXT_PUBLIC_STACK_API_URL', 'baseUrl', runbook, baseUrl],
    ['NEXT_PUBLIC_STACK_URL', 'STACK_API_URL', 'baseUrl', runbook, baseUrl],
    ['VITE_STACK_API_URL', 'NEXT_PUBLIC_STACK_URL', 'baseUrl', runbook, baseUrl],
  ])('%s gives way to %s in any order', (weak, strong, field, lost, won) => {
    const lines = [`${weak}=${lost}`, `${strong}=${won}`];
    for (const text of [lines.join('\n'), lines.toReversed().join('\n'), lines.toReversed().join('\n\n')])
      expect(parsePaste(text)).toEqual({ projects: [{ [field]: won }], remarks: [] });
  });

  it('of the server’s address alone is taken', () => {
    expect(parsePaste(`NEXT_PUBLIC_SERVER_STACK_API_URL=${baseUrl}`).projects).toEqual([{ baseUrl }]);
  });

  it.each([
    ['of the new names', `HEXCLAVE_PROJECT_ID=${id}`, 'https://api.hexclave.com'],
    ['of the old names', `STACK_PROJECT_ID=${id}`, null],
  ])('say which hosted service is the default: %s', (_what, text, url) => {
    expect(hostedUrlOfNames(text)).toBe(url);
  });
});

describe('addresses', () => {
  it.each([
    ['https://h.example/api/auth', 'https://h.example/api/auth'],
    ['https://h.example/api/auth/api/v1', 'https://h.example/api/auth'],
    ['https://h.example/api/latest/', 'https://h.example'],
    ['https://h.example/api', 'https://h.example/api'],
    ['http://[::1]:8102', 'http://[::1]:8102'],
    ['The API is at https://h.example/auth.', 'https://h.example/auth'],
    ['Is it https://h.example/auth?', 'https://h.example/auth'],
    ['(https://h.example/auth)', 'https://h.example/auth'],
    ['<https://h.example/auth>', 'https://h.example/auth'],
    ['[our server](https://h.example/auth)', 'https://h.example/auth'],
    ['“https://h.example/auth”,', 'https://h.example/auth'],
    ['STACK_API_URL=<https://h.example/auth>', 'https://h.example/auth'],
    ['STACK_API_URL=http://[::1]:8102', 'http://[::1]:8102'],
    ['STACK_API_URL: https://h.example/auth # API', 'https://h.example/auth'],
    ['baseUrl: "http://[::1]:8102/"', 'http://[::1]:8102'],
    ['https://api1.hexclave.com', 'https://api1.hexclave.com'],
    ['https://app.hexclave.com', 'https://api.hexclave.com'],
    ['curl https://api.stack-auth.com/api/v1/users', 'https://api.stack-auth.com'],
    ['curl "https://api.hexclave.com/api/latest/teams?limit=1"', 'https://api.hexclave.com'],
  ])('%s', (text, url) => {
    expect(parsePaste(text)).toEqual({ projects: [{ baseUrl: url }], remarks: [] });
  });

  it.each([
    [`https://app.hexclave.com/projects/${id}/users`, 'https://api.hexclave.com'],
    [`https://app.staging.stack-auth.com/projects/${id}`, 'https://api.staging.stack-auth.com'],
    [`https://api.hexclave.com/api/v1/projects/${id}/.well-known/jwks.json`, 'https://api.hexclave.com'],
    [`https://h.example/api/auth/api/latest/projects-anonymous-users/${id}`, 'https://h.example/api/auth'],
    [`https://h.example/auth/api/v1/projects-restricted-users/${id}`, 'https://h.example/auth'],
    [`https://${id}.built-with-stack-auth.com/handler/sign-in`, 'https://api.stack-auth.com'],
    [`https://${id}.built-with-hexclave.com/handler/sign-in`, 'https://api.hexclave.com'],
  ])('%s names a project', (text, url) => {
    expect(parsePaste(text)).toEqual({ projects: [{ baseUrl: url, projectId: id }], remarks: [] });
  });

  it.each([
    'https://docs.hexclave.com/sdk',
    'https://r.stack-auth.com',
    'ftp://h.example',
    'https://',
    `https://${'$'}{HOST}`,
    'https://$HOST/auth',
    'https://{{host}}',
    'https://h.example/$(path)',
  ])('%s is none', (text) => {
    expect(readUrl(text)).toEqual([]);
  });
});

describe('what was not taken is reported', () => {
  it.each<[string, object[]]>([
    [`SENTRY_ORG=${otherId}`, [{ kind: 'other-name', name: 'SENTRY_ORG', is: 'projectId' }]],
    ['NEXT_PUBLIC_SITE_URL=https://shop.example', [{ kind: 'other-name', name: 'NEXT_PUBLIC_SITE_URL', is: 'baseUrl' }]],
    ['BACKUP_KEY=ssk_0123', [{ kind: 'other-name', name: 'BACKUP_KEY', is: 'server' }]],
    ['STACK_DASHBOARD_URL=https://dash.example', [{ kind: 'dashboard', name: 'STACK_DASHBOARD_URL' }]],
    ['NEXT_PUBLIC_HEXCLAVE_DASHBOARD_URL=https://dash.example', [{ kind: 'dashboard', name: 'NEXT_PUBLIC_HEXCLAVE_DASHBOARD_URL' }]],
    ['HEXCLAVE_DASHBOARD_BASE_URL=https://dash.example', [{ kind: 'dashboard', name: 'HEXCLAVE_DASHBOARD_BASE_URL' }]],
    ['STACK_API_URL=auth.example.com', [{ kind: 'unusable', name: 'STACK_API_URL' }]],
    [`ticket ${otherId}`, [{ kind: 'unnamed', is: 'projectId' }]],
    ['STACK_SUPER_SECRET_ADMIN_KEY="abc', [{ kind: 'unusable', name: 'STACK_SUPER_SECRET_ADMIN_KEY' }]],
    ['STACK_SUPER_SECRET_ADMIN_KEY="a\nb"', [{ kind: 'unusable', name: 'STACK_SUPER_SECRET_ADMIN_KEY' }]],
    [`STACK_API_URL=https://${'$'}{HOST}`, [{ kind: 'unusable', name: 'STACK_API_URL' }]],
    ['STACK_API_URL=https://docs.stack-auth.com', [{ kind: 'unusable', name: 'STACK_API_URL' }]],
  ])('%s', (line, remarks) => {
    expect(parsePaste(`${named}\n${line}`)).toEqual({ projects: [{ projectId: id, server }], remarks });
  });
});

describe('kinds of keys', () => {
  it('are recognized without names', () => {
    expect(parsePaste(`${client}\n${server}\n${admin}`).projects).toEqual([{ client, server, admin }]);
  });
});
