import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { flatItems, StandInMenu } from '#tests/support/electron/menu.ts';
import '#messages/all-texts.ts';
import type { Command } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { commands } from '#contract/commands.ts';
import { createTranslator, languages } from '#messages/translator.ts';
import { type MenuDeps, type MenuWindow, menuTemplate, plainLabel, withMnemonics } from './menu-template';

const platforms = ['linux', 'win32', 'darwin'] as const;
const connection = (id: string, kind: Connection['kind'] = 'project') => ({
  id,
  kind,
  name: `Project & ${id}`,
  baseUrl: 'https://api.example',
  projectId: 'p',
  pinned: false,
  group: null,
});

function window(id: number, focus = () => undefined): MenuWindow {
  return { id, title: `Users & ${id}`, isFocused: id === 1, focus };
}

function template(own: Partial<MenuDeps> = {}): {
  items: MenuItemConstructorOptions[];
  ran: Command[];
  menu: MenuItemConstructorOptions[];
} {
  const ran: Command[] = [];
  const menu = menuTemplate({
    platform: 'linux',
    isPackaged: true,
    translator: createTranslator('en'),
    connections: [],
    windows: [window(1)],
    run: (command) => void ran.push(command),
    installCommand: null,
    ...own,
  });
  return { menu, items: flatItems(menu), ran };
}

const rolesOf = (items: readonly MenuItemConstructorOptions[]) => items.flatMap(({ role }) => (role ? [role] : []));
const submenu = (menu: readonly MenuItemConstructorOptions[], id: string) =>
  menu.find((item) => item.id === id || item.role === id)?.submenu as MenuItemConstructorOptions[];
const namesIn = (menu: readonly MenuItemConstructorOptions[], id: string) =>
  submenu(menu, id).map(({ role, id: own, type }) => role ?? own ?? type);
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();
const plain = (label: string | undefined) => label?.replace(/\(&\w\)|&(?!&)/g, '');

test('the command for terminals is installed from the Help menu, where there is one', () => {
  let count = 0;
  const installCommand = () => {
    count += 1;
  };
  const { items, menu } = template({ installCommand });
  click(items.find(({ id }) => id === 'terminal-command'));
  expect([count, namesIn(menu, 'help').at(-1), namesIn(template().menu, 'help')]).toEqual([
    1,
    'terminal-command',
    expect.not.arrayContaining(['terminal-command']),
  ]);
});

describe.each(platforms)('on %s', (platform) => {
  test('every command is there once, does what it says, and Electron takes the menu', () => {
    const { items, menu, ran } = template({ platform, connections: [connection('one')] });
    expect(() => StandInMenu.buildFromTemplate(menu)).not.toThrow();
    for (const { id } of commands) {
      expect(
        items.filter((item) => item.id === id),
        id,
      ).toHaveLength(1);
      if (id !== 'connection') click(items.find((item) => item.id === id));
    }
    expect(ran).toEqual(commands.flatMap(({ id }) => (id === 'connection' ? [] : [{ id }])));
  });

  test('no two items have the same keys', () => {
    const { items } = template({ platform, connections: Array.from({ length: 10 }, (_, at) => connection(String(at))) });
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('every item has an action', () => {
    const { items } = template({ platform, connections: [connection('one')] });
    const idle = items.filter(({ role, type, click: run, submenu: own }) => !role && type !== 'separator' && !run && !own);
    expect(idle).toEqual([]);
  });

  test('no menu starts or ends with a separator, or has two in a row', () => {
    const { menu } = template({ platform, connections: [connection('one')], windows: [window(1), window(2)], isPackaged: false });
    for (const { label, submenu: own } of menu) {
      const kinds = (own as MenuItemConstructorOptions[]).map(({ type }) => (type === 'separator' ? '-' : 'x')).join('');
      expect(kinds, label).toMatch(/^x+(-x+)*$/);
    }
  });

  test.each(languages)('every item has a label in the language, and Electron’s own is nowhere shown: %s', (language) => {
    const items = template({ platform, translator: createTranslator(language), isPackaged: false }).items;
    const unlabeled = items.filter(({ label, type, role }) => label === undefined && type !== 'separator' && role !== 'appMenu');
    expect(unlabeled).toEqual([]);
    const latin = items.filter(({ label, visible }) => visible !== false && /^[\x20-\x7e]+$/.test(plain(label) ?? ''));
    if (language === 'ja') expect(latin).toEqual([]);
  });
});

describe.each(['linux', 'win32'] as const)('mnemonics on %s', (platform) => {
  test.each(languages)('are unique in each menu, and every command has one: %s', (language) => {
    const { menu } = template({ platform, translator: createTranslator(language), connections: [connection('one')], isPackaged: false });
    const menus = [menu, ...menu.map((item) => item.submenu as MenuItemConstructorOptions[])];
    for (const own of menus) {
      const labels = own.flatMap(({ label, visible }) => (label === undefined || visible === false ? [] : [label]));
      const letters = labels.map((label) => /&([^&])/.exec(label.replaceAll('&&', ''))?.[1]?.toUpperCase());
      expect(letters, labels.join()).not.toContain(undefined);
      expect(new Set(letters).size, labels.join()).toBe(letters.length);
    }
  });

  test('are those that users know', () => {
    const topOf = (language: (typeof languages)[number]) =>
      template({ platform, translator: createTranslator(language) }).menu.map(({ label }) => label);
    expect(topOf('en')).toEqual(['&File', '&Edit', '&View', '&Go', '&Window', '&Help']);
    expect(topOf('de')).toEqual(['&Datei', '&Bearbeiten', '&Ansicht', '&Gehe zu', '&Fenster', '&Hilfe']);
    expect(topOf('ja')).toEqual(['ファイル(&F)', '編集(&E)', '表示(&V)', '移動(&G)', 'ウィンドウ(&W)', 'ヘルプ(&H)']);
  });
});

test('macOS has no mnemonics, and settings, about and quit in the app’s menu', () => {
  const { menu, items } = template({ platform: 'darwin' });
  expect(items.filter(({ label }) => label?.includes('&'))).toEqual([]);
  expect(rolesOf(menu)).toEqual(['appMenu', 'window', 'help']);
  expect(namesIn(menu, 'appMenu').filter((name) => name !== 'separator')).toEqual([
    'about',
    'settings',
    'services',
    'hide',
    'hideOthers',
    'unhide',
    'quit',
  ]);
  expect(namesIn(menu, 'file').at(-1)).toBe('close');
  expect(namesIn(menu, 'edit')).toContain('speech');
  expect(namesIn(menu, 'window')).toEqual(['minimize', 'zoom', 'separator', 'front']);
  expect(namesIn(menu, 'help')).not.toContain('about');
});

test('other systems have quit in File, about in Help, and close in Window', () => {
  for (const [platform, label] of [
    ['linux', 'Quit Latchkey'],
    ['win32', 'Exit'],
  ] as const) {
    const { menu } = template({ platform });
    expect(plain(submenu(menu, 'file').at(-1)?.label)).toBe(label);
    expect(namesIn(menu, 'help').at(-1)).toBe('about');
    expect(namesIn(menu, 'window')).toEqual(['minimize', 'close']);
    expect(namesIn(menu, 'edit')).not.toContain('speech');
  }
});

test.each([true, false])('the developer tools are only in a build that isn’t packaged: %s', (isPackaged) => {
  expect(rolesOf(template({ isPackaged }).items).includes('toggleDevTools')).toBe(!isPackaged);
});

test('several windows are listed with their titles, and can be chosen', () => {
  const focused: number[] = [];
  const windows = [1, 2].map((id) => window(id, () => void focused.push(id)));
  const { items } = template({ windows });
  const listed = items.filter(({ type }) => type === 'radio');
  expect(listed.map(({ label, checked }) => [label, checked])).toEqual([
    ['Users && 1', true],
    ['Users && 2', false],
  ]);
  click(listed[1]);
  expect(focused).toEqual([2]);
});

test('connections are in the rail’s order, the first nine with their number, and their names are unchanged', () => {
  const many = [connection('sandbox', 'sandbox'), ...Array.from({ length: 10 }, (_, at) => connection(String(at)))];
  const { items, ran } = template({ connections: many });
  const entries = items.filter(({ label }) => label?.startsWith('Project'));
  expect(entries.map(({ label, accelerator }) => [label, accelerator])).toEqual([
    ...Array.from({ length: 9 }, (_, at) => [`Project && ${at}`, `CommandOrControl+${at + 1}`]),
    ['Project && 9', undefined],
    ['Project && sandbox', undefined],
  ]);
  expect(entries.every(({ registerAccelerator }) => registerAccelerator !== true)).toBe(true);
  click(entries[10]);
  expect(ran).toEqual([{ id: 'connection', connectionId: 'sandbox' }]);
});

test('without a window, all but what is about its content can be chosen', () => {
  const { items } = template({ windows: [], connections: [connection('one')] });
  const disabled = items.filter(({ click: run, enabled, visible }) => run !== undefined && enabled === false && visible !== false);
  expect(disabled.map(({ id }) => id)).toEqual([
    'undo',
    'find',
    'copy-link',
    'navigation',
    'refresh',
    'reload',
    'zoom-in',
    'zoom-out',
    'zoom-reset',
    'back',
    'forward',
  ]);
});

describe('shortcuts', () => {
  const { items } = template();
  const itemOf = (id: string) => items.find((item) => item.id === id);

  test.each(commands.flatMap((row) => ('keys' in row && row.id !== 'connection' && row.id !== 'undo' && row.keys[0] !== '?' ? [row] : [])))(
    'of $id are shown, and handled by the menu where no page does: $keys',
    (row) => {
      const keys = row.keys.map((key) => ({ mod: 'CommandOrControl', shift: 'Shift', '+': 'Plus' })[key as string] ?? key).join('+');
      expect(itemOf(row.id)).toMatchObject({ accelerator: keys, registerAccelerator: 'keysIn' in row || 'only' in row });
    },
  );

  test('a key that is text has none, nor one that the standard item for texts has', () => {
    expect(itemOf('shortcuts')?.accelerator).toBeUndefined();
    expect(itemOf('undo')?.accelerator).toBeUndefined();
  });

  test.each([
    ['zoom-in-unshifted', '=', 'zoom-in'],
    ['zoom-in-numpad', 'numadd', 'zoom-in'],
    ['zoom-out-numpad', 'numsub', 'zoom-out'],
    ['zoom-reset-numpad', 'num0', 'zoom-reset'],
  ])('%s is hidden and works', (id, key, command) => {
    const { items: own, ran } = template();
    const item = own.find((one) => one.id === id);
    expect(item).toMatchObject({ accelerator: `CommandOrControl+${key}`, visible: false, acceleratorWorksWhenHidden: true });
    click(item);
    expect(ran).toEqual([{ id: command }]);
  });
});

test.each([
  [[], 'Start sandbox'],
  [[connection('one')], 'Start sandbox'],
  [[connection('one'), connection('demo', 'sandbox')], 'Open sandbox'],
])('with the connections %j, the menu offers “%s”', (connections, label) => {
  const { items } = template({ connections });
  expect(plain(items.find(({ id }) => id === 'sandbox')?.label)).toBe(label);
});

type Item = MenuItemConstructorOptions;

const items = (...labels: readonly string[]): Item[] => labels.map((label) => ({ label }));
const labelsOf = (found: readonly Item[]) => found.map(({ label }) => label);

test.each<[labels: string[], english: string[], marked: string[]]>([
  [
    ['File', 'Edit', 'View'],
    ['File', 'Edit', 'View'],
    ['&File', '&Edit', '&View'],
  ],
  [
    ['Copy', 'Cut', 'Close window'],
    ['Copy', 'Cut', 'Close window'],
    ['&Copy', 'C&ut', 'Close &window'],
  ],
  [
    ['Zoom in', 'Zoom out'],
    ['Zoom in', 'Zoom out'],
    ['&Zoom in', 'Zoom &out'],
  ],
  [
    ['Über Latchkey', 'Öffnen'],
    ['About Latchkey', 'Open'],
    ['Über &Latchkey', 'Ö&ffnen'],
  ],
  [
    ['ファイル', '編集', '設定…'],
    ['File', 'Edit', 'Settings…'],
    ['ファイル(&F)', '編集(&E)', '設定(&S)…'],
  ],
  [
    ['Latchkeyについて', 'ログ'],
    ['About Latchkey', 'Logs'],
    ['&Latchkeyについて', 'ログ(&O)'],
  ],
  [
    ['x', 'x', 'x'],
    ['x', 'x', 'x'],
    ['&x', 'x', 'x'],
  ],
])('%j are marked as %j', (labels, english, marked) => {
  expect(labelsOf(withMnemonics(items(...labels), items(...english)))).toEqual(marked);
});

test('leaves out what has its own name, no label, or is hidden', () => {
  const own: Item[] = [
    { type: 'separator' },
    { id: 'connection:1', label: 'A && b' },
    { label: 'Hidden', visible: false },
    { label: 'Help' },
  ];
  expect(labelsOf(withMnemonics(own, own))).toEqual([undefined, 'A && b', 'Hidden', '&Help']);
});

test('marks each submenu for itself', () => {
  const own: Item[] = [{ label: 'File', submenu: [{ label: 'Find' }, { label: 'Forward' }] }];
  expect(labelsOf(withMnemonics(own, own)[0]?.submenu as Item[])).toEqual(['&Find', 'F&orward']);
});

test('a user’s text marks nothing', () => {
  expect(plainLabel('Fish & Chips')).toBe('Fish && Chips');
});
