/** Who may import whom, how large a file may be, and that nothing goes in circles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imports as aliases } from '../package.json';
import { type Import, importsOf, readImports, sourceFiles } from './support/program/imports';

const root = join(import.meta.dirname, '..');

interface Layer {
  readonly name: string;
  readonly holds: RegExp;
  /** What its files may import: paths from the root, package names, or `node:`. */
  readonly may: readonly RegExp[];
  /** What they may import as types only. */
  readonly mayType?: readonly RegExp[];
}

const packages = /^(?!src\/|node:|electron$)/;
const node = /^node:/;
const contract = /^src\/contract\//;
const messages = /^src\/messages\//;
const system = /^src\/system\//;
const packageJson = /^package\.json$/;

/** Folders of the main process, each of which may import those before it. */
const mainFloors = [
  'ports',
  'runtime',
  'storage',
  'sealing',
  'loopback',
  'settings',
  'remote',
  'keychain',
  'records',
  'session',
  'lock',
  'library',
  'updates',
  'watch',
  'gateway',
  'callback',
  'sign-in',
  'links',
  'impersonation',
  'administration',
  'local-index',
  'exports',
  'journal',
  'jobs',
  'imports',
  'editing',
  'configuration',
  'drift',
  'clearing',
  'app',
];

/** Folders of the sandbox, each of which may import those before it. */
const sandboxFloors = [
  'releases',
  'database',
  'mail',
  'stores',
  'http',
  'configuration',
  'codes',
  'sessions',
  'emails',
  'teams',
  'permissions',
  'users',
  'contact-channels',
  'api-keys',
  'projects',
  'idp',
  'sign-up-rules',
  'seed',
  'sign-in',
  'passkeys',
  'oauth',
  'control',
  'service',
];

/** Imports against the order, with the reason. */
const exceptions = new Set(['src/sandbox/teams/member-profiles.ts imports src/sandbox/users/user-object']);

/** Returns a layer for each folder: it may import itself, those before it, the files beside the folders, and `also`. */
function floorsOf(base: string, floors: readonly string[], also: readonly RegExp[]): Layer[] {
  return floors.map((floor, index) => ({
    name: `${base} ${floor}`,
    holds: new RegExp(`^src/${base}/${floor}/`),
    may: [...also, new RegExp(`^src/${base}/([\\w-]+$|(${floors.slice(0, index + 1).join('|')})/)`)],
  }));
}

/** A file belongs to the first layer that contains it. */
const layers: readonly Layer[] = [
  { name: 'contract', holds: /^src\/contract\//, may: [/^zod$/, contract] },
  { name: 'system', holds: /^src\/system\//, may: [node, system] },
  { name: 'messages', holds: /^src\/messages\//, may: [/^intl-messageformat$/, /^@formatjs\//, messages] },
  {
    name: 'Electron host',
    holds: /^src\/main\/(hosts\/electron\/|index)/,
    may: [
      /^electron$/,
      packages,
      node,
      contract,
      messages,
      system,
      packageJson,
      /^src\/main\/(hosts\/(electron|terminal)\/|hosts\/page|hosts\/default-locations|hosts\/launch-options|app\/app|ports\/|runtime\/|loopback\/|keychain\/|clearing\/finish-clearing|settings\/early-settings|updates\/why-off|storage\/(json-file|task-queue)|remote\/\w+-transport|remote\/network\/)/,
    ],
  },
  {
    // The terminal reads and writes files and folders of a configuration by their paths, which windows don't know, and lists users as exports do.
    name: 'browser and terminal hosts',
    holds: /^src\/main\/hosts\//,
    may: [
      packages,
      node,
      contract,
      messages,
      system,
      packageJson,
      /^src\/main\/(hosts\/(browser|terminal)\/|hosts\/page|hosts\/without-desktop|hosts\/default-locations|hosts\/launch-options|app\/app|ports\/|runtime\/|loopback\/|keychain\/|configuration\/folder-(files|checks)|storage\/(chosen-file|task-queue)|remote\/(\w+-transport|user-pages))/,
    ],
  },
  ...floorsOf('main', mainFloors, [packages, node, contract, messages, system]),
  ...floorsOf('sandbox', sandboxFloors, [packages, node, contract, system]),
  { name: 'sandbox programs', holds: /^src\/sandbox\//, may: [packages, node, contract, system, /^src\/sandbox\//] },
  { name: 'preload', holds: /^src\/preload\//, may: [/^electron$/], mayType: [contract] },
  {
    name: 'renderer ui and lib',
    holds: /^src\/renderer\/(ui|lib)\//,
    may: [packages, messages, /^src\/contract\/(urls$|error-codes$|conceal$|text\/|pictures\/)/, /^src\/renderer\/(ui|lib)\//],
    mayType: [contract],
  },
  // The paths are those of the rows of all areas, which stand below the screens that they load.
  {
    name: 'paths',
    holds: /^src\/renderer\/window\/routes\./,
    may: [packages, contract, /^src\/renderer\/(window\/|areas\/screens$)/],
  },
  { name: 'table of screens', holds: /^src\/renderer\/areas\/screens\./, may: [/^src\/renderer\/areas\/[\w-]+\/area$/] },
  {
    name: 'renderer data and window',
    holds: /^src\/renderer\/(data|window)\//,
    may: [packages, contract, messages, /^src\/renderer\/(lib|data|window)\//],
  },
  {
    name: 'renderer parts',
    holds: /^src\/renderer\/parts\//,
    may: [packages, contract, messages, /^src\/renderer\/(ui|lib|data|window|parts)\//],
  },
  {
    name: 'renderer areas',
    holds: /^src\/renderer\/areas\//,
    may: [packages, contract, messages, /^src\/renderer\/(ui|lib|data|window|parts|areas)\//],
  },
  // The start screen is in the first script.
  {
    name: 'renderer screens',
    holds: /^src\/renderer\/app\/(screens|screen-components)\./,
    may: [packages, contract, messages, /^src\/renderer\/(?!areas\/)/, /^src\/renderer\/areas\/(screens|connections\/first-run-screen)$/],
  },
  { name: 'renderer app', holds: /^src\/renderer\//, may: [packages, contract, messages, /^src\/renderer\/(?!areas\/)/] },
];

function violations(imports: readonly Import[]): string[] {
  return imports
    .filter((one) => !isAllowed(one))
    .map(({ from, to }) => `${from} imports ${to}`)
    .filter((line) => !exceptions.has(line));
}

function isAllowed({ from, to, typeOnly, late }: Import): boolean {
  const layer = layers.find(({ holds }) => holds.test(from));
  if (layer === undefined) return false;
  if (crossesAreas(from, to)) return false;
  if (isRowOfArea(from)) return late ? /^src\/renderer\/(areas|data)\//.test(to) : to === 'lucide-react';
  return layer.may.some((rule) => rule.test(to)) || (typeOnly && (layer.mayType ?? []).some((rule) => rule.test(to)));
}

/** Whether a file has the rows of an area's screens, which it loads when they are shown. */
function isRowOfArea(from: string): boolean {
  return /^src\/renderer\/areas\/[\w-]+\/area\./.test(from);
}

function crossesAreas(from: string, to: string): boolean {
  const area = (path: string) => /^src\/renderer\/areas\/([^/]+)\//.exec(path)?.[1];
  return area(from) !== undefined && area(to) !== undefined && area(from) !== area(to);
}

/** The first circle found, as the files on it; null when there is none. */
function circle(imports: readonly Import[]): string[] | null {
  const edges = new Map<string, string[]>();
  for (const { from, to, late } of imports) {
    // By the time that a row loads its screen, all that the row is made of has run.
    if (!to.startsWith('src/') || (late && isRowOfArea(from))) continue;
    const name = from.replace(/\.tsx?$/, '');
    edges.set(name, [...(edges.get(name) ?? []), to]);
  }
  const done = new Set<string>();
  const walk = (at: string, path: readonly string[]): string[] | null => {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at];
    if (done.has(at)) return null;
    for (const next of edges.get(at) ?? []) {
      const found = walk(next, [...path, at]);
      if (found) return found;
    }
    done.add(at);
    return null;
  };
  for (const start of edges.keys()) {
    const found = walk(start, []);
    if (found) return found;
  }
  return null;
}

const imports = readImports(root, 'src');
const lineLimit = 400;

const indexes = new Set(['src/contract/service/index.ts', 'src/contract/bridge/index.ts']);

describe('the source tree', () => {
  it('imports only what each layer may', () => {
    expect(violations(imports)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(circle(imports)).toBeNull();
  });

  it('keeps files short', () => {
    const tooLong = sourceFiles(root, 'src').filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > lineLimit + 1);
    expect(tooLong).toEqual([]);
  });

  it('asks for the time of a window in one place, where it can be fixed', () => {
    // How long an outage lasts is measured, which a clock that doesn't move can't do.
    const allowed = ['src/renderer/lib/now.ts', 'src/renderer/app/startup/follow-service.ts'];
    const own = sourceFiles(root, 'src/renderer').filter((path) => !/\.spec\.tsx?$/.test(path) && !allowed.includes(path));
    expect(own.filter((path) => /\bDate\.now\b|new Date\(\)/.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('drops data that no part of a window uses after five seconds at the latest', () => {
    const longer = sourceFiles(root, 'src/renderer')
      .filter((path) => !/\.spec\.tsx?$/.test(path))
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/gcTime: ([^,}\n]+)/g)].map(([, time]) => [path, time]))
      .filter(([, time]) => time !== '0');
    expect(longer).toEqual([['src/renderer/data/query-client.ts', 'unusedDataMillis']]);
  });

  it('names what is in another top folder by its alias', () => {
    const folders = Object.values(aliases).map((folder) => folder.slice('./'.length, -1));
    const topOf = (path: string) => folders.find((folder) => path.startsWith(folder));
    const climbing = ['src', 'tests']
      .flatMap((folder) => readImports(root, folder))
      .filter(({ from, to, name }) => name.startsWith('.') && topOf(to) !== undefined && topOf(from) !== topOf(to));
    expect(climbing.map(({ from, name }) => `${from}: ${name}`)).toEqual([]);
  });

  it('compares times of the service with its clock', () => {
    // What these measure happens in this window only.
    const ownTimes = [
      'src/renderer/parts/reveal/use-copy-secret.ts',
      'src/renderer/parts/passphrase/use-wait.ts',
      'src/renderer/areas/sign-in/welcome/welcome-steps.tsx',
      'src/renderer/app/window/top-bar.tsx',
      'src/renderer/window/sent-emails.ts',
      'src/renderer/ui/data/relative-time.tsx',
      'src/renderer/ui/feedback/omitted-note.tsx',
    ];
    const readers = sourceFiles(root, 'src/renderer').filter((path) => /[#/]lib\/now(\.ts)?'/.test(readFileSync(join(root, path), 'utf8')));
    expect(readers.toSorted()).toEqual(ownTimes.toSorted());
  });

  it('opens the screen that follows an action by the window, which outlives the component', () => {
    const awaits = /await navigate\(|(=>|return) navigate\(|onDone[^;]*navigate\(/;
    const own = sourceFiles(root, 'src/renderer').filter((path) => !/\.spec\.tsx?$/.test(path));
    expect(own.filter((path) => awaits.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('has no file that only passes on what others export', () => {
    const isBarrel = (path: string) => {
      const text = readFileSync(join(root, path), 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
        .trim();
      return text !== '' && text.split('\n').every((line) => /^(export (\*|type \{|\{)|\s*[\w,\s}]+ from |\})/.test(line));
    };
    expect(sourceFiles(root, 'src').filter((path) => !indexes.has(path) && isBarrel(path))).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['src/contract/definitions.ts', "import { readFile } from 'node:fs';"],
    ['src/contract/definitions.ts', "import { a } from '../main/app';"],
    ['src/contract/definitions.ts', "import type { a } from '../main/app';"],
    ['src/messages/format.ts', "import { z } from 'zod';"],
    ['src/main/app/app.ts', "import { app } from 'electron';"],
    ['src/main/app/app.ts', "import { createSandbox } from '../../sandbox/service/handle';"],
    ['src/main/app/app.ts', "const late = await import('electron');"],
    ['src/main/app/app.ts', "export { something } from '../../renderer/api';"],
    ['src/main/app/app.ts', "import { startServer } from '../hosts/browser/server';"],
    ['src/main/remote/send.ts', "import { createSessions } from '../session/sessions';"],
    ['src/main/storage/json-file.ts', "import { createApp } from '../app/app';"],
    ['src/main/session/session.ts', "import { signIn } from '../sign-in/password';"],
    ['src/main/hosts/browser/start.ts', "import { app } from 'electron';"],
    ['src/main/hosts/browser/start.ts', "import { startSandbox } from '../../../sandbox/start';"],
    ['src/main/hosts/electron/start.ts', "import { startSandbox } from '../../../sandbox/start';"],
    ['src/main/hosts/electron/start.ts', "import { createSessions } from '../../session/sessions';"],
    ['src/renderer/app/window/frame.tsx', "import { ipcRenderer } from 'electron';"],
    ['src/renderer/app/window/frame.tsx', "import { createHash } from 'node:crypto';"],
    ['src/renderer/lib/intl/format.ts', "import { createApp } from '../../../main/app/app';"],
    ['src/sandbox/service/handle.ts', "import { createLog } from '../../main/runtime/log';"],
    ['src/preload/index.ts', "import { bridge } from '../contract/bridge/index';"],
    ['src/renderer/ui/inputs/button.tsx', "import { api } from '../../data/api';"],
    ['src/renderer/ui/inputs/button.tsx', "import { catalog } from '../../../contract/service/index';"],
    ['src/renderer/areas/users/users-screen.tsx', "import { Card } from '../account/card';"],
    ['src/renderer/areas/users/users-screen.tsx', "import { Rail } from '../../app/rail/rail';"],
    ['src/renderer/data/users.ts', "import { Button } from '../ui/inputs/button';"],
    ['src/renderer/ui/data/avatar.tsx', "import { AccountError } from '../../parts/account/account-state';"],
    ['src/renderer/parts/card-frame.tsx', "import { SignInScreen } from '../areas/sign-in/sign-in-screen';"],
    ['src/renderer/parts/card-frame.tsx', "import { Frame } from '../app/window/frame';"],
    ['src/renderer/app/rail/rail-tile.tsx', "import { EditScreen } from '../../areas/connections/edit-screen';"],
    ['src/renderer/areas/users/area.ts', "import { UsersScreen } from './users-screen';"],
    ['src/renderer/areas/users/area.ts', "import { Card } from '#ui/layout/card.tsx';"],
    ['src/renderer/areas/users/area.ts', "const load = () => import('../teams/teams-screen');"],
    ['src/renderer/data/users.ts', "import { screenRows } from '#areas/screens.ts';"],
    ['src/elsewhere/file.ts', "import { z } from 'zod';"],
  ])('refuse in %s: %s', (path, text) => {
    expect(violations(importsOf(path, text))).toHaveLength(1);
  });

  it('notice a circle of types', () => {
    const pair = [
      ...importsOf('src/main/a.ts', "import type { B } from './b';"),
      ...importsOf('src/main/b.ts', "import { a } from './a';"),
    ];
    expect(circle(pair)).toEqual(['src/main/a', 'src/main/b', 'src/main/a']);
  });

  it('notice a circle', () => {
    const pair = [...importsOf('src/main/a.ts', "import { b } from './b';"), ...importsOf('src/main/b.ts', "import { a } from './a';")];
    expect(circle(pair)).toEqual(['src/main/a', 'src/main/b', 'src/main/a']);
  });
});
