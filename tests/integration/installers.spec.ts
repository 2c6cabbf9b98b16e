/** Packages for Linux: everything except Electron's binary and the program that writes the package files (fpm) is real. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version as electronVersion } from '../../node_modules/electron/package.json';
import { packApp } from '../../scripts/lib/packaging/pack-app.mjs';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { writeDistribution } from '../support/electron/distribution';
import { canCompile, headersArchive, serveHeaders } from '../support/electron/headers';
import { temporaryFolder } from '../support/temporary-folder';

const work = join(tmpdir(), `latchkey-installers-${process.pid}`);
const project = join(import.meta.dirname, '../..');
const canPack = canCompile && existsSync(join(project, 'node_modules', 'keytar', 'binding.gyp'));

/** Writes a program that keeps what fpm is called with, and the files that exist only during the call. */
async function writeFpm(folder: string): Promise<string> {
  const file = join(folder, 'fpm');
  const code = `#!${process.execPath}
const { copyFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const valueOf = (name) => args[args.indexOf(name) + 1];
const kind = valueOf('-t');
const desktop = args.find((arg) => arg.includes('/usr/share/applications/')).split('=')[0];
for (const [name, path] of [['after-install', valueOf('--after-install')], ['after-remove', valueOf('--after-remove')], ['desktop', desktop]])
  copyFileSync(path, ${JSON.stringify(folder)} + '/' + kind + '-' + name);
writeFileSync(${JSON.stringify(folder)} + '/' + kind + '.json', JSON.stringify(args));
writeFileSync(valueOf('--package'), kind);
`;
  await writeFile(file, code);
  await chmod(file, 0o755);
  return file;
}

async function pack(env: Readonly<Record<string, string>>, targets: readonly string[], output: string) {
  const { url, close } = await serveHeaders(canPack ? await headersArchive(electronVersion) : {});
  const electronDist = join(work, `electron-${targets.join('-')}`);
  await writeDistribution(electronDist, '0'.repeat(9));
  try {
    const all = { ...process.env, HOME: work, ELECTRON_REBUILD_DIST_URL: url, ...env };
    return await packApp({ electronDist, output, installers: true, targets }, { quiet: true, env: all });
  } finally {
    close();
  }
}

describe.runIf(canPack)('packages for Debian and Fedora', () => {
  const argsOf = async (kind: string): Promise<string[]> => JSON.parse(await readFile(join(work, `${kind}.json`), 'utf8'));
  const textOf = (name: string) => readFile(join(work, name), 'utf8');

  beforeAll(async () => {
    expect(await tryBuild()).toBeNull();
    await mkdir(work, { recursive: true });
    const { code, output } = await pack({ CUSTOM_FPM_PATH: await writeFpm(work) }, ['deb', 'rpm'], join(work, 'packed'));
    expect(code, output).toBe(0);
  });
  afterAll(() => rm(work, { recursive: true, force: true, maxRetries: 3 }));

  test.each(['deb', 'rpm'])('a %s names its publisher, and installs the app, its icons, and its entry', async (kind) => {
    const args = await argsOf(kind);
    const optionOf = (name: string) => args[args.indexOf(name) + 1];
    expect(optionOf('--name')).toBe('latchkey');
    expect(optionOf('--maintainer')).toMatch(/^Latchkey <\S+@\S+>$/);
    expect(optionOf('--url')).toMatch(/^https:/);
    expect(args.filter((arg) => arg.endsWith('/=/opt/Latchkey'))).toHaveLength(1);
    expect(args.filter((arg) => arg.includes('=/usr/share/icons/hicolor/')).length).toBeGreaterThan(5);
    expect(await textOf(`${kind}-desktop`)).toMatch(/^Exec=\/opt\/Latchkey\/latchkey.*^MimeType=.*x-scheme-handler\/latchkey;/ms);
  });

  test('the profile for AppArmor lets the app, and only it, create user namespaces', async () => {
    const profile = await readFile(join(work, 'packed', 'linux-unpacked', 'resources', 'apparmor-profile'), 'utf8');
    expect(profile).toContain('profile "latchkey" "/opt/Latchkey/latchkey" flags=(unconfined) {');
    expect(profile).toContain('userns,');
  });

  test.each(['deb', 'rpm'])('the scripts of a %s are valid, load the profile, and remove it', async (kind) => {
    for (const name of ['after-install', 'after-remove']) execFileSync('bash', ['-n', join(work, `${kind}-${name}`)]);
    const install = await textOf(`${kind}-after-install`);
    expect(install).toContain("APPARMOR_PROFILE_SOURCE='/opt/Latchkey/resources/apparmor-profile'");
    expect(install).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/latchkey'");
    expect(install).toContain('apparmor_parser --replace');
    // Where namespaces don't work and there is no AppArmor, the sandbox needs this bit.
    expect(install).toContain("chmod 4755 '/opt/Latchkey/chrome-sandbox'");
    const remove = await textOf(`${kind}-after-remove`);
    expect(remove).toContain('apparmor_parser --remove');
    expect(remove).toContain('rm -f "$APPARMOR_PROFILE_DEST"');
  });
});

test('installers aren’t made without keytar', async () => {
  const { url, close } = await serveHeaders({});
  const home = await temporaryFolder();
  const packing = { electronDist: home, output: join(home, 'packed'), installers: true };
  const { code, output } = await packApp(packing, { quiet: true, env: { ...process.env, HOME: home, ELECTRON_REBUILD_DIST_URL: url } });
  close();
  expect(code).toBe(1);
  expect(output).toContain('Installers aren’t made without keytar.');
  expect(existsSync(packing.output)).toBe(false);
});
