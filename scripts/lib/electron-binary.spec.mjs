import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronBinary, electronEnvironment, fetchElectron, missingElectron, releaseFolder, whyMissing } from './electron-binary.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-electron-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} path */
function put(path) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

const layouts = [
  { platform: 'linux', program: 'electron' },
  { platform: 'freebsd', program: 'electron' },
  { platform: 'win32', program: 'electron.exe' },
  { platform: 'darwin', program: 'Electron.app/Contents/MacOS/Electron' },
];

describe('a folder that the surroundings name', () => {
  it.each(layouts)('holds $program on $platform, and counts only with it', ({ platform, program }) => {
    expect(electronBinary({ override: folder, platform })).toBeNull();
    const binary = put(program);
    expect(electronBinary({ override: folder, platform })).toBe(binary);
    expect(electronBinary({ override: relative(process.cwd(), folder), platform })).toBe(binary);
    expect(releaseFolder(binary, platform)).toBe(folder);
  });

  it.each(['nowhere', 'electron', 'package'])('that is none (%s) is not made up for by the package', (name) => {
    const packageFolder = join(folder, 'package');
    mkdirSync(join(folder, 'package', 'electron'), { recursive: true });
    put('package/path.txt');
    put('electron');
    expect(electronBinary({ override: join(folder, name), platform: 'linux', packageFolder })).toBeNull();
  });

  it('is named where a message says that nothing is in it', () => {
    expect(whyMissing('It is not here.', '/some/where')).toContain('ELECTRON_OVERRIDE_DIST_PATH is /some/where, which doesn’t contain ');
    expect(whyMissing('It is not here.', '')).toBe('It is not here.');
  });
});

it('is otherwise where the package says, if it is there', () => {
  const find = () => electronBinary({ override: '', platform: 'linux', packageFolder: folder });
  expect(find()).toBeNull();
  writeFileSync(join(folder, 'path.txt'), 'electron\n');
  expect(find()).toBeNull();
  const binary = put('dist/electron');
  expect(find()).toBe(binary);
});

describe('the download', () => {
  /** Fetches with an installer of one's own, which finds the folder of this test in `folder`. @param {string} code @param {object} [options] */
  const fetchBy = (code, options = {}) => {
    const installer = join(folder, 'install.cjs');
    writeFileSync(
      installer,
      `const fs = require('node:fs'); const os = require('node:os'); const folder = ${JSON.stringify(folder)};\n${code}`,
    );
    const find = () => (existsSync(join(folder, 'electron')) ? join(folder, 'electron') : null);
    return fetchElectron({ installer, find, report: (line) => void lines.push(line), ...options });
  };
  const succeed = "fs.writeFileSync(folder + '/electron', '');";
  /** @type {string[]} */
  const lines = [];
  beforeEach(() => {
    lines.length = 0;
  });

  it('is tried again at the next start after a failure', async () => {
    expect(await fetchBy('process.exit(1);')).toBeNull();
    expect(await fetchBy(succeed)).toBe(join(folder, 'electron'));
    const line = 'Downloading Electron (more than 100 MB, for at most 15 minutes)…';
    expect(lines).toEqual([line, line]);
    expect(await fetchBy('process.exit(1);')).toBe(join(folder, 'electron'));
    expect(lines).toHaveLength(2);
  });

  it('says how far it is, and leaves nothing of it behind', async () => {
    const code = `fs.writeFileSync(os.tmpdir() + '/electron.zip', Buffer.alloc(3_400_000));
      fs.writeFileSync(folder + '/tmp', os.tmpdir());
      const timer = setInterval(() => fs.existsSync(folder + '/go') && (clearInterval(timer), fs.writeFileSync(folder + '/electron', '')), 5);`;
    const report = (/** @type {string} */ line) => {
      lines.push(line);
      if (line.includes('3 MB')) writeFileSync(join(folder, 'go'), '');
    };
    expect(await fetchBy(code, { report, everyMillis: 5 })).not.toBeNull();
    expect(lines).toContain('Downloading Electron: 3 MB so far…');
    expect(readdirSync(tmpdir())).not.toContain(readFileSync(join(folder, 'tmp'), 'utf8').split('/').at(-1));
  });

  it('ends after its limit', async () => {
    expect(await fetchBy('setInterval(() => {}, 1e6);', { limit: 200 })).toBeNull();
  });

  it('is not what an editor turned into Node.js', async () => {
    expect(electronEnvironment({ PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' })).toEqual({ PATH: '/bin' });
    expect(electronEnvironment({ PATH: '/bin' })).toEqual({ PATH: '/bin' });
  });

  it('that failed is reported with what follows', () => {
    expect(missingElectron()).toMatch(/ Latchkey runs in the browser host instead\. The next start tries again\.$/);
    expect(missingElectron({ isRequired: true })).toMatch(
      / Leave out --host electron to use your browser instead\. The next start tries again\.$/,
    );
  });
});
