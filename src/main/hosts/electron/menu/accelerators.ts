/** Shortcuts of the menu in Electron's notation. */
import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '../../../../contract/commands';

/** Whether the menu handles the shortcut. Others are only displayed, because the page handles them. */
export function isHandledByMenu({ keysIn, only }: Pick<Command, 'keysIn' | 'only'>): boolean {
  return keysIn !== undefined || only !== undefined;
}

/** Returns the accelerator of a shortcut. Keys without a modifier have none, because they are also text input; F1 isn't. */
export function acceleratorOf(keys: readonly string[] | undefined, registered: boolean): MenuItemConstructorOptions {
  const key = keys?.at(-1);
  if (keys === undefined || key === undefined || (keys[0] !== 'mod' && !/^F\d+$/.test(key))) return {};
  const names = keys.map((name) => named[name] ?? name);
  return { accelerator: names.join('+'), registerAccelerator: registered };
}

const named: Readonly<Record<string, string>> = { mod: 'CommandOrControl', shift: 'Shift', '+': 'Plus' };

/** Keys that do the same as a command's own: the number pad, and plus without Shift, which most keyboards require for it. */
const hiddenKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'zoom-in': { unshifted: '=', numpad: 'numadd' },
  'zoom-out': { numpad: 'numsub' },
  'zoom-reset': { numpad: 'num0' },
};

/** Returns the item, and hidden ones for its further keys. */
export function withHiddenKeys(item: MenuItemConstructorOptions & { readonly id: string }): MenuItemConstructorOptions[] {
  const hidden = Object.entries(hiddenKeys[item.id] ?? {}).map(([name, key]) => ({
    ...item,
    id: `${item.id}-${name}`,
    accelerator: `CommandOrControl+${key}`,
    visible: false,
    acceleratorWorksWhenHidden: true,
  }));
  return [item, ...hidden];
}
