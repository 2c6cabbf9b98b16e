/** The screens of connecting projects. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { Reply } from '#contract/errors.ts';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const owner = { kind: 'owner', internalConnectionId: 'gone', userId: 'gone', name: 'Ada Lovelace' } as const;
const rail: readonly Connection[] = [
  shop,
  { ...shop, id: 'test', name: 'متجر الكتب', environment: 'staging', pinned: false, safety: 'read-only' },
  {
    ...shop,
    id: 'long',
    name: 'A customer whose name does not end where one would expect it',
    pinned: false,
    group: 'Customers',
    colour: 'violet',
  },
  {
    ...shop,
    id: 'own',
    name: 'Press',
    pinned: false,
    group: 'Customers',
    credentials: { client: false, server: false, admin: false, owner },
  },
];

const refusal = { code: 'known-error', known: 'INVALID_SECRET_SERVER_KEY', status: 401 } as const;
const tested: Reply = {
  ok: true,
  value: {
    checks: [
      { name: 'reach', outcome: 'ok', unlocks: [], millis: 41 },
      { name: 'project', outcome: 'ok', unlocks: [], millis: 22 },
      { name: 'client', outcome: 'ok', unlocks: ['sign-in'], millis: 37 },
      { name: 'server', outcome: 'refused', error: refusal, unlocks: ['users'], millis: 30 },
      { name: 'admin', outcome: 'missing', unlocks: ['users', 'administration'], millis: 0 },
    ],
    release: { number: '1.0.125', isNewer: true },
    project: { displayName: 'Shop', signUp: true, password: true, magicLink: true, passkey: false, providers: ['google', 'github'] },
    adminData: false,
  },
};
const imported: Reply = {
  ok: true,
  value: {
    added: ['shop'],
    skipped: [
      { index: 1, name: 'Press', reason: 'duplicate' },
      { index: 2, name: null, reason: 'invalid' },
    ],
  },
};

const sealed = '{"format": "latchkey/sealed-connections", "version": 1}';
const keys = { client: '7k2m', server: 'q4zd', admin: false } as const;
const noKeys = { client: false, server: false, admin: false } as const;
const place = {
  baseUrl: 'https://api.shop.example',
  projectId: shop.projectId,
  environment: 'production',
  safety: 'type-to-destroy',
  keys,
} as const;
const preview = [
  { index: 0, name: 'Shop', connection: place, skip: 'duplicate' },
  { index: 1, name: 'متجر الكتب', connection: { ...place, environment: 'staging', safety: 'read-only', keys: noKeys }, skip: null },
  {
    index: 2,
    name: 'A customer whose name does not end where one would expect it',
    connection: { ...place, environment: 'development', safety: 'normal' },
    skip: null,
  },
  { index: 3, name: 'Cellar', connection: { ...place, baseUrl: 'http://10.0.0.12:8102', safety: 'normal' }, skip: 'not-secure' },
  { index: 4, name: null, connection: null, skip: 'invalid' },
] as const;
const opened: Reply = { ok: true, value: { fileId: 'x', preview } };
const stopped: Reply = {
  ok: true,
  value: {
    outcome: 'failed',
    added: ['books'],
    name: 'A customer whose name does not end where one would expect it',
    error: { code: 'keychain-locked' },
    preview: preview.map((entry) => (entry.index === 1 ? { ...entry, skip: 'duplicate' } : entry)),
  },
};
const wrongPassphrase: Reply = { ok: false, error: { code: 'passphrase-wrong' } };

async function showTransfer(context: SceneContext, replies: Parameters<SceneContext['bridge']['set']>[0]): Promise<void> {
  await goWith(context, '/transfer', replies);
  context.bridge.push('connections.list', rail);
  await context.screens.page.getByLabel('Exported list').waitFor();
}

async function openSealed(context: SceneContext, opening: Reply, adding: Reply): Promise<void> {
  const { page, dialog } = context.screens;
  const check: Reply = { ok: true, value: null };
  const replies = { 'sealedConnections.open': opening, 'sealedConnections.add': adding, 'sealedConnections.check': check };
  await showTransfer(context, { ...replies, 'sealedConnections.close': check });
  await page.getByLabel('Exported list').fill(sealed);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByLabel('Passphrase').fill('several random words');
  await page.keyboard.press('Enter');
}

/** More connections than the rail shows without a section of those that were used last. */
const many: readonly Connection[] = [
  ...rail,
  ...['Bookshop', 'Clinic', 'Depot', 'Festival', 'Gallery', 'Harbor', 'Library', 'Museum'].map((name) => ({
    ...shop,
    id: name.toLowerCase(),
    name,
    pinned: false,
  })),
];

async function showRecents(context: SceneContext): Promise<void> {
  const recents = { 'recent-connections': ['museum', 'test', 'clinic', 'own', 'depot'] };
  await goWith(context, '/', {
    'connections.list': { ok: true, value: { revision: 1, value: many } },
    'viewState.read': { ok: true, value: recents },
  });
  await goOn(context, '/c/museum/edit');
  await context.screens.page.getByRole('group', { name: 'Recent connections' }).waitFor();
}

async function showForm(context: SceneContext, replies: Parameters<SceneContext['bridge']['set']>[0]): Promise<void> {
  const { page } = context.screens;
  await goWith(context, '/connect', replies);
  await page.getByLabel('Paste your configuration').fill(`STACK_PROJECT_ID=${shop.projectId}\nSTACK_SECRET_SERVER_KEY=ssk_`);
  await page.getByText('Recognized: project ID').first().waitFor();
}

async function showConnection(context: SceneContext, id: string): Promise<void> {
  await goWith(context, '/', {});
  context.bridge.push('connections.list', rail);
  await goOn(context, `/c/${id}/edit`);
  await context.screens.page.getByLabel('Project ID').waitFor();
}

const lines = [
  { name: 'name', ok: true, found: '203.0.113.7', millis: 4 },
  { name: 'connection', ok: true, found: 'auth.analytical.example:443', millis: 18 },
] as const;
const rest = [
  { name: 'health', ok: true, found: '200', millis: 31 },
  { name: 'api', ok: true, found: '200', millis: 28 },
  { name: 'writing', ok: true, found: '200', millis: 33 },
  { name: 'clock', ok: true, found: '0 s', aheadSeconds: 0, millis: 0 },
] as const;
const seen = {
  subject: 'auth.analytical.example',
  issuer: 'Engine CA 3',
  authority: 'Analytical Engines Root',
  from: Date.UTC(2026, 0, 1),
  until: Date.UTC(2027, 0, 1),
};
const working = [...lines, { name: 'certificate', ok: true, found: 'valid', certificate: seen, millis: 26 }, ...rest];
const untrusted = [
  ...lines,
  { name: 'certificate', ok: false, found: 'SELF_SIGNED_CERT_IN_CHAIN', reason: 'tls-untrusted', certificate: seen, millis: 24 },
  ...['health', 'api', 'writing'].map((name) => ({
    name,
    ok: false,
    found: 'SELF_SIGNED_CERT_IN_CHAIN',
    reason: 'tls-untrusted',
    millis: 22,
  })),
  { name: 'clock', ok: false, found: 'no-date', millis: 0 },
];

function testedKeys(): Reply {
  const ok = (name: string, ...unlocks: string[]) => ({ name, outcome: 'ok', unlocks, millis: 12 });
  const checks = [ok('reach'), ok('project'), ok('client', 'sign-in'), ok('server', 'users'), ok('admin', 'administration')];
  return { ok: true, value: { checks, release: { number: '2.8.4', isNewer: false }, project: null, adminData: true } };
}

async function showDiagnostics(context: SceneContext, steps: readonly object[], keys: Reply): Promise<void> {
  const value = { baseUrl: 'https://auth.analytical.example', online: true, proxy: null, at: 0, steps };
  await goWith(context, '/c/sandbox/diagnostics', { 'diagnostics.run': { ok: true, value }, 'connections.test': keys });
}

export const connectionScenes: readonly Scene[] = [
  { name: 'connections, those used last', show: showRecents },
  {
    name: 'connect',
    show: async (context) => {
      await goWith(context, '/connect', {});
      await context.screens.page.getByLabel('Paste your configuration').waitFor();
    },
  },
  {
    name: 'connect, testing',
    show: async (context) => {
      await showForm(context, { 'connections.test': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'connect, unreachable',
    show: async (context) => {
      const { page } = context.screens;
      await showForm(context, {});
      // Nothing is listening there.
      await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
      await page.getByRole('button', { name: 'Test connection', exact: true }).click();
      await page.getByText('Couldn’t reach the service', { exact: true }).waitFor();
    },
  },
  {
    name: 'connect, tested',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, '/connect', { 'connections.test': tested });
      await page.getByLabel('Paste your configuration').fill(shop.projectId);
      await page.getByRole('button', { name: 'Test connection', exact: true }).click();
      await page.getByRole('list', { name: 'Checks' }).waitFor();
    },
  },
  {
    name: 'connect, unnamed',
    after: 'connect, tested',
    show: async ({ screens: { page } }) => {
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Enter a name').first().waitFor();
    },
    inView: ({ screens: { page } }) => page.getByText('Enter a name').first(),
  },
  {
    name: 'connect, leaving',
    after: 'connect, unnamed',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('link', { name: 'Import connections' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'export and import',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, '/transfer', { 'connections.importAll': imported });
      context.bridge.push('connections.list', rail);
      await page.getByLabel('Exported list').fill('{}');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('list', { name: 'Import results' }).waitFor();
    },
  },
  {
    name: 'export and import, with keys',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await showTransfer(context, { 'sealedConnections.save': 'never' });
      await page.getByRole('button', { name: 'Choose a passphrase' }).click();
      await dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
      await page.keyboard.press('Enter');
      await dialog.getByText('Use at least 12 characters').waitFor();
    },
  },
  {
    name: 'export and import, confirming',
    after: 'export and import, with keys',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByLabel('Passphrase', { exact: true }).fill('several random words');
      await dialog.getByLabel('Repeat passphrase').fill('several random words');
      await page.keyboard.press('Enter');
      await dialog.getByText('Confirm on the page').first().waitFor();
    },
  },
  {
    name: 'export and import, wrong passphrase',
    show: async (context) => {
      await openSealed(context, wrongPassphrase, stopped);
      await context.screens.dialog.getByText('Incorrect passphrase').waitFor();
    },
  },
  {
    name: 'export and import, sealed list',
    show: async (context) => {
      await openSealed(context, opened, stopped);
      await context.screens.dialog.getByRole('list', { name: 'Connections in the file' }).waitFor();
    },
  },
  {
    name: 'export and import, stopped',
    after: 'export and import, sealed list',
    show: async ({ screens: { dialog } }) => {
      await dialog.getByRole('button', { name: 'Add 2 connections' }).click();
      await dialog.getByText('The import stopped').waitFor();
    },
  },
  {
    name: 'a connection, its owner signed out',
    show: async (context) => {
      const dashboard = { ...shop, id: owner.internalConnectionId, name: 'Dashboard', projectId: 'internal' };
      await goWith(context, '/', {});
      context.bridge.push('connections.list', [...rail, dashboard]);
      await goOn(context, '/c/own/users');
      await context.screens.page.getByRole('heading', { name: 'The project owner is signed out' }).waitFor();
    },
  },
  {
    name: 'diagnostics',
    show: async (context) => {
      await showDiagnostics(context, working, testedKeys());
      await context.screens.page.getByText('Everything works').waitFor();
    },
  },
  {
    name: 'diagnostics, running',
    show: async (context) => {
      await goWith(context, '/c/sandbox/diagnostics', { 'diagnostics.run': 'never' });
      await context.screens.page.getByText('Checking step by step').first().waitFor();
    },
  },
  {
    name: 'diagnostics, untrusted certificate',
    show: async (context) => {
      const away = [
        { name: 'reach', outcome: 'refused', error: { code: 'tls-untrusted' }, unlocks: [], millis: 41 },
        ...['project', 'client', 'server', 'admin'].map((name) => ({ name, outcome: 'not-checked', unlocks: [], millis: 0 })),
      ];
      await showDiagnostics(context, untrusted, { ok: true, value: { checks: away, release: null, project: null, adminData: false } });
      await context.screens.page.getByText(/steps? failed/).waitFor();
    },
  },
  { name: 'a connection', show: (context) => showConnection(context, 'shop') },
  {
    name: 'a connection, background watch',
    show: async (context) => {
      await showConnection(context, 'shop');
      await context.screens.page.getByLabel('Failed emails').selectOption({ label: 'Off' });
    },
    inView: ({ screens: { page } }) => page.getByLabel('Jumps of sign-ups'),
  },
  {
    name: 'a connection, unchecked server',
    show: async (context) => {
      await goWith(context, '/', {});
      context.bridge.push('connections.list', [{ ...shop, uncheckedHost: 'auth.analytical.example' }]);
      await goOn(context, `/c/${shop.id}/edit`);
      await context.screens.page.getByText('No secret key was sent to').waitFor();
    },
  },
  {
    name: 'a connection, confirming the host',
    after: 'a connection, unchecked server',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Confirm host…' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'a connection, owned',
    show: async (context) => {
      await showConnection(context, 'own');
      await context.screens.page.getByText('Admin access as').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'a connection, removing',
    after: 'a connection, owned',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'a connection, its menu',
    show: async (context) => {
      const { page } = context.screens;
      await showConnection(context, 'own');
      await page.getByRole('link', { name: /^A customer/ }).focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    },
  },
  {
    name: 'a connection, its group',
    after: 'a connection, its menu',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('menuitem', { name: 'Group…' }).click();
      await dialog.waitFor();
    },
  },
];
