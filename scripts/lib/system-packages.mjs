/** Programs of the system that the tests use. Installed where that is allowed, named elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './project.mjs';
import { run } from './run.mjs';

/** @typedef {{ program: string, paths: readonly string[], packages: Record<string, string> }} Need */

const bin = (/** @type {string} */ name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`, `/opt/homebrew/bin/${name}`];

const chosenChromium = process.env.LATCHKEY_CHROMIUM ? [process.env.LATCHKEY_CHROMIUM] : [];

/** Where a Chromium may lie, most wanted first. */
export const chromiumPaths = [
  ...chosenChromium,
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(bin),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where the Chromium without windows is, which runs the same pages in three quarters of the CPU time. */
const headlessShellPaths = [...bin('chromium-headless-shell'), '/usr/lib64/chromium-browser/headless_shell'];

/** Possible paths of the browser of the end-to-end tests, in order of preference. */
export const testBrowserPaths = [...chosenChromium, ...headlessShellPaths, ...chromiumPaths];

/** @type {readonly Need[]} */
const needs = [
  {
    program: 'Chromium',
    paths: chromiumPaths,
    packages: { apt: 'chromium', dnf: 'chromium', pacman: 'chromium', brew: '--cask chromium' },
  },
  ...(process.platform === 'linux'
    ? [
        { program: 'D-Bus', paths: bin('dbus-daemon'), packages: { apt: 'dbus', dnf: 'dbus-daemon', pacman: 'dbus' } },
        {
          program: 'a keyring',
          paths: bin('gnome-keyring-daemon'),
          packages: { apt: 'gnome-keyring', dnf: 'gnome-keyring', pacman: 'gnome-keyring' },
        },
        {
          program: 'libsecret with its headers',
          paths: ['/usr/include/libsecret-1/libsecret/secret.h'],
          packages: { apt: 'libsecret-1-dev', dnf: 'libsecret-devel', pacman: 'libsecret' },
        },
        { program: 'pkg-config', paths: bin('pkg-config'), packages: { apt: 'pkg-config', dnf: 'pkgconf-pkg-config', pacman: 'pkgconf' } },
        { program: 'a C++ compiler', paths: bin('g++'), packages: { apt: 'g++', dnf: 'gcc-c++', pacman: 'gcc' } },
        { program: 'make', paths: bin('make'), packages: { apt: 'make', dnf: 'make', pacman: 'make' } },
        {
          program: 'Python',
          paths: [...bin('python3'), ...(process.env.PATH?.split(':').map((folder) => join(folder, 'python3')) ?? [])],
          packages: { apt: 'python3', dnf: 'python3', pacman: 'python' },
        },
      ]
    : []),
];

/** Systems that have fonts for every script. */
const fontsOfTheSystem = ['/System/Library/Fonts', 'C:\\Windows\\Fonts'];
const noto = '/usr/share/fonts/truetype/noto';

/**
 * Fonts for the scripts of names and texts in pictures. Without them, a browser draws boxes.
 * @type {readonly Need[]}
 */
export const pictureFonts = [
  {
    program: 'fonts for Chinese, Japanese, and Korean',
    paths: [
      '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
      '/usr/share/fonts/google-noto-sans-cjk-vf-fonts',
      '/usr/share/fonts/google-noto-cjk',
      '/usr/share/fonts/noto-cjk',
      ...fontsOfTheSystem,
    ],
    packages: { apt: 'fonts-noto-cjk', dnf: 'google-noto-sans-cjk-vf-fonts', pacman: 'noto-fonts-cjk' },
  },
  {
    program: 'fonts for Arabic and Devanagari',
    paths: [
      `${noto}/NotoSansDevanagari-Regular.ttf`,
      '/usr/share/fonts/google-noto-vf/NotoSansDevanagari[wght].ttf',
      '/usr/share/fonts/noto/NotoSansDevanagari-Regular.ttf',
      ...fontsOfTheSystem,
    ],
    packages: {
      apt: 'fonts-noto-core',
      dnf: 'google-noto-sans-arabic-vf-fonts google-noto-sans-devanagari-vf-fonts',
      pacman: 'noto-fonts',
    },
  },
  {
    program: 'a font for emoji',
    paths: [
      `${noto}/NotoColorEmoji.ttf`,
      '/usr/share/fonts/google-noto-color-emoji-fonts',
      '/usr/share/fonts/noto/NotoColorEmoji.ttf',
      ...fontsOfTheSystem,
    ],
    packages: { apt: 'fonts-noto-color-emoji', dnf: 'google-noto-color-emoji-fonts', pacman: 'noto-fonts-emoji' },
  },
];

const installCommands = {
  apt: 'apt-get install -y --no-install-recommends',
  dnf: 'dnf install -y',
  pacman: 'pacman -S --needed',
  brew: 'brew install',
};

/**
 * Sees to it that the programs are there, and `more`. As root on Debian it installs what is missing; elsewhere it prints the command and goes on.
 * @param {readonly Need[]} [more]
 * @returns {Promise<string[]>} What is still missing.
 */
export async function provideSystemPackages(more = []) {
  const missing = [...needs, ...more].filter(isMissing);
  const manager = packageManager();
  const packages = missing.flatMap(({ packages: named }) => (manager && named[manager] ? [named[manager]] : []));
  if (manager === 'apt' && process.getuid?.() === 0) {
    if (missing.length > 0) await installWithApt(packages);
    if (![...chosenChromium, ...headlessShellPaths].some((path) => existsSync(path))) await installHeadlessShell();
  } else if (missing.length > 0)
    say(
      `The tests need ${missing.map(({ program }) => program).join(', ')}. Install with:\n  ${manager ? `${installCommands[manager]} ${packages.join(' ')}` : 'your system’s package manager'}`,
    );
  return missing.filter(isMissing).map(({ program }) => program);
}

/** @param {Need} need */
function isMissing({ paths }) {
  return !paths.some((path) => existsSync(path));
}

/** @param {readonly string[]} packages */
async function installWithApt(packages) {
  say(`Installing ${packages.join(', ')} for the tests…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { quiet: true, env });
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { quiet: true, env });
  if (code !== 0) say(`${output}\nCouldn’t install the packages. See apt-get’s output above.`);
}

/** Installs what only makes the tests faster: without new lists of packages, and without a word where that fails. */
async function installHeadlessShell() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], { quiet: true, env, limit: 120_000 });
}

/** @returns {keyof typeof installCommands | null} */
function packageManager() {
  if (process.platform === 'darwin') return 'brew';
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (/debian|ubuntu/i.test(release)) return 'apt';
  if (/fedora|rhel|centos/i.test(release)) return 'dnf';
  return /arch/i.test(release) ? 'pacman' : null;
}
