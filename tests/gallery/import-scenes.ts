/** Imports from files, from choosing one to the job, in every state. */
import type { CheckedLine, CheckResult, LineStatus } from '#contract/imports/check.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import type { ImportSource } from '#contract/imports/source.ts';
import type { JobPreview, JobRow } from '#contract/jobs/job.ts';
import { paths } from '#window/routes.ts';
import type { Replies } from './replies';
import { goWith, type Scene, type SceneContext } from './scene';

const demo = 'sandbox';
const id = 'import';
const ok = (value: object | string | null) => ({ ok: true, value }) as const;

const columns: ImportSource['columns'] = [
  ['email', 'ada@analytical.example', 'grace@navy.example'],
  ['full_name', 'Annie Easley', 'Tony Hoare', 'Lynn Conway'],
  ['nickname', 'Amazing Grace', 'Tommy'],
  ['verified', 'yes', 'no'],
  ['plan', 'team', 'free', 'enterprise'],
  ['seats', '12', '5', 'twelve'],
  ['group', 'Difference Team', 'Apollo', 'Whirlwind'],
  ['crm_id', '0015g00000XYZ', '0015g00000XZ4'],
  ['password_hash'],
  ['phone', '+44 20 7946 0102', '+1 202 555 0188'],
].map(([name = '', ...samples]) => ({ name, samples, isSecret: name === 'password_hash' }));

const source: ImportSource = {
  format: { format: 'table', encoding: 'utf-8', delimiter: ';' },
  hasByteOrderMark: false,
  columns,
  lines: 1_883,
  broken: 0,
  origin: null,
};

const mapping: ImportMapping = {
  kind: 'users',
  match: 'email',
  existing: 'change',
  empty: 'keep',
  alsoSetPasswords: false,
  columns: [
    { column: 0, target: { field: 'email' } },
    { column: 1, target: { field: 'display_name' } },
    { column: 3, target: { field: 'email_verified' } },
    { column: 4, target: { field: 'metadata', path: 'server.plan', type: 'text' } },
    { column: 5, target: { field: 'metadata', path: 'server.seats', type: 'number' } },
    { column: 6, target: { field: 'team', by: 'name', separator: ';' } },
    { column: 7, target: { field: 'metadata', path: 'server.crm.account', type: 'auto' } },
  ],
};
const twice: ImportMapping = { ...mapping, columns: [...mapping.columns, { column: 2, target: { field: 'display_name' } }] };
const hashes: ImportMapping = { ...mapping, columns: [...mapping.columns, { column: 8, target: { field: 'password_hash' } }] };

const line = (status: LineStatus, at: number, number: number, name: string, email: string): CheckedLine => ({
  at,
  line: number,
  status,
  id: status === 'create' ? null : `user-${at}`,
  name,
  email,
  changes: [],
  problems: [],
});
const plan = (before: string | undefined, after: string) => ({ field: 'server.plan', ...(before === undefined ? {} : { before }), after });

const lines: Readonly<Record<LineStatus, readonly CheckedLine[]>> = {
  impossible: [
    {
      ...line('impossible', 0, 212, 'Tommy Flowers', 'tommy@flowers'),
      problems: [{ reason: 'not-an-email', column: 0, columnName: 'email', value: 'tommy@flowers' }],
    },
    {
      ...line('impossible', 1, 388, 'Hedy Lamarr', 'hedy@hopping.example'),
      problems: [{ reason: 'repeated', column: null, columnName: null, value: null, line: 97 }],
    },
    {
      ...line('impossible', 2, 1_377, 'John Backus', 'john@fortran.example'),
      problems: [{ reason: 'not-a-number', column: 5, columnName: 'seats', value: 'twelve' }],
    },
  ],
  change: [
    {
      ...line('change', 0, 14, 'Annie Easley', 'annie@centaur.example'),
      changes: [plan('free', 'team'), { field: 'server.seats', before: 5, after: 12 }],
    },
    {
      ...line('change', 1, 31, 'Ken Thompson', 'ken@unix.example'),
      changes: [{ field: 'display_name', before: 'Ken T.', after: 'Ken Thompson' }],
    },
    { ...line('change', 2, 58, 'Radia Perlman', 'radia@spanning.example'), changes: [{ field: 'team', after: 'Difference Team' }] },
    {
      ...line('change', 3, 103, 'Tony Hoare', 'tony@quicksort.example'),
      changes: [
        { field: 'email_verified', before: false, after: true },
        plan('team', 'enterprise'),
        { field: 'server.seats', before: 8, after: 25 },
        { field: 'team', after: 'Apollo' },
        { field: 'password_hash', isSecret: true },
      ],
    },
  ],
  create: [
    {
      ...line('create', 0, 2, 'Mary Allen Wilkes', 'wilkes@linc.example'),
      changes: [plan(undefined, 'team'), { field: 'team', after: 'Whirlwind' }],
    },
    { ...line('create', 1, 3, 'Thelma Estrin', 'thelma@biomed.example'), changes: [plan(undefined, 'free')] },
    { ...line('create', 2, 4, 'Irma Wyman', 'irma@whirlwind.example'), changes: [plan(undefined, 'enterprise')] },
  ],
  same: [line('same', 0, 5, 'Ada Lovelace', 'ada@analytical.example')],
};

const result: CheckResult = {
  counts: { create: 812, change: 44, same: 1_020, impossible: 7 },
  requests: { create: 1_012, change: 88 },
  passwords: { set: 0, leftOut: 0 },
  withoutEmail: 0,
  comparedWith: 'service',
  checkedAtMillis: Date.UTC(2026, 10, 19, 13, 2),
};

const run: ImportRun = {
  id,
  connectionId: demo,
  kind: 'users',
  name: 'engines-2026.csv',
  size: 240_000,
  state: 'mapping',
  progress: null,
  result: null,
  fault: null,
  error: null,
};

/** The rows of a job, as the lines that were checked become. */
const rows = [...lines.create, ...lines.change.slice(0, 2)].map(({ id: user, name, email, status }, n): JobRow => {
  const target = { id: user ?? email ?? '', of: null };
  return { n, target, name, email, before: status === 'create' ? null : {}, state: 'waiting', reason: null, error: null };
});

const preview: JobPreview = {
  id: 'job',
  hash: 'h',
  action: { kind: 'users.import', file: 'engines-2026.csv' },
  total: 856,
  toSend: 856,
  notKnown: 0,
  skipped: [],
  first: rows,
  requests: { count: 1_100, isExact: false },
  requestsWithSnapshots: null,
  isUndoable: false,
};

const found = { problems: [], notes: [], previewable: 20 };
const linesOf = (input: unknown) => ok({ lines: lines[(input as { status: LineStatus }).status], hasMore: true });

const replies: Replies = {
  'imports.begin': ok(id),
  'imports.append': ok(null),
  'imports.finish': ok(source),
  'imports.suggest': ok(mapping),
  'imports.tryMapping': ok(found),
  'imports.previewLine': ok(lines.change[0] as CheckedLine),
  'imports.check': ok(null),
  'imports.lines': linesOf,
  'imports.prepare': ok(preview),
  'imports.discard': ok(null),
  'imports.cancelCheck': ok(null),
};

const push = ({ bridge }: SceneContext, change: Partial<ImportRun> = {}) => bridge.push('imports.runs', [{ ...run, ...change }]);

/** Opens the screen, and chooses a file. */
async function choose(context: SceneContext, more: Replies = {}, change: Partial<ImportRun> = {}): Promise<void> {
  const { page } = context.screens;
  await goWith(context, paths.imports(demo), { ...replies, ...more });
  const file = { name: run.name, mimeType: 'text/csv', buffer: Buffer.from('email\nada@analytical.example\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  push(context, change);
}

/** Goes on to the columns. */
async function map(context: SceneContext, more: Replies = {}): Promise<void> {
  const { page } = context.screens;
  await choose(context, more);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Columns of the file' }).waitFor();
}

/** Goes on to the check. */
async function check(context: SceneContext, more: Partial<ImportRun>): Promise<void> {
  const { page } = context.screens;
  await map(context);
  push(context, more);
  await page.getByRole('button', { name: /^Check 1,883 rows/ }).click();
}

const checked = { state: 'checked', result } as const;

export const importScenes: readonly Scene[] = [
  {
    name: 'import',
    async show(context) {
      await goWith(context, paths.imports(demo), {});
      await context.screens.page.getByText('Drop a file here').waitFor();
    },
  },
  {
    name: 'import, receiving',
    async show(context) {
      await choose(context, { 'imports.append': 'never' }, { state: 'receiving', progress: 0.45 });
      await context.screens.page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'import, file',
    async show(context) {
      await choose(context);
      await context.screens.page.getByRole('status').filter({ hasText: '1,883 rows' }).waitFor();
    },
  },
  {
    name: 'import, recognized export',
    async show(context) {
      const origin = { name: 'auth0', losses: ['no-passwords', 'ids-new', 'providers', 'two-factor', 'blocked'] } as const;
      await choose(context, { 'imports.finish': ok({ ...source, origin, broken: 3 }) });
      await context.screens.page.getByText('Recognized as an export of Auth0').waitFor();
    },
  },
  {
    name: 'import, fault',
    async show(context) {
      const fault = { reason: 'not-text', line: 12, column: null } as const;
      await choose(context, { 'imports.finish': ok(null) }, { state: 'failed', fault });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  { name: 'import, columns', show: (context) => map(context) },
  {
    name: 'import, conflicts',
    async show(context) {
      const problems = [{ reason: 'taken-twice', columns: [1, 2] }];
      const notes = [
        { column: 5, values: 100, unreadable: 3, firstLine: 14, references: null },
        { column: 6, values: 80, unreadable: 0, firstLine: null, references: { named: 6, missing: ['Apollo', 'Whirlwind'] } },
      ];
      await map(context, { 'imports.suggest': ok(twice), 'imports.tryMapping': ok({ problems, notes, previewable: 0 }) });
      await context.screens.page.getByText('2 warnings').waitFor();
    },
  },
  {
    name: 'import, passwords',
    async show(context) {
      await map(context, { 'imports.suggest': ok(hashes) });
      await context.screens.page.getByRole('checkbox', { name: 'Also set passwords of users who exist' }).check();
    },
  },
  {
    name: 'import, saved mappings',
    after: 'import, columns',
    closes: true,
    async show({ screens: { page, dialog }, bridge }) {
      const { kind, match, existing, empty } = mapping;
      const saved = { kind, match, existing, empty, columns: [{ name: 'email', target: { field: 'email' } }] };
      bridge.push('imports.mappings', [
        { ...saved, id: '1', name: 'CRM export' },
        { ...saved, id: '2', name: 'Newsletter' },
      ]);
      await page.getByRole('button', { name: 'Saved mappings' }).click();
      await dialog.getByText('Newsletter').waitFor();
    },
  },
  {
    name: 'import, checking',
    async show(context) {
      await check(context, { state: 'checking', progress: 0.62 });
      await context.screens.page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'import, check',
    async show(context) {
      await check(context, checked);
      await context.screens.page.getByText('Tommy Flowers').waitFor();
    },
  },
  {
    name: 'import, line',
    after: 'import, check',
    closes: true,
    async show({ screens: { page, dialog } }) {
      await page.getByRole('row', { name: /Tony Hoare/ }).click();
      await dialog.getByText('tony@quicksort.example').waitFor();
    },
  },
  {
    name: 'import, notes',
    async show(context) {
      const notes = { passwords: { set: 812, leftOut: 44 }, withoutEmail: 3, comparedWith: 'index' } as const;
      await check(context, { state: 'checked', result: { ...result, ...notes } });
      await context.screens.page.getByText('Tommy Flowers').waitFor();
    },
  },
  {
    name: 'import, preview of the job',
    after: 'import, check',
    async show({ screens: { page, dialog } }) {
      await page.getByRole('button', { name: /^Import 856 users/ }).click();
      await dialog.getByText('in the file').waitFor();
    },
  },
  {
    name: 'import, started',
    after: 'import, preview of the job',
    async show({ screens: { page, dialog }, bridge }) {
      bridge.set({ ...replies, 'jobs.start': ok(null) });
      await dialog.getByRole('button', { name: 'Import users' }).click();
      await page.getByRole('button', { name: 'Import another file' }).waitFor();
    },
  },
];
