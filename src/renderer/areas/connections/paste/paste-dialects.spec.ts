/** Pasted configuration as tools print it and chats change it. */
import { describe, expect, it } from 'vitest';
import { parsePaste } from './paste-parser';

const id = '5c1f7a52-0a8e-4d6b-9c7a-2f3e4d5c6b7a';
const otherId = '9d2e8b63-1b9f-4e7c-8d8b-3a4f5e6d7c8b';
const server = 'ssk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const runbook = 'http://wiki.test/runbook';
const baseUrl = 'https://auth.example.com';
const pair = { projectId: id, server: 'dev-key' };
const all = { ...pair, baseUrl };
const named = `STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=dev-key`;
const fence = '```';
/** Not written in one piece, because specs that change the variables of their process run on their own. */
const assigned = ['process', 'env'].join('.');

describe('dialects', () => {
  it.each<[string, string, object]>([
    [
      'a client on one line',
      `const app = new StackServerApp({ projectId: '${id}', secretServerKey: 'a,b}c)d', baseUrl: '${baseUrl}' });`,
      { projectId: id, server: 'a,b}c)d', baseUrl },
    ],
    ['defaults of code', `projectId: ${assigned}.STACK_PROJECT_ID ?? "${id}",\nsecretServerKey: ${assigned}.KEY || "dev-key"`, pair],
    ['values below their names', `const projectId =\n  "${id}";\nconst secretServerKey =\n  'dev-key';`, pair],
    ['values of YAML below their names', `STACK_SECRET_SERVER_KEY:\n  dev-key\nSTACK_PROJECT_ID:\n  ${id}`, pair],
    ['tags and anchors of YAML', `STACK_PROJECT_ID: &id !Sub ${id}\nSTACK_SECRET_SERVER_KEY: !!str "dev-key"`, pair],
    [
      'a long word of YAML',
      `stack:\n  projectId: ${id}\n  secretServerKey: devkeywithoutquotes123`,
      { projectId: id, server: 'devkeywithoutquotes123' },
    ],
    ['types', `const projectId: string = "${id}";\nconst val SECRET_SERVER_KEY: String = "dev-key"`, pair],
    ['texts with a prefix', `PROJECT_ID = f"${id}"\nSecretServerKey = @"dev-key";`, pair],
    ['makefiles', `STACK_PROJECT_ID ::= ${id}\nSTACK_SECRET_SERVER_KEY += dev-key`, pair],
    ['Ruby', `{ 'STACK_PROJECT_ID' => '${id}', :stack_secret_server_key => 'dev-key' }`, pair],
    ['Ruby’s environment', `ENV['STACK_PROJECT_ID'] = '${id}'\nENV["STACK_SECRET_SERVER_KEY"] ||= "dev-key" # ${runbook}`, pair],
    ['PHP', `'STACK_PROJECT_ID' => '${id}', // ${runbook}\n'STACK_SECRET_SERVER_KEY' => "dev-key",`, pair],
    [
      'Gradle',
      `buildConfigField("String", "STACK_PROJECT_ID", "\\"${id}\\"")\nbuildConfigField("String", "STACK_SECRET_SERVER_KEY", '"dev-key"')`,
      pair,
    ],
    [
      'properties',
      `! stack.api.url=${runbook}\nstack.project.id:${id}\nstack.secret.server.key: dev-key\nstack.api.url=https\\://auth.example.com`,
      all,
    ],
    ['commands of a batch file', `set STACK_PROJECT_ID=${id}&& set STACK_SECRET_SERVER_KEY=dev-key&& npm start`, pair],
    ['setx', `setx STACK_PROJECT_ID ${id} /M\nsetx /M STACK_SECRET_SERVER_KEY "dev-key"`, pair],
    [
      'items of PowerShell',
      `Set-Item -Path Env:STACK_PROJECT_ID -Value "${id}"\nNew-Item -Path Env:\\STACK_SECRET_SERVER_KEY -Value 'dev-key'`,
      pair,
    ],
    ['fish', `set -Ux STACK_PROJECT_ID ${id}\nset --export --global STACK_SECRET_SERVER_KEY "dev-key" # ${runbook}`, pair],
    ['continued lines of cmd', `docker run ^\n -e STACK_PROJECT_ID=${id} ^\n -e STACK_SECRET_SERVER_KEY=dev-key ^\n image`, pair],
    ['continued lines of PowerShell', `docker run \`\n -e STACK_PROJECT_ID=${id} \`\n -e STACK_SECRET_SERVER_KEY=dev-key \`\n image`, pair],
    [
      'an image behind options',
      `docker run -eSTACK_PROJECT_ID=${id} -e STACK_SECRET_SERVER_KEY=de,v-key image`,
      { projectId: id, server: 'de,v-key' },
    ],
    ['a command behind variables', `STACK_PROJECT_ID=${id} STACK_SECRET_SERVER_KEY=dev-key npm run dev`, pair],
    [
      'exports behind values',
      `STACK_PROJECT_ID=${id}; export STACK_PROJECT_ID\nSTACK_SECRET_SERVER_KEY=dev-key; export STACK_SECRET_SERVER_KEY`,
      pair,
    ],
    [
      'a unit of systemd',
      `[Service]\nEnvironment=STACK_PROJECT_ID=${id}\nEnvironment="STACK_SECRET_SERVER_KEY=dev-key" 'STACK_API_URL=${baseUrl}'`,
      all,
    ],
    ['a program of supervisor', `environment=STACK_PROJECT_ID="${id}",STACK_SECRET_SERVER_KEY="dev-key",STACK_API_URL="${baseUrl}"`, all],
    [
      'variables in one option',
      `gcloud run deploy --set-env-vars="STACK_PROJECT_ID=${id},STACK_SECRET_SERVER_KEY=dev-key,STACK_API_URL=${baseUrl}"`,
      all,
    ],
    ['secrets of a repository', `gh variable set STACK_PROJECT_ID --body ${id}\ngh secret set STACK_SECRET_SERVER_KEY -b "dev-key"`, pair],
    ['a stack’s settings', `pulumi config set stack:projectId ${id}\npulumi config set --secret stack:secretServerKey dev-key`, pair],
    [
      'parameters of commands',
      `aws ssm put-parameter --name /prod/STACK_PROJECT_ID --value ${id}\naws ssm put-parameter --name "STACK_SECRET_SERVER_KEY" --value "dev-key"`,
      pair,
    ],
    [
      'stored parameters',
      JSON.stringify([
        { Name: '/prod/STACK_PROJECT_ID', Type: 'String', Value: id },
        { Name: '/prod/STACK_SECRET_SERVER_KEY', Value: 'dev-key' },
      ]),
      pair,
    ],
    [
      'a secret with an object',
      JSON.stringify({ Name: 'x', SecretString: JSON.stringify({ STACK_PROJECT_ID: id, STACK_SECRET_SERVER_KEY: 'dev-key' }) }),
      pair,
    ],
    [
      'described values',
      JSON.stringify({ STACK_PROJECT_ID: { computed: id, note: runbook }, STACK_SECRET_SERVER_KEY: { sensitive: true, value: 'dev-key' } }),
      pair,
    ],
    [
      'variables of Terraform',
      `variable "stack_project_id" {\n  type = string\n  default = "${id}"\n}\nvariable "stack_secret_server_key" {\n  default = "dev-key"\n}`,
      pair,
    ],
    [
      'a secret with blocks',
      `kind: Secret\ndata:\n  STACK_SECRET_SERVER_KEY: |\n    ${btoa('dev-key')}\n  STACK_PROJECT_ID: >-\n    ${btoa(id)}\n`,
      pair,
    ],
    ['a secret with a file', `kind: Secret\ndata:\n  .env: ${btoa(`${named}\n`)}\n`, pair],
    [
      'defaults of containers',
      `STACK_PROJECT_ID: ${'$'}{STACK_PROJECT_ID:-${id}}\nSTACK_SECRET_SERVER_KEY: "${'$'}{STACK_SECRET_SERVER_KEY:-dev-key}"`,
      pair,
    ],
    ['doubled quotes', `STACK_SECRET_SERVER_KEY: 'it''s'`, { server: `it's` }],
    ['escaped characters of XML', '<add key="STACK_SECRET_SERVER_KEY" value="a&quot;b&amp;c" />', { server: 'a"b&c' }],
  ])('%s', (_name, text, project) => {
    expect(parsePaste(text)).toEqual({ projects: [project], remarks: [] });
  });
});

describe('tables', () => {
  const rows = [
    ['STACK_PROJECT_ID', id],
    ['STACK_SECRET_SERVER_KEY', 'dev-key'],
    ['STACK_API_URL', baseUrl],
  ] as const;
  const joined = (line: (name: string, value: string) => string) => rows.map(([name, value]) => line(name, value)).join('\n');
  it.each<[string, string]>([
    ['Markdown', `| Name | Value |\n| --- | --- |\n${joined((name, value) => `| \`${name}\` | \`${value}\` |`)}`],
    ['boxes', joined((name, value) => `│ ${name} │ ${value} │`)],
    ['a spreadsheet', joined((name, value) => `${name}\t${value}`)],
    ['CSV', `name,value\n${joined((name, value) => `${name},${value}`)}`],
    [
      'columns',
      `Name                           Value\n----                           -----\n${joined((name, value) => `${name.padEnd(30)} ${value}`)}`,
    ],
  ])('of %s', (_name, text) => {
    expect(parsePaste(text)).toEqual({ projects: [all], remarks: [] });
  });

  it('without values say nothing', () => {
    const text =
      'STACK_PROJECT_ID, STACK_SECRET_SERVER_KEY\n| STACK_SECRET_SERVER_KEY | Your key | yes |\n| STACK_PROJECT_ID | string | required |\nSTACK_SECRET_SERVER_KEY       Encrypted           Production';
    expect(parsePaste(text)).toEqual({ projects: [], remarks: [] });
  });
});

describe('what chats, terminals, and encodings change', () => {
  it.each<[string, string]>([
    ['fences without line breaks', `${fence}${named}${fence}`],
    ['quotation marks', `STACK_PROJECT_ID=‘${id}’\nSTACK_SECRET_SERVER_KEY=«dev-key»`],
    ['dashes', `STACK_PROJECT_ID=${id.replaceAll('-', '\u2011')}\nSTACK_SECRET_SERVER_KEY=dev-key`],
    ['soft hyphens', `STACK_PROJECT_ID=${id.slice(0, 9)}\u00ad${id.slice(9)}\nSTACK_SECRET_SERVER_KEY=dev-key`],
    ['full-width signs', `STACK_PROJECT_ID＝${id}\nSTACK_SECRET_SERVER_KEY：dev-key`],
    ['colors', `\u001b[32mSTACK_PROJECT_ID\u001b[0m=\u001b[33m${id}\u001b[0m\nSTACK_SECRET_SERVER_KEY=dev-key`],
    ['a mark of byte order in a wrong encoding', `ï»¿${named}`],
    ['other line breaks', named.replace('\n', '\u2028')],
    ['vertical tabs', named.replace('\n', '\v')],
    ['a diff', `-STACK_PROJECT_ID=${otherId}\n${named.replace(/^/gm, '+')}`],
  ])('%s', (_name, text) => {
    expect(parsePaste(text)).toEqual({ projects: [pair], remarks: [] });
  });

  it('ends a key and an address before the sentence does', () => {
    expect(parsePaste(`The service’s address is ${baseUrl} and the project’s key is ${server}.`).projects).toEqual([{ baseUrl, server }]);
  });
});

describe('no key gets an address that isn’t its own', () => {
  it.each([
    `＃ STACK_API_URL=${runbook}\n${named}`,
    `% STACK_API_URL=${runbook}\n${named}`,
    `' STACK_API_URL=${runbook}\n${named}`,
    `dnl STACK_API_URL=${runbook}\n${named}`,
    `=begin\nSTACK_API_URL=${runbook}\n=end\n${named}`,
    `&lt;!-- STACK_API_URL=${runbook} --&gt;\n${named}`,
    `+# STACK_API_URL=${runbook}\n${named.replace(/^/gm, '+')}`,
    `{"//":"STACK_API_URL=${runbook}","projectId":"${id}","secretServerKey":"dev-key"}`,
  ])('of a comment: %s', (text) => {
    expect(parsePaste(text)).toEqual({ projects: [pair], remarks: [] });
  });

  it.each(['STACK_API_URL_STAGING', 'OLD_STACK_API_URL', 'STACK_API_URL_EXAMPLE', 'ELASTIC_STACK_API_URL', 'API_URL', 'BASE_URL'])(
    'of %s',
    (name) => {
      for (const text of [`${name}=${runbook}\n${named}`, `${named}\n${name}=${runbook}`]) {
        expect(parsePaste(text)).toEqual({ projects: [pair], remarks: [{ kind: 'other-name', name, is: 'baseUrl' }] });
      }
      const key = `STACK_SECRET_SERVER_KEY=dev-key\n${name}=${runbook}`;
      expect(parsePaste(key)).toEqual({ projects: [{ server: 'dev-key' }], remarks: [{ kind: 'other-name', name, is: 'baseUrl' }] });
    },
  );

  it('of another environment', () => {
    const text = `${named}\nSTACK_PROJECT_ID_STAGING=${otherId}\nSTACK_SECRET_SERVER_KEY_STAGING=key\nSTACK_API_URL_STAGING=${runbook}`;
    expect(parsePaste(text).projects).toEqual([pair, { projectId: otherId, server: 'key', baseUrl: runbook }]);
  });

  it('of a table’s remarks', () => {
    const text = `| STACK_PROJECT_ID | ${id} | see ${runbook} |\n| STACK_SECRET_SERVER_KEY | dev-key | see ${runbook} |`;
    expect(parsePaste(text)).toEqual({ projects: [pair], remarks: [{ kind: 'unnamed', is: 'baseUrl' }] });
  });
});

describe('parts of values are not taken', () => {
  it.each([
    '="dev"-"key"',
    '="dev" + suffix',
    ' = "dev`"key"',
    `=$'dev\\'key'`,
    `=r'dev\\key'`,
    '=dev-\\\n    key',
    ': *key',
    ': !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  3132',
    ': ENC[AES256_GCM,data:abc,iv:def]',
    '=op://vault/item/field',
    '="encrypted:BDqDBibm4wsYqM"',
    ' = "old" -> "new"',
  ])('%s', (rest) => {
    expect(parsePaste(`STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY${rest}`)).toEqual({
      projects: [{ projectId: id }],
      remarks: [{ kind: 'unusable', name: 'STACK_SECRET_SERVER_KEY' }],
    });
  });

  it.each(['STACK_SECRET_SERVER_KEY_FILE=/run/secrets/key', `STACK_SECRET_SERVER_KEY=${'$'}{KEY:?missing}`, `STACK_SECRET_SERVER_KEY=%s`])(
    'nor is where a value comes from: %s',
    (line) => {
      expect(parsePaste(`STACK_PROJECT_ID=${id}\n${line}`)).toEqual({ projects: [{ projectId: id }], remarks: [] });
    },
  );
});

it('a key in the place of a name is not shown', () => {
  expect(parsePaste(`{"${server}": "${otherId}", "projectId": "${id}"}`)).toEqual({
    projects: [{ projectId: id }],
    remarks: [{ kind: 'unnamed', is: 'projectId' }],
  });
});

describe('several environments', () => {
  it.each([
    ['YAML', `prod:\n  projectId: ${id}\n  secretServerKey: "k1"\nstaging:\n  projectId: ${otherId}\n  secretServerKey: "k2"`],
    [
      'JSON',
      JSON.stringify([
        { projectId: id, secretServerKey: 'k1' },
        { projectId: otherId, secretServerKey: 'k2' },
      ]),
    ],
  ])('of %s are projects', (_name, text) => {
    expect(parsePaste(text).projects).toEqual([
      { projectId: id, server: 'k1' },
      { projectId: otherId, server: 'k2' },
    ]);
  });

  it.each(['VUE_APP', 'SNOWPACK_PUBLIC', 'NG_APP', 'NUXT_PUBLIC', 'GATSBY', 'PUBLIC'])('are not the prefixes of tools: %s', (prefix) => {
    expect(parsePaste(`${prefix}_STACK_PROJECT_ID=${id}\nSTACK_SECRET_SERVER_KEY=dev-key`).projects).toEqual([pair]);
  });
});

it.each([
  ['rows', 'STACK_PROJECT_ID,'.repeat(6_000)],
  ['names of commands', 'gh secret set '.repeat(7_000)],
  ['doubled quotes', `a='${"''".repeat(49_000)}`],
  ['types', 'a: b '.repeat(20_000)],
  ['ampersands', '&lt;'.repeat(25_000)],
  ['quotation marks', '‘'.repeat(100_000)],
  ['long names', `"${'stack_'.repeat(300)}":1,`.repeat(50)],
  ['objects', '"a":{'.repeat(20_000)],
])('many %s take little time', (_name, text) => {
  expect(parsePaste(text).projects.length).toBeLessThanOrEqual(1);
});
